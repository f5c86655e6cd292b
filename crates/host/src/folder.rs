//! A shelf in a folder: `lobby.jsonl`, `board-1.jsonl` and so on, for one process at a time.

use crate::shelf::CHANGED;
use crate::{HostError, LogFile, Registry, Shelf, Table, Which};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A shelf in a folder. The folder is locked as long as it lives.
pub struct Folder {
    path: PathBuf,
    /// How long each log is, as far as we know.
    lengths: BTreeMap<Which, u64>,
    _lock: File,
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

impl Folder {
    /// Opens a folder; makes it if there is none. Another process that has it open is an error.
    pub fn open(path: &Path) -> Result<Folder, HostError> {
        let failed = |error: std::io::Error| HostError::io(&error, "cannot be opened").in_file(path.display().to_string());
        std::fs::create_dir_all(path).map_err(failed)?;
        let lock = path.join(LOCK);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(lock).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), lengths: BTreeMap::new(), _lock: lock }),
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
    fn open(&mut self, registry: &Registry, which: Which) -> Result<Option<Box<dyn Table>>, HostError> {
        let path = self.file(which);
        if !path.exists() {
            return Ok(None);
        }
        cut_half_a_line(&path)
            .map_err(|error| HostError::io(&error, "cannot be repaired").in_file(path.display().to_string()))?;
        let table = LogFile::whole(registry, &path)?.table;
        let length = std::fs::metadata(&path).map_err(|error| HostError::io(&error, "cannot be read"))?.len();
        self.lengths.insert(which, length);
        Ok(Some(table))
    }

    /// Written beside and then given its name, so that no failure leaves half a log.
    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        let (path, beside) = (self.file(which), self.path.join(format!("{which}.new")));
        if path.exists() {
            return Err(
                HostError::bad("EXISTS", "the file exists already and is left as it is").in_file(path.display().to_string())
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
            let error = HostError::no(CHANGED, "somebody else has written to this log since it was opened");
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

/// Takes away a last line that was not written to its end: nobody was told of it.
fn cut_half_a_line(path: &Path) -> std::io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut chunk = [0; 1 << 12];
    let whole = end;
    while end > 0 {
        let from = end.saturating_sub(chunk.len() as u64);
        let part = &mut chunk[..(end - from) as usize];
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(part)?;
        if let Some(newline) = part.iter().rposition(|byte| *byte == b'\n') {
            let length = from + newline as u64 + 1;
            return if length == whole { Ok(()) } else { file.set_len(length).and_then(|()| file.sync_data()) };
        }
        end = from;
    }
    Ok(()) // not one line: whoever reads it will say so
}
