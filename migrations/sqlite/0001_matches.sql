-- The queue, matches and their actions. Times are milliseconds since 1970-01-01 UTC; hashes and seeds are 32 bytes.

-- Who waits for an opponent, in the order of joining.
CREATE TABLE queue (
    place      INTEGER PRIMARY KEY AUTOINCREMENT,
    player     BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    commitment BLOB    NOT NULL,
    joined_ms  INTEGER NOT NULL
) STRICT;

-- A match from its pairing on. `version` is the number of its actions and guards every append.
CREATE TABLE matches (
    id               TEXT    PRIMARY KEY,
    ruleset          TEXT    NOT NULL,
    -- Which reading of the rules the log was written under; an upgrade never re-reads an old log differently.
    rules_version    INTEGER NOT NULL,
    stage            TEXT    NOT NULL CHECK (stage IN ('pairing', 'live', 'over', 'dissolved')),
    -- Secret until the match is over: it foretells the dice.
    server_seed      BLOB    NOT NULL,
    -- A seed that tests fix; no released server writes it.
    fixed_seed       BLOB,
    created_ms       INTEGER NOT NULL,
    clock_ms         INTEGER NOT NULL,
    began_ms         INTEGER,
    deadline_ms      INTEGER,
    version          INTEGER NOT NULL DEFAULT 0,
    winner           TEXT,
    reason           TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_under_way ON matches (stage) WHERE stage IN ('pairing', 'live');

-- The two players of a match in queue order.
CREATE TABLE players (
    match_id   TEXT    NOT NULL REFERENCES matches (id),
    place      INTEGER NOT NULL CHECK (place IN (0, 1)),
    player     BLOB    NOT NULL,
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    commitment BLOB    NOT NULL,
    seed       BLOB,
    -- Whether the player has left the result for the lobby; until then nothing else can be begun.
    has_left   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_bound ON players (player) WHERE has_left = 0;

-- What was done. The key is the guard: of all who follow the same version, one succeeds.
CREATE TABLE actions (
    match_id TEXT    NOT NULL REFERENCES matches (id),
    version  INTEGER NOT NULL,
    act      TEXT    NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT, WITHOUT ROWID;

-- Restarts of the server during a match, for its log (R14).
CREATE TABLE outages (
    match_id   TEXT    NOT NULL REFERENCES matches (id),
    version    INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    granted_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, at_ms)
) STRICT, WITHOUT ROWID;
