//! The routes, and what stands before all of them.

use crate::described::openapi;
use crate::index::Index;
use crate::keeper::{keep, wake};
use crate::office::Office;
use crate::problem::{Problem, json};
use crate::token::server_key;
use crate::{Settings, achievements, boards, contract, door, games, imports, logs, matches, opening, request};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use referee_host::Registry;
use referee_store::Store;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Serves games from a store until told to stop; what is being answered then is answered, and sockets are told. `ready` is called when
/// nothing stands in the way any more.
///
/// # Errors
/// If what it needs cannot be had: the index, the key, the page, the listener of figures.
pub async fn serve(
    listener: TcpListener,
    registry: Registry,
    store: Arc<dyn Store>,
    settings: Settings,
    data: Option<&std::path::Path>,
    ready: impl FnOnce(),
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let index = Index::open(data.map(|data| data.join(INDEX)).as_deref(), &registry, &*store)?;
    let office = Office::new(registry, store, settings, index, server_key(data)?)?;
    let keeper = tokio::spawn(keep(office.clone()));
    tokio::spawn(wake(office.clone()));
    let header = Duration::from_secs(office.settings.header_seconds.max(1));
    let (limits, metrics) = (office.limits.clone(), metrics_listener(&office.settings).await?);
    let figures = metrics.map(|listener| {
        let (router, limits) = (Router::new().route("/metrics", get(metrics_of)).with_state(office.clone()), limits.clone());
        tokio::spawn(door::open(listener, router, limits, header, std::future::pending()))
    });
    ready();
    door::open(listener, router(office.clone()), limits, header, stop).await;
    keeper.abort();
    figures.inspect(tokio::task::JoinHandle::abort);
    office.end();
    let _ = tokio::time::timeout(FAREWELL, unplugged(&office)).await;
    Ok(())
}

/// How long sockets may take to hear that the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// Waits until no socket is open.
async fn unplugged(office: &Office) {
    while office.limits.sockets() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Where the figures are told, if not at the public address.
async fn metrics_listener(settings: &Settings) -> std::io::Result<Option<TcpListener>> {
    let address = &settings.metrics_listen;
    if address.is_empty() {
        return Ok(None);
    }
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("metrics_listen = {address:?}: {error}"));
    TcpListener::bind(address).await.map(Some).map_err(named)
}

/// The file of what is read often.
pub(crate) const INDEX: &str = "index.db";

/// Makes the index of a data folder anew from its logs. `progress` hears how many logs have been looked at.
///
/// # Errors
/// If a file cannot be read or written.
pub fn rebuild(
    registry: &Registry,
    store: &dyn Store,
    data: &std::path::Path,
    progress: &mut dyn FnMut(u64),
) -> std::io::Result<()> {
    Index::anew(&data.join(INDEX), registry, store, progress).map(|_| ())
}

fn router(office: Office) -> Router {
    let description = openapi(&office.registry).to_string();
    let mut router = Router::new();
    for (path, methods) in routes(&office.settings, description) {
        router = router.route(path, methods);
    }
    router
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::disable()) // bodies are read, and limited, before they come here
        .layer(middleware::from_fn_with_state(office.clone(), request::taken))
        .with_state(office)
}

/// Every path, and who answers there. `described.rs` says the same in words.
pub(crate) fn routes(settings: &Settings, description: String) -> Vec<(&'static str, MethodRouter<Office>)> {
    let mut routes = vec![
        ("/api/games", get(games::all)),
        ("/api/games/{game}", get(games::one)),
        ("/api/matches", get(matches::list).post(opening::open)),
        ("/api/matches/{id}", get(matches::look).delete(opening::take_back)),
        ("/api/matches/{id}/join", post(opening::join)),
        ("/api/matches/{id}/branches", post(opening::branch)),
        ("/api/matches/{id}/actions", post(matches::act)),
        ("/api/matches/{id}/resign", post(matches::resign)),
        ("/api/matches/{id}/draw", post(matches::draw)),
        ("/api/matches/{id}/live", get(matches::live)),
        ("/api/logs", get(imports::list)),
        ("/api/logs/{id}", get(logs::log)),
        ("/api/logs/{id}/view", get(logs::view)),
        ("/api/logs/{id}/dice", get(logs::dice)),
        ("/api/verify/{game}", post(logs::verify)),
        ("/api/contract/{game}", post(contract::judge)),
        ("/api/contract/{game}/mutate", post(contract::mutate)),
        ("/api/challenges", post(boards::challenge)),
        ("/api/leaderboards/{game}", get(boards::leaders).post(boards::submit)),
        ("/api/achievements/{game}", get(achievements::of)),
        ("/api/openapi.json", get(move || async { json(StatusCode::OK, description) })),
        ("/healthz", get(health)),
    ];
    if settings.metrics_listen.is_empty() {
        routes.push(("/metrics", get(metrics_of)));
    }
    routes
}

/// A file of the page, or nothing.
async fn elsewhere(State(office): State<Office>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    office.page.answer(&method, uri.path(), &headers).unwrap_or_else(|| nowhere().into_response())
}

fn nowhere() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "NO_SUCH_ROUTE", "there is nothing at this address")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "WRONG_METHOD", "this address does not answer this method")
}

async fn health() -> &'static str {
    "ok\n"
}

async fn metrics_of(State(office): State<Office>) -> Response {
    let mut text = office.figures.text();
    for (name, about, value) in [
        ("sockets", "Sockets that are open.", office.limits.sockets()),
        ("matches_in_memory", "Matches in memory.", office.awake().len()),
    ] {
        text.push_str(&format!("# HELP referee_{name} {about}\n# TYPE referee_{name} gauge\nreferee_{name} {value}\n"));
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
