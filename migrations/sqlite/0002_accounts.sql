-- Nickname accounts, who is logged in, and scores.

-- An account. Everything that anybody does under it hangs on `player`, the same kind of key that a guest has.
CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY,
    player     BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    -- The name without regard to case, as addresses name it.
    folded     TEXT    NOT NULL UNIQUE,
    -- A hash of the login credential, which nobody but its owner has.
    credential BLOB    NOT NULL UNIQUE,
    -- Counted by the ledger alone.
    won        INTEGER NOT NULL DEFAULT 0,
    lost       INTEGER NOT NULL DEFAULT 0,
    score      INTEGER NOT NULL GENERATED ALWAYS AS (won - lost) STORED,
    created_ms INTEGER NOT NULL
) STRICT;

-- Who has played, best first; of equal scores by name.
CREATE INDEX accounts_ranked ON accounts (score DESC, folded) WHERE won + lost > 0;

-- What a nickname looks like: no two accounts share a look.
CREATE TABLE looks (
    look    TEXT    PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;

-- Browsers that are logged in, by a hash of the secret in their cookie.
CREATE TABLE sessions (
    session  BLOB    PRIMARY KEY,
    account  INTEGER NOT NULL REFERENCES accounts (id),
    began_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_account ON sessions (account);

-- One row for each scored seat of a finished match, written with its result. A score is the sum of these.
CREATE TABLE ledger (
    match_id TEXT    NOT NULL REFERENCES matches (id),
    place    INTEGER NOT NULL CHECK (place IN (0, 1)),
    account  INTEGER NOT NULL REFERENCES accounts (id),
    change   INTEGER NOT NULL CHECK (change IN (-1, 1)),
    at_ms    INTEGER NOT NULL,
    PRIMARY KEY (match_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_of_account ON ledger (account, at_ms, match_id);

-- How many of those who have played have each score: a rank is a short sum over these.
CREATE TABLE standings (
    score    INTEGER PRIMARY KEY,
    accounts INTEGER NOT NULL CHECK (accounts >= 0)
) STRICT;

-- The ledger is only ever added to, and whoever adds to it moves the score and the standings with it.
CREATE TRIGGER ledger_is_counted AFTER INSERT ON ledger BEGIN
    UPDATE accounts SET won = won + (NEW.change > 0), lost = lost + (NEW.change < 0) WHERE id = NEW.account;
END;

CREATE TRIGGER accounts_move AFTER UPDATE OF won, lost ON accounts BEGIN
    UPDATE standings SET accounts = accounts - 1 WHERE score = OLD.score AND OLD.won + OLD.lost > 0;
    INSERT INTO standings (score, accounts) VALUES (NEW.score, 1)
    ON CONFLICT (score) DO UPDATE SET accounts = accounts + 1;
END;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;

CREATE TRIGGER ledger_is_not_shortened BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
