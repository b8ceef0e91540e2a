//! Making accounts, logging in and out, and what is told of scores. Who a browser is changes in the lobby, which knows
//! whether anybody waits or plays.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;

use super::archive::instant;
use super::browsers::Browsers;
use super::chance;
use super::clock::Clock;
use super::credential::Credential;
use super::identity::{Browser, Cookies, Pass, Who, session_key};
use super::limits::Limits;
use super::lobby::{Change, Lobby};
use super::nickname::{Nickname, folded};
use super::sessions::Sessions;
use super::store::{Account, Entry, NewAccount, PlayerKey, SessionKey, Standing, Store};
use crate::protocol::{
    ApiError, Identity, Leaderboard, MatchId, Past, PersonKind, Profile, Ranked, Shown, Turn,
};

/// The other tabs of a browser that becomes somebody else come back after this: by then it has its new cookie.
const COOKIE_TIME: Duration = Duration::from_secs(1);
/// Rows on a page of the leaderboard, and matches on a player's.
const ROWS: usize = 50;

/// Accounts and scores, cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub(super) store: Arc<dyn Store>,
    pub(super) lobby: Lobby,
    pub(super) clock: Clock,
    pub(super) cookies: Cookies,
    pub(super) sessions: Sessions,
    pub(super) browsers: Browsers,
    pub(super) limits: Limits,
}

/// What came of a change of identity, and what the browser is to remember of it.
pub(crate) struct Changed<T> {
    pub(crate) told: T,
    pub(crate) cookie: Option<HeaderValue>,
}

impl Accounts {
    /// Makes an account and logs its browser in.
    pub(crate) async fn create(
        &self,
        who: Who,
        browser: &Browser,
        nickname: &str,
    ) -> Result<Changed<Shown>, ApiError> {
        self.limits.ask(browser)?;
        let nickname = Nickname::new(nickname).map_err(|why| ApiError::Nickname { why })?;
        self.limits.create(browser)?;
        let (credential, secret) = (Credential::fresh(), chance::secret());
        let new = NewAccount {
            account: Account {
                player: PlayerKey(chance::secret()),
                name: nickname.as_str().to_owned(),
            },
            folded: nickname.folded(),
            looks: nickname.looks().map(str::to_owned).collect(),
            credential: credential.hash(),
            session: session_key(secret),
            at: self.clock.now(),
        };
        let identity = self.switch(who, Change::Create(Box::new(new))).await?;
        Ok(Changed {
            told: Shown {
                identity,
                credential: credential.written(),
            },
            cookie: self.cookies.logged_in(secret),
        })
    }

    /// Logs a browser in. Whatever was wrong with a credential that could be one, the answer is the same.
    pub(crate) async fn log_in(
        &self,
        who: Who,
        browser: &Browser,
        credential: &str,
    ) -> Result<Changed<Identity>, ApiError> {
        self.limits.log_in(browser)?;
        let credential = Credential::read(credential).map_err(|_| ApiError::Mistyped)?;
        let secret = chance::secret();
        let change = Change::LogIn {
            credential: credential.hash(),
            session: session_key(secret),
            at: self.clock.now(),
        };
        let told = self.switch(who, change).await?;
        Ok(Changed {
            told,
            cookie: self.cookies.logged_in(secret),
        })
    }

    /// Logs a browser out: it is its guest again.
    pub(crate) async fn log_out(&self, who: Who) -> Result<Changed<()>, ApiError> {
        let Pass::Session(session) = who.pass else {
            return Err(ApiError::NotLoggedIn);
        };
        self.switch(who, Change::LogOut(session)).await?;
        self.sessions.forget(session);
        Ok(Changed {
            told: (),
            cookie: self.cookies.logged_out(),
        })
    }

    async fn switch(&self, who: Who, change: Change) -> Result<Identity, ApiError> {
        let pass = who.pass;
        let identity = self.lobby.switch(who, change).await?;
        let browsers = self.browsers.clone();
        tokio::spawn(async move {
            tokio::time::sleep(COOKIE_TIME).await;
            browsers.dismiss(pass);
        });
        Ok(identity)
    }

    /// Gives an account another credential. The one before, and every other browser that is logged in, end with it.
    pub(crate) async fn renew(&self, who: Who, browser: &Browser) -> Result<Shown, ApiError> {
        self.limits.ask(browser)?;
        let Pass::Session(session) = who.pass else {
            return Err(ApiError::NotLoggedIn);
        };
        let credential = Credential::fresh();
        let ended = self.store.renew_credential(session, credential.hash()).await?;
        let ended = ended.ok_or(ApiError::NotLoggedIn)?;
        for &session in &ended {
            self.sessions.forget(session);
        }
        self.lobby
            .retire(ended.iter().copied().map(Pass::Session).collect())
            .await;
        for session in ended {
            self.browsers.dismiss(Pass::Session(session));
        }
        Ok(Shown {
            identity: who.identity,
            credential: credential.written(),
        })
    }

    /// Whether somebody is still whom they were when they asked.
    pub(super) async fn is_current(&self, who: &Who) -> bool {
        match who.pass {
            Pass::Guest(_) => true,
            Pass::Session(session) => self.is_logged_in(session).await,
        }
    }

    async fn is_logged_in(&self, session: SessionKey) -> bool {
        !matches!(self.sessions.account(session).await, Ok(None))
    }

    /// The score of whoever asks, if they have one.
    pub(crate) async fn score(&self, who: &Who) -> Result<Option<i64>, ApiError> {
        Ok(self.standing(who).await?.map(|standing| standing.score))
    }

    async fn standing(&self, who: &Who) -> Result<Option<Standing>, ApiError> {
        match who.identity.kind {
            PersonKind::Account => Ok(self.store.standing(who.key).await?),
            _ => Ok(None),
        }
    }

    /// A page of the leaderboard, and whoever asks.
    pub(crate) async fn leaderboard(&self, who: &Who, turn: Turn<String>) -> Result<Leaderboard, ApiError> {
        let turn = match turn {
            Turn::First => Turn::First,
            Turn::Above { of } => Turn::Above { of: folded(&of) },
            Turn::Below { of } => Turn::Below { of: folded(&of) },
        };
        let page = self.store.leaderboard(turn, ROWS).await?;
        Ok(Leaderboard {
            rows: page.rows.into_iter().map(ranked).collect(),
            me: self.standing(who).await?.map(ranked),
            ranked: self.store.ranked().await?,
            has_above: page.has_above,
            has_below: page.has_below,
        })
    }

    /// A player and a page of their matches.
    pub(crate) async fn profile(&self, name: &str, turn: Turn<MatchId>) -> Result<Profile, ApiError> {
        let found = self.store.named(&folded(name)).await?;
        let (key, standing) = found.ok_or(ApiError::NoSuchPlayer)?;
        let page = self.store.history(key, turn, ROWS).await?;
        Ok(Profile {
            since: instant(standing.since),
            player: ranked(standing),
            matches: page.rows.into_iter().map(past).collect(),
            has_later: page.has_above,
            has_earlier: page.has_below,
        })
    }
}

fn ranked(standing: Standing) -> Ranked {
    Ranked {
        rank: standing.rank,
        name: standing.name,
        score: standing.score,
        won: standing.won,
        lost: standing.lost,
    }
}

fn past(entry: Entry) -> Past {
    Past {
        id: entry.id,
        at: instant(entry.at),
        change: entry.change,
        reason: entry.reason,
        opponent: entry.opponent,
    }
}
