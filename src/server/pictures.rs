//! Pictures of matches for link previews. Programs ask for them, often many at once and for old matches: a picture is
//! kept for a while, few are kept, and one at a time is drawn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tracing::error;

use super::state::Server;
use crate::protocol::{ApiError, MatchId};
use crate::rules::{Position, Ruleset};

/// Who draws a position: an SVG document of this width and height.
#[derive(Clone, Copy)]
pub(super) struct Painter {
    pub(super) draw: fn(&'static Ruleset, Option<&Position>) -> String,
    pub(super) size: (u32, u32),
    /// The game whose board is shown where there is no match.
    pub(super) rules: &'static Ruleset,
}

/// A match that goes on is drawn no more often.
const FRESH: Duration = Duration::from_secs(10);
/// Pictures that are kept, of some tens of kilobytes each.
const KEPT: usize = 256;
/// Whoever waits longer for their turn is told to come back.
const PATIENCE: Duration = Duration::from_secs(4);
/// For whoever keeps answers: as long as one of ours is fresh, and on any site.
const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
    (
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=10"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    ),
];

/// Pictures with the moment at which they were drawn. The board before any match has no id.
type Kept = HashMap<Option<MatchId>, (Instant, Bytes)>;

/// The pictures and who draws them, cheap to clone.
#[derive(Clone)]
struct Pictures {
    painter: Painter,
    kept: Arc<Mutex<Kept>>,
    easel: Arc<Semaphore>,
}

/// Where pictures are.
pub(super) fn routes(painter: Painter) -> Router<Server> {
    let pictures = Pictures {
        painter,
        kept: Arc::default(),
        easel: Arc::new(Semaphore::new(1)),
    };
    Router::new()
        .route("/board.png", get(of_the_board))
        .route("/match/{id}/board.png", get(of_a_match))
        .layer(Extension(pictures))
}

async fn of_the_board(State(server): State<Server>, Extension(pictures): Extension<Pictures>) -> Response {
    answer(pictures.picture(&server, None).await)
}

async fn of_a_match(
    State(server): State<Server>,
    Extension(pictures): Extension<Pictures>,
    Path(id): Path<String>,
) -> Response {
    match id.parse() {
        Ok(id) => answer(pictures.picture(&server, Some(id)).await),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

fn answer(picture: Result<Bytes, ApiError>) -> Response {
    match picture {
        Ok(picture) => (HEADERS, picture).into_response(),
        Err(ApiError::NoSuchMatch) => StatusCode::NOT_FOUND.into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")]).into_response(),
    }
}

impl Pictures {
    async fn picture(&self, server: &Server, id: Option<MatchId>) -> Result<Bytes, ApiError> {
        if let Some(picture) = self.fresh(&id) {
            return Ok(picture);
        }
        let turn = timeout(PATIENCE, self.easel.acquire()).await;
        let _turn = turn.ok().and_then(Result::ok).ok_or(ApiError::Unavailable)?;
        // Whoever was before may have wanted the same.
        if let Some(picture) = self.fresh(&id) {
            return Ok(picture);
        }
        let (rules, position) = match &id {
            Some(id) => {
                server
                    .registry
                    .with(id, |table| async move { table.position().await })
                    .await?
            }
            None => (self.painter.rules, None),
        };
        let painter = self.painter;
        let drawn = tokio::task::spawn_blocking(move || painter.png(rules, position.as_ref()));
        let picture = drawn.await.ok().flatten().ok_or(ApiError::Unavailable)?;
        self.keep(id, picture.clone());
        Ok(picture)
    }

    fn fresh(&self, id: &Option<MatchId>) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (drawn, picture) = kept.get(id)?;
        (drawn.elapsed() < FRESH).then(|| picture.clone())
    }

    fn keep(&self, id: Option<MatchId>, picture: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.retain(|_, (drawn, _)| drawn.elapsed() < FRESH);
        }
        if kept.len() < KEPT {
            kept.insert(id, (Instant::now(), picture));
        }
    }
}

impl Painter {
    fn png(self, rules: &'static Ruleset, position: Option<&Position>) -> Option<Bytes> {
        let drawn = (self.draw)(rules, position);
        let tree = Tree::from_str(&drawn, &Options::default());
        let tree = tree
            .map_err(|cause| error!(%cause, "a picture of the board is no picture"))
            .ok()?;
        let mut canvas = Pixmap::new(self.size.0, self.size.1)?;
        resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
        let png = canvas.encode_png();
        png.map_err(|cause| error!(%cause, "a picture cannot be written"))
            .ok()
            .map(Bytes::from)
    }
}
