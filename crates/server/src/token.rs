//! Tokens: who holds one has the seat. Only their hashes are kept.

use crate::Problem;
use axum::http::{HeaderMap, StatusCode, header};
use referee_host::Secret;
use sha2::{Digest, Sha256};
use std::fmt;

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    let failed = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "NO_RANDOMNESS", "the system gives no random numbers");
    getrandom::fill(&mut bytes).map_err(failed).map(|()| bytes)
}

/// A secret of a match's dice.
pub(crate) fn secret() -> Result<Secret, Problem> {
    random().map(Secret::new)
}

/// What opens a seat. It is told once, to whoever gets it, and printed nowhere.
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    pub(crate) fn fresh() -> Result<Token, Problem> {
        Ok(Token(hex(&random::<32>()?)))
    }

    /// As it is told.
    pub(crate) fn told(&self) -> &str {
        &self.0
    }

    /// As it is kept.
    pub(crate) fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// What a token hashes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hash(pub(crate) String);

impl Hash {
    /// Of what somebody says is a token.
    pub(crate) fn of(token: &str) -> Hash {
        Hash(hex(&Sha256::digest(format!("referee-token/1 {token}"))))
    }

    /// Whether two are the same, in a time that says nothing about where they differ.
    pub(crate) fn is(&self, other: &Hash) -> bool {
        let differ = self.0.bytes().zip(other.0.bytes()).fold(0, |differ, (one, two)| differ | (one ^ two));
        self.0.len() == other.0.len() && differ == 0
    }
}

/// The token of a request, hashed; none where there is none.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Hash> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let token = value.strip_prefix("Bearer ").or_else(|| value.strip_prefix("bearer "))?;
    (token.len() <= 256).then(|| Hash::of(token.trim()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name that nothing else has, later ones after earlier ones: 48 bits of time and 80 of chance, in 26 letters and digits.
pub(crate) fn fresh_id(now: u64) -> Result<String, Problem> {
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&now.to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&random::<10>()?);
    let number = u128::from_be_bytes(bytes);
    let digits = b"0123456789abcdefghjkmnpqrstvwxyz";
    Ok((0..26).rev().map(|place| char::from(digits[(number >> (5 * place)) as usize & 31])).collect())
}

/// The key of a server: kept in its data folder, for nobody else to read; or one that ends with the server.
pub(crate) fn server_key(data: Option<&std::path::Path>) -> std::io::Result<[u8; 32]> {
    let fresh = || random::<32>().map_err(|problem| std::io::Error::other(problem.message.clone()));
    let Some(path) = data.map(|data| data.join("key")) else { return fresh() };
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    match std::fs::read(&path) {
        Ok(bytes) => {
            check_private(&path)?;
            let told = format!("{}: a key has 32 bytes; without the right one no ticket is good any more", path.display());
            bytes.try_into().map_err(|_| std::io::Error::other(told))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key = fresh()?;
            write_key(&path, &key).map_err(named)?;
            Ok(key)
        }
        Err(error) => Err(named(error)),
    }
}

/// Writes a key that is there whole or not at all, whenever the server ends.
fn write_key(path: &std::path::Path, key: &[u8; 32]) -> std::io::Result<()> {
    let draft = path.with_extension("new");
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    std::io::Write::write_all(&mut file, key)?;
    file.sync_all()?;
    check_private(&draft)?;
    std::fs::rename(&draft, path)
}

/// A key that others can read is no key.
fn check_private(path: &std::path::Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path)?.permissions()) & 0o777;
        if mode & 0o077 != 0 {
            let told =
                format!("{} has mode {mode:o}: others can read the key; `chmod 600` it, or make a new one", path.display());
            return Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, told));
        }
    }
    let _ = path;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_names_of_logs_in_the_order_of_time() {
        let (one, two) = (fresh_id(1_000).unwrap(), fresh_id(1_001).unwrap());
        assert!(one < two && one.len() == 26 && referee_store::LogName::parse(&format!("m-{one}")).is_ok());
        assert_ne!(fresh_id(5).unwrap(), fresh_id(5).unwrap());
    }

    #[test]
    fn a_key_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(path.with_extension("new"), "half of").unwrap(); // the server ended while it wrote its first key
        #[cfg(unix)]
        std::fs::set_permissions(path.with_extension("new"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let key = server_key(Some(folder.path())).unwrap();
        assert_eq!((server_key(Some(folder.path())).unwrap(), std::fs::read(&path).unwrap()), (key, key.to_vec()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        std::fs::write(&path, "short").unwrap();
        assert!(server_key(Some(folder.path())).unwrap_err().to_string().contains("32 bytes"));
    }

    #[test]
    fn a_token_is_not_printed_and_matches_itself_alone() {
        let token = Token::fresh().unwrap();
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert!(token.hash().is(&Hash::of(token.told())));
        assert!(!token.hash().is(&Token::fresh().unwrap().hash()) && !token.hash().is(&Hash(String::new())));
    }
}
