//! A shelf in a folder: `lobby.jsonl`, `board-1.jsonl` and so on, for one process at a time.

use crate::shelf::{CHANGED, EXISTS};
use crate::{End, HostError, Shelf, Which};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A shelf in a folder. The folder is locked as long as it lives.
pub struct Folder {
    path: PathBuf,
    /// How long each log is, as far as we know.
    lengths: BTreeMap<Which, u64>,
    lock: File,
}

/// To close the file is not enough: a program that is being started at this moment holds it open, too, until it runs.
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

/// What is locked as long as a lobby is kept in a folder: by whoever keeps it, or shared by whoever writes to a single log in there.
const LOCK: &str = "lobby.lock";

/// Keeps a lobby away from its folder while a single log in there is written to; none where no lobby ever was. A lobby that is kept there is an
/// error, for it would not know what was written.
pub(crate) fn hold_off_lobby(log: &Path) -> Result<Option<File>, HostError> {
    let folder = log.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(lock) = File::open(folder.join(LOCK)) else { return Ok(None) };
    match lock.try_lock_shared() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::Error(error)) => Err(HostError::io(&error, "cannot be locked")),
        Err(TryLockError::WouldBlock) => {
            let message = format!("the lobby in {} is open and keeps this log", folder.display());
            Err(HostError::bad("IN_USE", message).help("act through the lobby, or end it first"))
        }
    }
}

/// Keeps a lobby away while a file is made that it could take for a log of its own.
pub(crate) fn hold_off_lobby_at(file: &Path) -> Result<Option<File>, HostError> {
    let name = file.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".jsonl"));
    name.and_then(Which::called).map_or(Ok(None), |_| hold_off_lobby(file))
}

impl Folder {
    /// Opens a folder; makes it if there is none. Another process that has it open is an error.
    pub fn open(path: &Path) -> Result<Folder, HostError> {
        let failed = |error: std::io::Error| HostError::io(&error, "cannot be opened").in_file(path.display().to_string());
        std::fs::create_dir_all(path).map_err(failed)?;
        let lock = path.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(lock).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), lengths: BTreeMap::new(), lock }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
            Err(TryLockError::WouldBlock) => {
                let error = HostError::bad(
                    "IN_USE",
                    "another process keeps this lobby, or writes to a log of it; there can be one at a time",
                );
                Err(error.in_file(path.display().to_string()))
            }
        }
    }

    fn file(&self, which: Which) -> PathBuf {
        self.path.join(format!("{which}.jsonl"))
    }
}

impl Shelf for Folder {
    fn text(&mut self, which: Which) -> Result<Option<Vec<u8>>, HostError> {
        let path = self.file(which);
        let text = match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| HostError::io(&error, "cannot be read").in_file(path.display().to_string()))?,
        };
        self.lengths.insert(which, text.len() as u64);
        Ok(Some(text))
    }

    fn place(&self, which: Which) -> String {
        self.file(which).display().to_string()
    }

    fn mend(&mut self, which: Which, end: End) -> Result<(), HostError> {
        let whole = match end {
            End::Whole => return Ok(()),
            End::Unended => return self.append(which, "\n"),
            End::Torn(whole) => whole,
        };
        let path = self.file(which);
        let mend =
            || OpenOptions::new().write(true).open(&path).and_then(|file| file.set_len(whole).and_then(|()| file.sync_data()));
        mend().map_err(|error| HostError::io(&error, "cannot be mended").in_file(path.display().to_string()))?;
        self.lengths.insert(which, whole);
        Ok(())
    }

    /// Written beside and then given its name, so that no failure leaves half a log.
    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        let (path, beside) = (self.file(which), self.path.join(format!("{which}.new")));
        if path.exists() {
            return Err(
                HostError::bad(EXISTS, "the file exists already and is left as it is").in_file(path.display().to_string())
            );
        }
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(lines.as_bytes())?;
            file.sync_data()?;
            std::fs::rename(&beside, &path)?;
            File::open(&self.path)?.sync_all() // the name too
        };
        write().map_err(|error| HostError::io(&error, "cannot be written").in_file(path.display().to_string()))?;
        self.lengths.insert(which, lines.len() as u64);
        Ok(())
    }

    fn append(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        let path = self.file(which);
        let failed = |error: std::io::Error| HostError::io(&error, "cannot be written").in_file(path.display().to_string());
        let mut file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let known = self.lengths.get(&which).copied().unwrap_or(length);
        if known != length {
            let error = HostError::no(CHANGED, format!("somebody else has written to the log of {which} since it was opened"));
            let error = error.because(format!("{known} bytes"), format!("{length} bytes"));
            return Err(error.in_file(path.display().to_string()).help("open the lobby again"));
        }
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data()).inspect_err(|_| {
            let _ = file.set_len(length);
        });
        written.map_err(failed)?;
        self.lengths.insert(which, length + lines.len() as u64);
        Ok(())
    }

    fn remove(&mut self, which: Which) -> Result<(), HostError> {
        let path = self.file(which);
        std::fs::remove_file(&path)
            .map_err(|error| HostError::io(&error, "cannot be removed").in_file(path.display().to_string()))
    }
}
