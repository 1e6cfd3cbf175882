CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK (typeof(name) = 'text'),
        created REAL NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
        compressed INTEGER NOT NULL DEFAULT 0 CHECK (typeof(compressed) = 'integer')
    );
CREATE INDEX open_tables ON tables (number) WHERE closed = 0;
CREATE TABLE lines (
        number INTEGER NOT NULL REFERENCES tables,
        seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq >= 0),
        at REAL NOT NULL,
        line BLOB NOT NULL CHECK (typeof(line) = 'blob'),
        UNIQUE (number, seq)
    );
CREATE TABLE compressed_lines (
        number INTEGER NOT NULL REFERENCES tables,
        first INTEGER NOT NULL CHECK (typeof(first) = 'integer'),
        next INTEGER NOT NULL CHECK (typeof(next) = 'integer' AND next > first),
        touched REAL NOT NULL,
        dictionary INTEGER NOT NULL,
        digest BLOB NOT NULL CHECK (typeof(digest) = 'blob'),
        content BLOB NOT NULL CHECK (typeof(content) = 'blob'),
        UNIQUE (number, first)
    );
CREATE TRIGGER lines_in_order BEFORE INSERT ON lines BEGIN
        SELECT raise(ABORT, 'the line before is missing')
            WHERE NOT EXISTS (SELECT 1 FROM lines WHERE number = NEW.number AND seq = NEW.seq - 1)
            AND NEW.seq <> coalesce((SELECT compressed FROM tables WHERE number = NEW.number), 0);
        SELECT raise(ABORT, 'the table is closed') FROM tables WHERE number = NEW.number AND closed = 1;
    END;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'a line never changes'); END;
CREATE TRIGGER compressed_lines_in_order BEFORE INSERT ON compressed_lines BEGIN
        SELECT raise(ABORT, 'the lines before are missing, or these lines are there already')
            WHERE NEW.first <> coalesce((SELECT compressed FROM tables WHERE number = NEW.number), 0);
    END;
CREATE TRIGGER compressed_lines_stay BEFORE UPDATE ON compressed_lines BEGIN
        SELECT raise(ABORT, 'a line never changes');
    END;
CREATE TRIGGER compressed_lines_counted AFTER INSERT ON compressed_lines BEGIN
        UPDATE tables SET compressed = NEW.next WHERE number = NEW.number;
    END;
CREATE TABLE owners (
        owner TEXT PRIMARY KEY,
        until REAL NOT NULL,
        note BLOB NOT NULL CHECK (typeof(note) = 'blob')
    ) WITHOUT ROWID;
CREATE TABLE leases (
        epoch INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL
    );
CREATE INDEX leases_of ON leases (owner);
CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL CHECK (typeof(value) = 'blob')) WITHOUT ROWID;
PRAGMA application_id = 1433100593;
PRAGMA user_version = 1;
