//! The routes, and what stands before all of them.

use crate::index::Index;
use crate::keeper::{keep, wake};
use crate::office::Office;
use crate::problem::Problem;
use crate::token::server_key;
use crate::{Settings, boards, games, imports, logs, matches, opening};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
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
    let body_max = office.settings.body_max;
    Router::new()
        .route("/api/games", get(games::all))
        .route("/api/games/{game}", get(games::one))
        .route("/api/matches", get(matches::list).post(opening::open))
        .route("/api/matches/{id}", get(matches::look))
        .route("/api/matches/{id}/join", post(opening::join))
        .route("/api/matches/{id}/branches", post(opening::branch))
        .route("/api/matches/{id}/actions", post(matches::act))
        .route("/api/matches/{id}/live", get(matches::live))
        .route("/api/logs", get(imports::list))
        .route("/api/logs/{id}", get(logs::log))
        .route("/api/logs/{id}/view", get(logs::view))
        .route("/api/verify/{game}", post(logs::verify).layer(DefaultBodyLimit::max(office.settings.log_max)))
        .route("/api/challenges", post(boards::challenge))
        .route(
            "/api/leaderboards/{game}",
            get(boards::leaders).post(boards::submit).layer(DefaultBodyLimit::max(office.settings.log_max)),
        )
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(body_max))
        .layer(middleware::from_fn_with_state(office.clone(), limited))
        .with_state(office)
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
