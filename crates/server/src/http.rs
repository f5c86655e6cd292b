//! The routes, and what stands before all of them.

use crate::described::openapi;
use crate::index::Index;
use crate::keeper::{keep, wake};
use crate::office::Office;
use crate::problem::{Problem, json};
use crate::token::server_key;
use crate::{Settings, boards, games, logs, matches, opening};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use referee_host::Registry;
use referee_store::Store;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Serves games from a store until told to stop; what is being answered then is answered.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    registry: Registry,
    store: Arc<dyn Store>,
    settings: Settings,
    data: Option<&std::path::Path>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let index = Index::open(data.map(|data| data.join(INDEX)).as_deref()).map_err(std::io::Error::other)?;
    let caught_up = index.catch_up(&*store, &mut |_| {});
    caught_up.map_err(|problem| std::io::Error::other(problem.message.clone()))?;
    let office = Office::new(registry, store, settings, index, server_key(data)?);
    let keeper = tokio::spawn(keep(office.clone()));
    tokio::spawn(wake(office.clone()));
    let service = router(office).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    keeper.abort();
    served
}

/// The file of what is read often.
pub(crate) const INDEX: &str = "index.db";

/// Makes the index of a data folder anew from its logs. `progress` hears how many logs have been looked at.
///
/// # Errors
/// If a file cannot be read or written.
pub fn rebuild(store: &dyn Store, data: &std::path::Path, progress: &mut dyn FnMut(u64)) -> std::io::Result<()> {
    let index = Index::open(Some(&data.join(INDEX))).map_err(std::io::Error::other)?;
    let rebuilt = index.clear().and_then(|()| index.catch_up(store, progress));
    rebuilt.map_err(|problem| std::io::Error::other(problem.message.clone()))
}

fn router(office: Office) -> Router {
    let description = openapi(&office.registry).to_string();
    let mut router = Router::new();
    for (path, methods) in routes(&office.settings, description) {
        router = router.route(path, methods);
    }
    router
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(office.settings.body_max))
        .layer(middleware::from_fn_with_state(office.clone(), limited))
        .with_state(office)
}

/// Every path, and who answers there. `described.rs` says the same in words.
pub(crate) fn routes(settings: &Settings, description: String) -> Vec<(&'static str, MethodRouter<Office>)> {
    let long = || DefaultBodyLimit::max(settings.log_max);
    vec![
        ("/api/games", get(games::all)),
        ("/api/games/{game}", get(games::one)),
        ("/api/matches", get(matches::list).post(opening::open)),
        ("/api/matches/{id}", get(matches::look)),
        ("/api/matches/{id}/join", post(opening::join)),
        ("/api/matches/{id}/branches", post(opening::branch)),
        ("/api/matches/{id}/actions", post(matches::act)),
        ("/api/matches/{id}/live", get(matches::live)),
        ("/api/logs/{id}", get(logs::log)),
        ("/api/logs/{id}/view", get(logs::view)),
        ("/api/verify/{game}", post(logs::verify).layer(long())),
        ("/api/challenges", post(boards::challenge)),
        ("/api/leaderboards/{game}", get(boards::leaders).post(boards::submit).layer(long())),
        ("/api/openapi.json", get(move || async { json(StatusCode::OK, description) })),
        ("/healthz", get(health)),
        ("/metrics", get(metrics)),
    ]
}

async fn nowhere() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "NO_SUCH_ROUTE", "there is nothing at this address")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "WRONG_METHOD", "this address does not answer this method")
}

/// No address sends more than it may.
async fn limited(
    State(office): State<Office>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    match office.limits.request(from.ip()) {
        Ok(()) => in_one_form(next.run(request).await).await,
        Err(problem) => problem.into_response(),
    }
}

/// What the framework refuses (a body too long, a query it cannot read) is told in the form of every other refusal.
async fn in_one_form(response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !status.is_client_error() || is_ours {
        return response;
    }
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "BODY_TOO_LONG",
        StatusCode::BAD_REQUEST => "BAD_REQUEST",
        _ => "REFUSED",
    };
    let text = axum::body::to_bytes(response.into_body(), 4 << 10).await.unwrap_or_default();
    Problem::new(status, code, String::from_utf8_lossy(&text)).into_response()
}

async fn health() -> &'static str {
    "ok\n"
}

async fn metrics(State(office): State<Office>) -> Response {
    let mut text = office.figures.text();
    for (name, about, value) in [
        ("sockets", "Sockets that are open.", office.limits.sockets()),
        ("matches_in_memory", "Matches in memory.", office.awake().len()),
    ] {
        text.push_str(&format!("# HELP referee_{name} {about}\n# TYPE referee_{name} gauge\nreferee_{name} {value}\n"));
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
