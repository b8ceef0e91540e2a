//! Who asks: a guest is a secret in a cookie, and nothing else. The server knows its hash alone, and the guest's name
//! follows from that, so a visitor costs no row until they wait for an opponent.
//!
//! A browser that is logged in has a second cookie. The first stays as it is, so that the guest is still there when
//! the browser logs out.

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::state::Server;
use super::store::{Account, PlayerKey, SessionKey, Unavailable};
use super::{address, chance};
use crate::protocol::Identity;
use crate::rules::hash::Hash;
use crate::rules::record::PersonKind;

/// How long a browser remembers who it is: as long as browsers allow.
const REMEMBERED_SECONDS: u32 = 400 * 24 * 60 * 60;

/// By what a browser is let in as whom it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// The secret of its guest.
    Guest(PlayerKey),
    /// Its session with an account.
    Session(SessionKey),
}

/// Somebody who asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The key under which they are stored.
    pub key: PlayerKey,
    /// Their name and kind.
    pub identity: Identity,
    /// By what they are known.
    pub pass: Pass,
}

/// The browser behind a request.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    /// Who it is when it is not logged in.
    pub(crate) guest: PlayerKey,
    /// Where it is, as far as frequent requests are concerned.
    pub(crate) address: address::Client,
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
            pass: Pass::Guest(PlayerKey(key)),
        }
    }

    /// Somebody who is logged in.
    fn account(account: Account, session: SessionKey) -> Self {
        Self {
            key: account.player,
            identity: Identity {
                kind: PersonKind::Account,
                name: account.name,
            },
            pass: Pass::Session(session),
        }
    }
}

/// The secret of a session, which only its browser has; what is stored is the key that follows from it.
pub(super) fn session_key(secret: Hash) -> SessionKey {
    SessionKey(Hash::of(&[b"flychess-session/1:", &secret.0]))
}

/// The two cookies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cookie {
    Guest,
    Session,
}

/// How the cookie is set.
#[derive(Clone, Copy, Debug)]
pub struct Cookies {
    /// Behind TLS: `Secure`, and a name that only this host can set.
    pub secure: bool,
}

impl Cookies {
    const fn name(self, cookie: Cookie) -> &'static str {
        match (cookie, self.secure) {
            (Cookie::Guest, false) => "flychess",
            (Cookie::Guest, true) => "__Host-flychess",
            (Cookie::Session, false) => "flychess-account",
            (Cookie::Session, true) => "__Host-flychess-account",
        }
    }

    /// What stands in a request's cookie of this kind.
    fn text(self, cookie: Cookie, headers: &HeaderMap) -> Option<&str> {
        let pairs = headers
            .get_all(COOKIE)
            .into_iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = pairs
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs
            .find(|(name, _)| *name == self.name(cookie))
            .map(|(_, text)| text)
    }

    /// The secret in a request's cookie; garbage counts as none.
    fn secret(self, cookie: Cookie, headers: &HeaderMap) -> Option<Hash> {
        self.text(cookie, headers).and_then(|secret| secret.parse().ok())
    }

    /// What makes a browser remember its session.
    pub(crate) fn logged_in(self, secret: Hash) -> Option<HeaderValue> {
        self.set(Cookie::Session, &secret.to_string(), REMEMBERED_SECONDS)
    }

    /// What makes a browser forget its session.
    pub(crate) fn logged_out(self) -> Option<HeaderValue> {
        self.set(Cookie::Session, "", 0)
    }

    fn set(self, cookie: Cookie, text: &str, seconds: u32) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let name = self.name(cookie);
        let cookie = format!("{name}={text}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        let mut value = HeaderValue::from_str(&cookie).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// Gives every request its [`Who`] and its [`Browser`]; a browser that comes for the first time gets its cookie, and
/// one whose session has ended loses that.
pub(super) async fn known(State(server): State<Server>, mut request: Request, next: Next) -> Response {
    let cookies = server.cookies;
    let known = cookies.secret(Cookie::Guest, request.headers());
    let secret = known.unwrap_or_else(chance::secret);
    let guest = Who::guest(secret);
    let browser = Browser {
        guest: guest.key,
        address: address::of(&request, &server.proxies),
    };
    let has_session = cookies.text(Cookie::Session, request.headers()).is_some();
    let who = match logged_in(&server, request.headers()).await {
        Ok(who) => who,
        Err(Unavailable) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    let has_ended = has_session && who.is_none();
    request.extensions_mut().insert(who.unwrap_or(guest));
    request.extensions_mut().insert(browser);
    let mut response = next.run(request).await;
    if known.is_none()
        && let Some(cookie) = cookies.set(Cookie::Guest, &secret.to_string(), REMEMBERED_SECONDS)
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    if has_ended
        && !sets_session(cookies, &response)
        && let Some(cookie) = cookies.logged_out()
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Who the browser is logged in as, if it is.
async fn logged_in(server: &Server, headers: &HeaderMap) -> Result<Option<Who>, Unavailable> {
    let Some(secret) = server.cookies.secret(Cookie::Session, headers) else {
        return Ok(None);
    };
    let session = session_key(secret);
    let account = server.sessions.account(session).await?;
    Ok(account.map(|account| Who::account(account, session)))
}

/// Whether an answer says already which session the browser has from now on.
fn sets_session(cookies: Cookies, response: &Response) -> bool {
    let name = cookies.name(Cookie::Session);
    let mut set = response.headers().get_all(SET_COOKIE).into_iter();
    set.any(|value| {
        value
            .to_str()
            .is_ok_and(|text| text.split('=').next() == Some(name))
    })
}
