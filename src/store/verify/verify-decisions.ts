/** Compares bans, the mode and the converted sets of events with what the journal left behind. */
import type { Event } from "../../core/event.ts";
import type { Exchange } from "../../core/state.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import type { Sql } from "../sql/database.ts";

/** Time of each ban that holds, by the owner's address, as far as the events went. */
export type BanTimes = Map<string, number>;

export function noteBans(bans: BanTimes, at: number, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === "banned") bans.set(event.address, at);
    if (event.type === "unbanned") bans.delete(event.address);
  }
}

export async function compareBans(sql: Sql, bans: BanTimes, differences: Differences): Promise<void> {
  const rows = await sql<KeyedRow[]>`select address as key, at as value from bans order by address`;
  compareKeyed(rows, bans, { what: "ban of", column: "at", differences });
}

/** The mode that was set last, and when; `undefined` when none was. */
export type LastMode = { last: { readonly mode: string; readonly at: number } | undefined };

export function noteMode(noted: LastMode, at: number, events: readonly Event[]): void {
  for (const event of events) if (event.type === "mode-changed") noted.last = { mode: event.mode, at };
}

export async function compareMode(sql: Sql, { last }: LastMode, differences: Differences): Promise<void> {
  const [row] = await sql<{ mode: string; at: number }[]>`select mode, at from exchange_mode`;
  const none = { mode: undefined, at: undefined };
  compareValues(differences, "mode of the exchange", last ?? none, row ?? none);
}

export async function compareConverted(
  sql: Sql,
  { events }: Exchange,
  differences: Differences,
): Promise<void> {
  const rows = await sql<KeyedRow[]>`
    select event::text as key, converted as value from event_states order by event`;
  const expected = [...events.values()].filter(({ converted }) => converted > 0);
  const byId = new Map(expected.map(({ id, converted }) => [id, converted]));
  compareKeyed(rows, byId, { what: "state of event", column: "converted", differences });
}

type KeyedRow = { readonly key: string; readonly value: number };
type KeyedComparison = { readonly what: string; readonly column: string; readonly differences: Differences };

function compareKeyed(
  rows: readonly KeyedRow[],
  expected: ReadonlyMap<string, number>,
  { what, column, differences }: KeyedComparison,
): void {
  const missing = new Map(expected);
  for (const { key, value } of rows) {
    if (expected.has(key))
      compareValues(differences, `${what} ${key}`, { [column]: expected.get(key) }, { [column]: value });
    else addDifference(differences, `${what} ${key}: it is in the table, and not in the journal`);
    missing.delete(key);
  }
  for (const key of missing.keys()) addDifference(differences, `${what} ${key}: it is not in the table`);
}
