//! Where the tables are: lays a match's table when somebody asks for it, and all that were under way at the start.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tracing::{error, info, warn};

use super::archive;
use super::clock::Clock;
use super::store::{Store, StoredMatch, StoredStage, Unavailable};
use super::table::{PutAway, Table, after_outage};
use crate::protocol::{ApiError, MatchId};
use crate::rules::Ruleset;
use crate::rules::record::Record;

/// How often the process looks whether it has been running.
const TICK: Duration = Duration::from_secs(1);
/// When it looks so much later than it meant to, it was stopped meanwhile, or its machine was.
const GAP: Duration = Duration::from_secs(5);

/// All matches that have a table.
#[derive(Clone)]
pub struct Registry {
    store: Arc<dyn Store>,
    clock: Clock,
    /// The game of new matches; it need not be one that the public formats know.
    game: &'static Ruleset,
    tables: Arc<Mutex<HashMap<MatchId, Table>>>,
    /// Only one at a time is laid, so that a match never has two tables in this process.
    laying: Arc<tokio::sync::Mutex<()>>,
}

impl Registry {
    /// No table yet.
    pub fn new(store: Arc<dyn Store>, clock: Clock, game: &'static Ruleset) -> Self {
        Self {
            store,
            clock,
            game,
            tables: Arc::default(),
            laying: Arc::default(),
        }
    }

    /// Lays the tables of all matches that were under way when the server stopped, each with a fair deadline.
    ///
    /// # Errors
    ///
    /// When the store cannot tell them.
    pub async fn recover(&self) -> Result<(), Unavailable> {
        let ids = self.store.under_way().await?;
        let count = ids.len();
        for id in ids {
            let Some(mut stored) = self.store.load(&id).await? else {
                continue;
            };
            // Nobody else writes yet, so it is refused only where nothing is under way.
            let _ = after_outage(&mut stored, &*self.store, self.clock).await?;
            // A match that cannot be laid waits for a server that knows its game; the others go on.
            let _ = self.lay(stored);
        }
        info!(count, "matches go on");
        Ok(())
    }

    /// Puts off the clocks of all matches when the process did not run for a while, as after a restart (R14): players
    /// lose no time by it. Never ends.
    pub async fn watch_for_pauses(self) {
        let mut ran = Instant::now();
        loop {
            sleep(TICK).await;
            if ran.elapsed() > TICK + GAP {
                let tables: Vec<Table> = self.tables().values().cloned().collect();
                warn!(tables = tables.len(), "the server did not run for a while");
                for table in tables {
                    table.resume(ran).await;
                }
            }
            ran = Instant::now();
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<MatchId, Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lays the table of a match.
    ///
    /// # Errors
    ///
    /// [`ApiError::Unavailable`] when this server does not know its game.
    pub(super) fn lay(&self, stored: StoredMatch) -> Result<Table, ApiError> {
        let id = stored.id.clone();
        let known = [self.game].into_iter().chain(Ruleset::all());
        let Some(rules) = known.into_iter().find(|rules| rules.name() == stored.ruleset) else {
            error!(%id, ruleset = stored.ruleset, "a match of a game that this server does not know");
            return Err(ApiError::Unavailable);
        };
        let table = Table::lay(stored, rules, Arc::clone(&self.store), self.clock);
        let mut tables = self.tables();
        // Tables that were put away are forgotten here, so the map does not grow with history.
        tables.retain(|_, table| !table.is_put_away());
        tables.insert(id, table.clone());
        Ok(table)
    }

    async fn stored(&self, id: &MatchId) -> Result<StoredMatch, ApiError> {
        self.store.load(id).await?.ok_or(ApiError::NoSuchMatch)
    }

    fn laid(&self, id: &MatchId) -> Option<Table> {
        self.tables()
            .get(id)
            .filter(|table| !table.is_put_away())
            .cloned()
    }

    /// The table of a match, laid from the store if need be.
    ///
    /// # Errors
    ///
    /// [`ApiError::NoSuchMatch`], or [`ApiError::Unavailable`].
    pub(super) async fn table(&self, id: &MatchId) -> Result<Table, ApiError> {
        if let Some(table) = self.laid(id) {
            return Ok(table);
        }
        let _one_at_a_time = self.laying.lock().await;
        if let Some(table) = self.laid(id) {
            return Ok(table);
        }
        self.lay(self.stored(id).await?)
    }

    /// The record of a match that is over. It is told from what is stored: no table is laid for it.
    ///
    /// # Errors
    ///
    /// [`ApiError::NoSuchMatch`], also of one that never came about; [`ApiError::NotOver`]; [`ApiError::Unavailable`].
    pub(crate) async fn record(&self, id: &MatchId) -> Result<Record, ApiError> {
        let stored = self.stored(id).await?;
        match stored.stage {
            StoredStage::Dissolved => Err(ApiError::NoSuchMatch),
            StoredStage::Pairing { .. } | StoredStage::Live { .. } => Err(ApiError::NotOver),
            StoredStage::Over { .. } => archive::record(&stored).ok_or_else(|| {
                error!(%id, "the rules refuse what is stored of a match");
                ApiError::Unavailable
            }),
        }
    }

    /// Asks the table of a match; one that is put away just then is laid again.
    ///
    /// # Errors
    ///
    /// As [`Registry::table`].
    pub(crate) async fn with<T, F>(&self, id: &MatchId, ask: impl Fn(Table) -> F) -> Result<T, ApiError>
    where
        F: Future<Output = Result<T, PutAway>>,
    {
        for _ in 0..3 {
            let table = self.table(id).await?;
            if let Ok(answer) = ask(table).await {
                return Ok(answer);
            }
        }
        error!(%id, "a table was put away three times in a row");
        Err(ApiError::Unavailable)
    }
}
