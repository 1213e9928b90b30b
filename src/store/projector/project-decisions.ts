/**
 * Rows of decisions about markets and owners: converted sets, bans, the mode, steps of resolutions, the audit log and
 * executed requests. They take several statements, within the transaction of a flush; they are rare.
 */
import type { Client } from "pg";
import type { EventOf } from "../../core/events/event.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { RequestName } from "../../core/request.ts";
import type { Lots } from "../../core/units.ts";
import type { JournalHead } from "../journal/journal.ts";
import { resolutionStep } from "../reads/resolution-steps.ts";
import type { ResolutionStep } from "../reads/resolution-steps.ts";
import { byteaArray } from "../sql/bytea-array.ts";
import type { Sql } from "../sql/database.ts";
import type { BatchPosition } from "../tables/table.ts";
import type { TouchedState } from "./touched.ts";

/** The batch of a row, and the index of the row's event in it. */
type EventPosition = BatchPosition & { readonly place: number };

export type DecisionRows = {
  /** Sets that an event's markets converted to collateral, by event. */
  readonly converted: Map<string, Lots>;
  /** Wallets by address: the engine time of the ban, or `undefined` if it was lifted. */
  readonly bans: Map<string, number | undefined>;
  /** The last mode, in a list of at most one. */
  readonly modes: { readonly mode: ExchangeMode; readonly at: number }[];
  readonly steps: (EventPosition & ResolutionStep & { readonly market: number })[];
  readonly audited: (EventPosition & { readonly event: EventOf<"operated"> })[];
  readonly requests: PlacedRequest[];
};

/** Reads the rows of a batch from the state, which must be as the batch left it. */
export function readDecisions(touched: TouchedState, batch: BatchPosition): DecisionRows {
  const { seq, at } = batch;
  return {
    converted: new Map(Array.from(touched.converted, ([id, event]) => [id, event.converted])),
    bans: new Map(Array.from(touched.bans, ([address, banned]) => [address, banned ? at : undefined])),
    modes: touched.modes.slice(-1).map((mode) => ({ mode, at })),
    steps: touched.steps.map(({ place, event }) => ({
      ...resolutionStep(event, at),
      seq,
      place,
      market: event.market.no,
    })),
    audited: touched.operated.map(({ place, event }) => ({ seq, at, place, event })),
    requests: touched.requests.map(({ place, event }) => ({ seq, at, place, event })),
  };
}

export function mergeDecisions(rows: DecisionRows, next: DecisionRows): void {
  for (const [id, converted] of next.converted) rows.converted.set(id, converted);
  for (const [address, at] of next.bans) rows.bans.set(address, at);
  if (next.modes.length > 0) rows.modes.splice(0, 1, ...next.modes);
  rows.steps.push(...next.steps);
  rows.audited.push(...next.audited);
  rows.requests.push(...next.requests);
}

/** True if there are any decisions. */
export const hasDecisions = ({ converted, bans, modes, steps, audited, requests }: DecisionRows): boolean =>
  converted.size + bans.size + modes.length + steps.length + audited.length + requests.length > 0;

/** Writes decisions, within the caller's transaction. */
export async function projectDecisions(client: Client, rows: DecisionRows): Promise<void> {
  await writeConverted(client, rows);
  await writeBans(client, rows);
  await writeMode(client, rows);
  await writeSteps(client, rows);
  await writeAudit(client, rows);
  await projectRequests(client, rows.requests);
}

async function writeConverted(client: Client, { converted }: DecisionRows): Promise<void> {
  if (converted.size === 0) return;
  await client.query(
    `insert into event_states (event, converted) select * from unnest($1::bigint[], $2::bigint[])
     on conflict (event) do update set converted = excluded.converted`,
    [[...converted.keys()], [...converted.values()]],
  );
}

async function writeBans(client: Client, { bans }: DecisionRows): Promise<void> {
  if (bans.size === 0) return;
  const lifted = [...bans].flatMap(([address, at]) => (at === undefined ? address : []));
  const banned = [...bans].flatMap(([address, at]) => (at === undefined ? [] : { address, at }));
  await client.query("delete from bans where address = any($1::text[])", [lifted]);
  await client.query(
    `insert into bans (address, at) select * from unnest($1::text[], $2::bigint[])
     on conflict (address) do update set at = excluded.at`,
    [banned.map(({ address }) => address), banned.map(({ at }) => at)],
  );
}

async function writeMode(client: Client, { modes: [last] }: DecisionRows): Promise<void> {
  if (last === undefined) return;
  await client.query(
    `insert into exchange_mode (mode, at) values ($1, $2)
     on conflict (single) do update set mode = excluded.mode, at = excluded.at`,
    [last.mode, last.at],
  );
}

async function writeSteps(client: Client, { steps }: DecisionRows): Promise<void> {
  if (steps.length === 0) return;
  await client.query(
    `insert into resolution_steps (batch, place, at, market, step, payout, evidence, link)
     select batch, place, at, market, step, payout::smallint[], evidence, link
     from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[])
       as row (batch, place, at, market, step, payout, evidence, link)`,
    [
      steps.map(({ seq }) => seq),
      steps.map(({ place }) => place),
      steps.map(({ at }) => at),
      steps.map(({ market }) => market),
      steps.map(({ step }) => step),
      steps.map(({ payout }) => payout && `{${payout.join()}}`),
      steps.map(({ evidence }) => evidence),
      steps.map(({ link }) => link),
    ],
  );
}

