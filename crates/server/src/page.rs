//! The page: files of a folder, read once at the start and told from memory. There is no path to walk: a name is known, or it is not.

use crate::Settings;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The files of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    files: BTreeMap<String, File>,
}

#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    plain: Bytes,
    /// The same, compressed, where the folder has it.
    brotli: Option<Bytes>,
    /// What is in it, in short.
    tag: HeaderValue,
}

/// What a page of ours may do: nothing but its own, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The file behind the address without a name.
const FIRST: &str = "/index.html";
/// The largest page.
const FILES_MAX: usize = 2_000;

impl Page {
    /// The page that the operator names; none has no files.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn of(settings: &Settings) -> io::Result<Page> {
        if settings.page.is_empty() {
            return Ok(Page::default());
        }
        let named = |error: io::Error| io::Error::new(error.kind(), format!("the page in {}: {error}", settings.page));
        Page::read(Path::new(&settings.page)).map_err(named)
    }

    /// Reads a folder.
    ///
    /// # Errors
    /// If it cannot be read, or has no first page.
    pub(crate) fn read(folder: &Path) -> io::Result<Page> {
        let mut page = Page::default();
        page.read_into(folder, "")?;
        if !page.files.contains_key(FIRST) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no index.html in it"));
        }
        Ok(page)
    }

    fn read_into(&mut self, folder: &Path, under: &str) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let (path, address) = (entry.path(), format!("{under}/{name}"));
            match entry.file_type()? {
                kind if kind.is_dir() => self.read_into(&path, &address)?,
                kind if kind.is_file() && !name.ends_with(".br") => self.add(&path, address)?,
                _ => {}
            }
            if self.files.len() > FILES_MAX {
                return Err(io::Error::other(format!("a page has at most {FILES_MAX} files")));
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, address: String) -> io::Result<()> {
        let plain = std::fs::read(path)?;
        let mut packed = path.as_os_str().to_owned();
        packed.push(".br");
        let hash: String = Sha256::digest(&plain).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let tag = HeaderValue::from_str(&format!("\"{hash}\"")).map_err(io::Error::other)?;
        let brotli = std::fs::read(packed).ok().map(Bytes::from);
        self.files.insert(address, File { kind: kind_of(path), plain: plain.into(), brotli, tag });
        Ok(())
    }

    /// The answer to a question for a file; none where there is no such file.
    pub(crate) fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<Response> {
        if method != Method::GET && method != Method::HEAD {
            return None;
        }
        let file = self.files.get(if path == "/" { FIRST } else { path })?;
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let lasting = path.starts_with("/assets/"); // such names say what is in the file
        let mut answer = match text(header::IF_NONE_MATCH) == file.tag.to_str().unwrap_or_default() {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => file.told(text(header::ACCEPT_ENCODING)),
        };
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, file.tag.clone());
        let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        Some(answer)
    }
}

impl File {
    fn told(&self, encodings: &str) -> Response {
        let accepted = encodings.split(',').any(|one| one.split(';').next().is_some_and(|name| name.trim() == "br"));
        match self.brotli.as_ref().filter(|_| accepted) {
            Some(packed) => {
                let headers = [(header::CONTENT_TYPE, self.kind), (header::CONTENT_ENCODING, "br")];
                (headers, packed.clone()).into_response()
            }
            None => ([(header::CONTENT_TYPE, self.kind)], self.plain.clone()).into_response(),
        }
    }
}

fn kind_of(path: &Path) -> &'static str {
    match path.extension().and_then(|kind| kind.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        for (name, text) in [("index.html", "<p>hello</p>"), ("assets/a.wasm", "wasm"), ("assets/a.wasm.br", "packed")] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Page::read(folder.path()).unwrap()
    }

    #[test]
    fn files_are_told_by_name_and_nothing_else_is() {
        let (page, none) = (page(), HeaderMap::new());
        let first = page.answer(&Method::GET, "/", &none).unwrap();
        assert_eq!(first.status(), 200);
        assert!(first.headers()["content-security-policy"].to_str().unwrap().contains("'wasm-unsafe-eval'"));
        assert_eq!(first.headers()["cache-control"], "no-cache");
        for path in ["/../Cargo.toml", "/assets", "/assets/", "/assets/a.wasm.br", "//index.html", "/nothing", ""] {
            assert!(page.answer(&Method::GET, path, &none).is_none(), "{path}");
        }
        assert!(page.answer(&Method::POST, "/", &none).is_none());
    }

    #[test]
    fn what_is_known_or_packed_is_not_sent_whole() {
        let page = page();
        let asked = |name: header::HeaderName, value: &str| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
            page.answer(&Method::GET, "/assets/a.wasm", &headers).unwrap()
        };
        let packed = asked(header::ACCEPT_ENCODING, "gzip, br;q=0.9");
        assert_eq!(
            (&packed.headers()["content-encoding"], &packed.headers()["content-type"]),
            (&"br".parse().unwrap(), &"application/wasm".parse().unwrap())
        );
        assert!(asked(header::ACCEPT_ENCODING, "gzip").headers().get("content-encoding").is_none());
        let tag = packed.headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(asked(header::IF_NONE_MATCH, &tag).status(), 304);
    }

    #[test]
    fn a_folder_without_a_first_page_is_none() {
        assert!(Page::read(tempfile::tempdir().unwrap().path()).is_err());
    }
}
