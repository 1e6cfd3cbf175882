CREATE TABLE uka_compressed_lines (
            number bigint NOT NULL,
            first bigint NOT NULL,
            next bigint NOT NULL CHECK (next > first),
            dictionary integer NOT NULL,
            digest bytea NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (number, first)
        );
ALTER TABLE uka_compressed_lines ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE FUNCTION uka_compressed_lines_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.first <> coalesce((SELECT max(c.next) FROM uka_compressed_lines c WHERE c.number = NEW.number), 0)
            THEN
                RAISE EXCEPTION 'the lines before are missing, or these lines are there already'
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
        END $$;
CREATE TRIGGER uka_compressed_lines_in_order BEFORE INSERT ON uka_compressed_lines
            FOR EACH ROW EXECUTE FUNCTION uka_compressed_lines_in_order();
CREATE TRIGGER uka_compressed_lines_stay BEFORE UPDATE ON uka_compressed_lines
            FOR EACH STATEMENT EXECUTE FUNCTION uka_lines_stay();
CREATE OR REPLACE FUNCTION uka_lines_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            -- Subqueries of one value each, which no plan turns into a look at all that is there.
            IF EXISTS (
                SELECT FROM added a
                WHERE a.seq >= coalesce((SELECT t.next FROM uka_tables t WHERE t.number = a.number), 0)
                    OR (0 = (SELECT count(*) FROM uka_lines b WHERE b.number = a.number AND b.seq = a.seq - 1)
                        AND a.seq <> coalesce((
                            SELECT max(c.next) FROM uka_compressed_lines c WHERE c.number = a.number), 0))
            ) THEN
                RAISE EXCEPTION 'a line before is missing, or its table' USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$;