async function writeAudit(client: Client, { audited }: DecisionRows): Promise<void> {
  for (const { seq, place, at, event } of audited) {
    const { operator, action, subject, reason, details } = event;
    await client.query(
      `insert into audit (batch, place, at, operator, action, subject, reason, details)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [seq, place, at, operator, action, subject, reason, JSON.stringify(details)],
    );
  }
}

// Executed requests: the table `requests` has those of more than a day, so that none is executed twice. Their age is
// the time between requests, added up. No gap counts for more than an hour, so that a clock that jumps makes the
// exchange forget nothing.

const HOUR_MS = 3_600_000;

/** Age at which a request is forgotten: a day, as documented for clients, and an hour more. */
const REQUEST_RETENTION_MS = 25 * HOUR_MS;

/** Returns the age of a request of engine time `at` that comes after `last`. */
const ageAfter = (last: Pick<RequestRow, "at" | "age"> | undefined, at: number): number =>
  last === undefined ? 0 : last.age + Math.min(at - last.at, HOUR_MS);

/** A remembered request with its result; `seq`, `at` and `hash` are those of its batch. */
export type StoredRequest = JournalHead & { readonly name: RequestName; readonly result: unknown };

type Row = JournalHead & {
  readonly caller: string;
  readonly key: Buffer | null;
  readonly signed: Buffer | null;
  readonly content: Buffer;
  readonly result: string;
};

/** Finds the requests with the key or the signature of one of these, the earliest first. */
export async function findRequests(sql: Sql, names: readonly RequestName[]): Promise<StoredRequest[]> {
  const keys = byteaArray(names.flatMap(({ key }) => key ?? []));
  const signed = byteaArray(names.flatMap((name) => name.signed ?? []));
  const rows = await sql<Row[]>`
    select batch as seq, requests.at, hash, caller, key, signed, content, result
    from requests join journal on journal.seq = batch
    where key = any(${keys}::text::bytea[]) or signed = any(${signed}::text::bytea[])
    order by batch, place`;
  return rows.map(({ seq, at: doneAt, hash, result, ...name }) => ({
    seq,
    at: doneAt,
    hash,
    name: requestNameOfRow(name),
    result: JSON.parse(result),
  }));
}

const requestNameOfRow = ({
  caller,
  key,
  signed,
  content,
}: Omit<Row, "result" | keyof JournalHead>): RequestName => ({
  caller,
  ...(key !== null && { key: key.toString("hex") }),
  ...(signed !== null && { signed: signed.toString("hex") }),
  content: content.toString("hex"),
});

/** A request of a batch as its row. */
export type RequestRow = {
  readonly batch: number;
  readonly place: number;
  readonly at: number;
  readonly age: number;
  readonly event: EventOf<"request-done">;
};

type RequestFields = Pick<RequestRow, "place" | "event">;

/** A request with its batch. */
type PlacedRequest = RequestFields & Pick<JournalHead, "seq" | "at">;

/** Writes the requests of consecutive batches, after those that the table has. */
async function projectRequests(client: Client, requests: readonly PlacedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const { rows } = await client.query<Pick<RequestRow, "at" | "age">>(
    "select at::float8 as at, age::float8 as age from requests order by batch desc, place desc limit 1",
  );
  const remembered = createRequestRowBuffer(rows[0]);
  for (const { seq, at, place, event } of requests) remembered.add({ seq, at }, [{ place, event }]);
  await writeRequests(client, remembered.list());
}

/** Adds rows of one or more batches, and deletes rows that the latest of them makes too old. */
export async function writeRequests(client: Client, rows: readonly RequestRow[]): Promise<void> {
  const last = rows.at(-1);
  if (last === undefined) return;
  await client.query("delete from requests where age <= $1", [last.age - REQUEST_RETENTION_MS]);
  await client.query(
    `insert into requests (batch, place, at, age, caller, key, signed, content, result)
     select batch, place, at, age, caller, decode(key, 'hex'), decode(signed, 'hex'), decode(content, 'hex'), result
     from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[]) as row (batch, place, at, age, caller, key, signed, content, result)`,
    [
      rows.map(({ batch }) => batch),
      rows.map(({ place }) => place),
      rows.map(({ at }) => at),
      rows.map(({ age }) => age),
      rows.map(({ event }) => event.caller),
      rows.map(({ event }) => event.key ?? null),
      rows.map(({ event }) => event.signed ?? null),
      rows.map(({ event }) => event.content),
      rows.map(({ event }) => resultText(event.result)),
    ],
  );
}

/** Returns the result as stored in its row. */
export const resultText = (result: unknown): string => JSON.stringify(result ?? null);

/** The remembered rows, to which one batch after the other adds its own. */
export type RequestRowBuffer = {
  add(batch: Pick<JournalHead, "seq" | "at">, requests: readonly RequestFields[]): void;
  /** Lists the rows in the order of the journal. */
  list(): readonly RequestRow[];
};

/** Creates the list of rows after `before`, the last that is stored. */
export function createRequestRowBuffer(before?: Pick<RequestRow, "at" | "age">): RequestRowBuffer {
  let rows: RequestRow[] = [];
  /** Index of the first remembered row; forgotten rows are removed when they are half of all. */
  let first = 0;
  return {
    add({ seq, at }, requests) {
      if (requests.length === 0) return;
      const age = ageAfter(rows.at(-1) ?? before, at);
      for (const { place, event } of requests) rows.push({ batch: seq, place, at, age, event });
      for (
        let row = rows[first];
        row !== undefined && row.age <= age - REQUEST_RETENTION_MS;
        row = rows[first]
      )
        first += 1;
      if (first < rows.length / 2) return;
      rows = rows.slice(first);
      first = 0;
    },
    list: () => rows.slice(first),
  };
}
