-- Matches between two who know each other, and the invitations that bring them together.

-- Whether a match counts for scores: what was played on an invitation does not.
ALTER TABLE matches ADD COLUMN scored INTEGER NOT NULL DEFAULT 1 CHECK (scored IN (0, 1));

-- Who invites, and who has taken that up and waits for them to be there. Whoever stands here is not in the queue.
CREATE TABLE invitations (
    code             TEXT    PRIMARY KEY,
    host             BLOB    NOT NULL UNIQUE,
    host_name        TEXT    NOT NULL,
    host_kind        TEXT    NOT NULL,
    host_commitment  BLOB    NOT NULL,
    made_ms          INTEGER NOT NULL,
    guest            BLOB    UNIQUE CHECK (guest <> host),
    guest_name       TEXT,
    guest_kind       TEXT,
    guest_commitment BLOB,
    accepted_ms      INTEGER
) STRICT, WITHOUT ROWID;
