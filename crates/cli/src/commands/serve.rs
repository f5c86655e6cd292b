//! `referee serve`: the server.

use super::{Outcome, YES};
use crate::output::{say, say_json};
use referee_host::{HostError, Registry};
use referee_server::{Settings, Unusable};
use referee_store::{Memory, Sqlite, Store, StoreError, Writes};
use std::net::ToSocketAddrs;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The settings of a file, or the usual ones.
pub(crate) fn settings(file: Option<&Path>) -> Result<Settings, HostError> {
    file.map_or_else(|| Ok(Settings::default()), read_settings)
}

/// Settings that a server can work with.
pub(crate) fn checked(settings: Settings) -> Result<Settings, HostError> {
    let unusable = |Unusable { name, expected, found }| {
        let error = HostError::bad("BAD_SETTINGS", format!("a server cannot work with this `{name}`"));
        error.because(expected, found).at_path(format!("/{name}"))
    };
    settings.check().map(|()| settings).map_err(unusable)
}

/// Where a server is, and what it begins with.
pub(crate) struct Place<'a> {
    pub(crate) listen: &'a str,
    /// The data folder; none keeps everything in memory.
    pub(crate) data: Option<&'a Path>,
    /// A folder of logs to take in first.
    pub(crate) import: Option<&'a Path>,
}

pub(crate) fn serve(registry: &Registry, place: &Place<'_>, settings: Settings, json: bool) -> Outcome {
    let Place { listen, data, import } = *place;
    let no_listener = |error: std::io::Error| HostError::io(&error, "cannot be listened at").in_file(listen.to_owned());
    listen.to_socket_addrs().map_err(no_listener)?; // what is no address leaves no folder behind
    let store = data.map_or_else(|| Ok(Arc::new(Memory::new()) as Arc<dyn Store>), open_store)?;
    if let Some(folder) = import {
        take_in(registry, &*store, &settings, folder, json)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| HostError::io(&error, "cannot run a server"))?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await.map_err(no_listener)?;
        let address = listener.local_addr().map_err(no_listener)?;
        let kept = data.map_or_else(|| "in memory".to_owned(), |data| format!("in {}", data.display()));
        let games = registry.titles().count();
        let ready = || {
            let _ = match json {
                true => say_json(&serde_json::json!({"ok": true, "listening": address.to_string()})),
                false => say(format!("Referee serves {games} games at http://{address}, kept {kept}. Ctrl-C ends it.")),
            };
        };
        let served = referee_server::serve(listener, registry.clone(), store, settings, data, ready, told_to_stop()).await;
        served.map_err(|error| HostError::io(&error, "the server cannot run"))
    })?;
    Ok(YES)
}

/// Takes in every log of a folder. One that does not verify is named, and the others are taken in all the same.
fn take_in(registry: &Registry, store: &dyn Store, settings: &Settings, folder: &Path, json: bool) -> Result<(), HostError> {
    let logs = logs_in(folder).map_err(|error| HostError::io(&error, "cannot be read").in_file(folder.display().to_string()))?;
    let bar = indicatif::ProgressBar::new(logs.len() as u64);
    bar.set_style(indicatif::ProgressStyle::with_template("{wide_bar} {pos}/{len} logs").unwrap_or(bar.style()));
    let (mut new, mut known, mut refused) = (0u64, 0u64, 0u64);
    for path in bar.wrap_iter(logs.iter()) {
        let named = |error: HostError| error.in_file(path.display().to_string());
        let taken = crate::output::read_text(path, settings.log_max as u64)
            .and_then(|text| referee_server::import(registry, store, &text).map_err(named));
        match taken {
            Ok(import) if import.new => new += 1,
            Ok(_) => known += 1,
            Err(error) => {
                refused += 1;
                bar.suspend(|| crate::error::report(&error, json));
            }
        }
    }
    bar.finish_and_clear();
    match json {
        true => say_json(&serde_json::json!({"ok": refused == 0, "imported": new, "known": known, "refused": refused})),
        false => say(format!("{new} logs taken in, {known} were there already, {refused} refused.")),
    }
}

/// The logs of a folder, by name.
fn logs_in(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut logs = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    logs.retain(|path| path.extension().is_some_and(|kind| kind == "jsonl") && path.is_file());
    logs.sort();
    Ok(logs)
}

/// Makes the lists of a data folder again from its logs.
pub(crate) fn rebuild(registry: &Registry, data: &Path, json: bool) -> Outcome {
    if !data.join(STORE).exists() {
        let error = HostError::bad("NO_DATA", "there is nothing of a server in here").because(STORE, "no such file");
        return Err(error.in_file(data.display().to_string()));
    }
    let store = open_store(data)?;
    let bar = indicatif::ProgressBar::new_spinner().with_message("logs looked at");
    let mut logs = 0;
    let rebuilt = referee_server::rebuild(registry, &*store, data, &mut |seen| {
        logs = seen;
        bar.set_position(seen);
    });
    bar.finish_and_clear();
    rebuilt.map_err(|error| HostError::io(&error, "cannot be made again").in_file(data.display().to_string()))?;
    match json {
        true => say_json(&serde_json::json!({"ok": true, "logs": logs}))?,
        false => say(format!("The lists of {} are made again from {logs} logs.", data.display()))?,
    }
    Ok(YES)
}

/// The file of all logs.
const STORE: &str = "referee.db";

/// Ctrl-C, or a polite request of the system.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Makes a folder that is nobody else's: the secrets of dice to come lie in it.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn open_store(data: &Path) -> Result<Arc<dyn Store>, HostError> {
    let named = |error: HostError| error.in_file(data.display().to_string());
    make_private(data).map_err(|error| named(HostError::io(&error, "cannot be made")))?;
    let store = Sqlite::open(&data.join(STORE), Writes::Safe);
    let store = store.map_err(|error| {
        let help = match error {
            StoreError::InUse(_) => "end the other server, or choose another folder with --data",
            StoreError::Corrupt(_) => "restore the file from a backup",
            StoreError::OtherVersion { .. } => {
                "it is left as it is: serve it with the version of Referee that made it, download its logs there (GET /api/logs/ID), and \
                 take them in here with `serve --import DIR`; or choose another folder with --data"
            }
            _ => "choose another folder with --data",
        };
        named(HostError::bad(error.code(), error.to_string())).help(help)
    })?;
    Ok(Arc::new(store))
}

fn read_settings(path: &Path) -> Result<Settings, HostError> {
    let named = |error: HostError| error.in_file(path.display().to_string());
    let text = std::fs::read_to_string(path).map_err(|error| named(HostError::io(&error, "cannot be read")))?;
    toml::from_str(&text).map_err(|error| {
        let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or_default());
        let (line, place) = (before.matches('\n').count(), text.lines().nth(before.matches('\n').count()));
        let problem = named(HostError::bad("BAD_SETTINGS", error.message().to_owned())).at_line(line as u64 + 1);
        match place.and_then(|line| line.split_once('=')) {
            Some((key, _)) => problem.at_path(format!("/{}", key.trim())),
            None => problem,
        }
    })
}
