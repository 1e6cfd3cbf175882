/**
 * Judges whether a record proves that its packs were dealt fairly: "proven", "unproven" or "forged".
 * `uka.records.authenticity` does the same in Python.
 */

import type { Seat } from "../../wire/types.ts";
import { SEATS } from "../game/seats.ts";
import { playersSeen } from "./observed-game.ts";
import { trustedKey } from "./server-key.ts";
import { UnreadableRecord, type PackProof, checkPacks } from "./record-proof.ts";
import { SignatureUncheckable, ForgedRecord, signer } from "./signature.ts";
import { joinNames, t, tn } from "../i18n/text.svelte.ts";
import { seatName } from "../narration/names.ts";

/** The game that a record should describe: the table's id, and the number of the game at that table. */
export interface ExpectedGame {
  readonly table: string;
  readonly number: number;
}

/**
 * The result of checking a record. `standing` is the verdict, and `why` gives the reasons as sentences. `changed` is
 * the key that signed the record, if it differs from the server's key that this browser has stored.
 */
export interface Evidence {
  readonly standing: "proven" | "unproven" | "forged";
  readonly why: readonly string[];
  readonly changed?: string;
}

interface SignatureCheck {
  readonly forged?: string;
  readonly doubt?: string;
  readonly changed?: string;
}

/**
 * Checks the signature and every pack of a record. `dealers` lists the dealer of each deal in the record. `asked` is
 * the game that the record should describe.
 */
export async function checkRecord(record: string, dealers: readonly Seat[], asked?: ExpectedGame): Promise<Evidence> {
  const signed = await signature(record, asked);
  const found = packs(record, dealers);
  const wrong = found.find(({ fair }) => fair === false);
  const pack = wrong ?? found.find(({ fair }) => fair === null);
  const why: string[] = [];
  if (signed.forged ?? signed.doubt) why.push(signed.forged ?? signed.doubt ?? "");
  else why.push(t("The server signed this record, and nothing in it has changed since."));
  const renamed = asked ? otherPlayers(record, asked.table) : [];
  why.push(...renamed);
  why.push(...(pack ? [faultOf(pack, found.indexOf(pack))] : fairly(found)));
  const shared = found.length > 0 && found.every(({ fair, by }) => fair && by.length);
  const standing =
    signed.forged || wrong || renamed.length ? "forged" : signed.doubt || !shared ? "unproven" : "proven";
  return { standing, why, ...(signed.changed ? { changed: signed.changed } : {}) };
}

async function signature(record: string, asked: ExpectedGame | undefined): Promise<SignatureCheck> {
  try {
    const key = await signer(record);
    if (key === null) return { doubt: t("The record is not signed.") };
    if (key !== (await trustedKey())) {
      if (!asked) return { doubt: t("The record is not signed by this server.") };
      return {
        doubt: t("The server's key has changed since your first visit: it is a different server, or it lost its data."),
        changed: key,
      };
    }
  } catch (error) {
    if (error instanceof ForgedRecord) return { forged: error.message };
    if (error instanceof SignatureUncheckable) return { doubt: error.message };
    throw error;
  }
  return asked && !isOf(record, asked) ? { forged: t("The server signed the record of another game.") } : {};
}

function isOf(record: string, { table, number }: ExpectedGame): boolean {
  const { about = {} } = JSON.parse(record.slice(0, record.indexOf("\n"))) as { about?: Record<string, string> };
  return about["gameId"] === table && about["game"] === String(number);
}

/**
 * Compares the players' names in the record with the names that this browser saw when the game began. Returns a
 * sentence for each seat where the two names differ.
 */
function otherPlayers(record: string, table: string): string[] {
  const known = playersSeen(table, record);
  if (!known.length) return [];
  const { players = [] } = JSON.parse(record.slice(0, record.indexOf("\n"))) as { players?: readonly string[] };
  return known.flatMap((seen, i) => {
    const [seat, named] = [SEATS[i], players[i]];
    if (!seat || named === seen) return [];
    if (named === undefined)
      return [t("The record names nobody at {seat}, but you saw {seen} there.", { seen, seat: seatName(seat) })];
    return [t("The record names {named} at {seat}, but you saw {seen} there.", { named, seen, seat: seatName(seat) })];
  });
}

function packs(record: string, dealers: readonly Seat[]): readonly PackProof[] {
  try {
    return checkPacks(record, dealers);
  } catch (error) {
    if (error instanceof UnreadableRecord) return []; // records in EGN and EMN do not contain how the packs were made
    throw error;
  }
}

const faultOf = ({ fair, why }: PackProof, number: number): string =>
  fair === false
    ? t("Pack {number} was not dealt fairly: {why}", { number, why })
    : t("Pack {number} is not proven fair. {why}", { number, why });

function fairly(found: readonly PackProof[]): string[] {
  if (!found.length) return [t("The record doesn't say how the packs were shuffled.")];
  const all = tn("{n} pack was dealt fairly.", "All {n} packs were dealt fairly.", found.length);
  const by = SEATS.filter((seat) => found.every((proof) => proof.by.includes(seat))).map(seatName);
  const alone = found.flatMap((proof, i) => (proof.by.length ? [] : [String(i)]));
  return [
    all,
    ...(by.length ? [t("Seats that added to every shuffle: {seats}.", { seats: joinNames(by) })] : []),
    ...(alone.length
      ? [t("Nobody at the table added to the shuffle of pack {numbers}.", { numbers: joinNames(alone) })]
      : []),
    ...found.flatMap(({ withheld }, i) => withheld.map((seat) => replaced(seat, i))),
  ];
}

const replaced = (seat: Seat, number: number): string =>
  t("{seat} held back a share, so pack {number} was dealt instead.", { seat: seatName(seat), number });

/** Returns the verdict on a record as a single word. */
export function standingWord({ standing }: Evidence): string {
  const words = { proven: t("Proven."), unproven: t("Unproven."), forged: t("Forged.") };
  return words[standing];
}
