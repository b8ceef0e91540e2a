//! Who asks: a guest is a secret in a cookie, and nothing else. The server knows its hash alone, and the guest's name
//! follows from that, so a visitor costs no row until they wait for an opponent.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::chance;
use super::store::PlayerKey;
use crate::protocol::Identity;
use crate::rules::hash::Hash;
use crate::rules::record::PersonKind;

/// How long a browser remembers who it is: as long as browsers allow.
const REMEMBERED_SECONDS: u32 = 400 * 24 * 60 * 60;

/// Somebody who asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The key under which they are stored.
    pub key: PlayerKey,
    /// Their name and kind.
    pub identity: Identity,
}

impl Who {
    /// The guest with this secret.
    pub fn guest(secret: Hash) -> Self {
        let key = Hash::of(&[b"flychess-guest/1:", &secret.0]);
        let number = u32::from_le_bytes([key.0[0], key.0[1], key.0[2], key.0[3]]) % 9000 + 1000;
        Self {
            key: PlayerKey(key),
            identity: Identity {
                kind: PersonKind::Guest,
                name: format!("GUEST-{number}"),
            },
        }
    }
}

/// How the cookie is set.
#[derive(Clone, Copy, Debug)]
pub struct Cookies {
    /// Behind TLS: `Secure`, and a name that only this host can set.
    pub secure: bool,
}

impl Cookies {
    const fn name(self) -> &'static str {
        if self.secure {
            "__Host-flychess"
        } else {
            "flychess"
        }
    }

    /// The secret in a request's cookies; garbage counts as none.
    fn secret(self, headers: &HeaderMap) -> Option<Hash> {
        let pairs = headers
            .get_all(COOKIE)
            .into_iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = pairs
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs
            .find(|(name, _)| *name == self.name())
            .and_then(|(_, secret)| secret.parse().ok())
    }

    fn set(self, secret: Hash) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let name = self.name();
        let cookie =
            format!("{name}={secret}; Path=/; Max-Age={REMEMBERED_SECONDS}; HttpOnly; SameSite=Lax{secure}");
        let mut value = HeaderValue::from_str(&cookie).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// Gives every request its [`Who`], and a browser that comes for the first time its cookie.
pub(super) async fn known(State(cookies): State<Arc<Cookies>>, mut request: Request, next: Next) -> Response {
    let known = cookies.secret(request.headers());
    let secret = known.unwrap_or_else(chance::secret);
    request.extensions_mut().insert(Who::guest(secret));
    let mut response = next.run(request).await;
    if known.is_none()
        && let Some(cookie) = cookies.set(secret)
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}
