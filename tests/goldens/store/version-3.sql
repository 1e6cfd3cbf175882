CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL CHECK (typeof(value) = 'blob')) WITHOUT ROWID;
CREATE TABLE leases (
        epoch INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL
    );
CREATE INDEX leases_of ON leases (owner);
CREATE TABLE "lines" (
        number INTEGER NOT NULL REFERENCES tables,
        seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq >= 0),
        at REAL NOT NULL,
        line BLOB NOT NULL CHECK (typeof(line) = 'blob'),
        UNIQUE (number, seq)
    );
CREATE TRIGGER lines_in_order BEFORE INSERT ON lines BEGIN
        SELECT raise(ABORT, 'the line before is missing')
            WHERE NEW.seq > 0 AND NOT EXISTS (SELECT 1 FROM lines WHERE number = NEW.number AND seq = NEW.seq - 1);
        SELECT raise(ABORT, 'the table is closed') FROM tables WHERE number = NEW.number AND closed = 1;
    END;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'a line never changes'); END;
CREATE INDEX open_tables ON tables (number) WHERE closed = 0;
CREATE TABLE owners (
        owner TEXT PRIMARY KEY,
        until REAL NOT NULL,
        note BLOB NOT NULL CHECK (typeof(note) = 'blob')
    ) WITHOUT ROWID;
CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (typeof(name) = 'text'),
        created REAL NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1))
    );
