/**
 * Executed requests: the table `requests` has those of more than a day, so that none is executed twice. Their age is
 * the time between requests, added up. No gap counts for more than an hour, so that a clock that jumps makes the
 * exchange forget nothing.
 */
import type { Client } from "pg";
import type { EventOf } from "../../core/event.ts";
import type { RequestName } from "../../core/request.ts";
import type { JournalHead } from "../journal/journal.ts";
import { byteaArray } from "../sql/bytea-array.ts";
import type { Sql } from "../sql/database.ts";

const HOUR_MS = 3_600_000;

/** Age at which a request is forgotten: a day, as documented for clients, and an hour more. */
export const REMEMBERED_MS = 25 * HOUR_MS;

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
    name: nameOf(name),
    result: JSON.parse(result),
  }));
}

const nameOf = ({ caller, key, signed, content }: Omit<Row, "result" | keyof JournalHead>): RequestName => ({
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

type RequestOf = Pick<RequestRow, "place" | "event">;

/** A request with its batch. */
export type PlacedRequest = RequestOf & Pick<JournalHead, "seq" | "at">;

/** Writes the requests of consecutive batches, after those that the table has. */
export async function projectRequests(client: Client, requests: readonly PlacedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const { rows } = await client.query<Pick<RequestRow, "at" | "age">>(
    "select at::float8 as at, age::float8 as age from requests order by batch desc, place desc limit 1",
  );
  const remembered = rememberRows(rows[0]);
  for (const { seq, at, place, event } of requests) remembered.add({ seq, at }, [{ place, event }]);
  await writeRequests(client, remembered.list());
}

/** Adds rows of one or more batches, and deletes rows that the latest of them makes too old. */
export async function writeRequests(client: Client, rows: readonly RequestRow[]): Promise<void> {
  const last = rows.at(-1);
  if (last === undefined) return;
  await client.query("delete from requests where age <= $1", [last.age - REMEMBERED_MS]);
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
export type RememberedRows = {
  add(batch: Pick<JournalHead, "seq" | "at">, requests: readonly RequestOf[]): void;
  /** Lists the rows in the order of the journal. */
  list(): readonly RequestRow[];
};

/** Creates the list of rows after `before`, the last that is stored. */
export function rememberRows(before?: Pick<RequestRow, "at" | "age">): RememberedRows {
  let rows: RequestRow[] = [];
  /** Index of the first remembered row; forgotten rows are removed when they are half of all. */
  let first = 0;
  return {
    add({ seq, at }, requests) {
      if (requests.length === 0) return;
      const age = ageAfter(rows.at(-1) ?? before, at);
      for (const { place, event } of requests) rows.push({ batch: seq, place, at, age, event });
      for (let row = rows[first]; row !== undefined && row.age <= age - REMEMBERED_MS; row = rows[first])
        first += 1;
      if (first < rows.length / 2) return;
      rows = rows.slice(first);
      first = 0;
    },
    list: () => rows.slice(first),
  };
}
