/**
 * Checks a whole database. It replays the journal from its first batch, rebuilds the read tables beside the live ones
 * with the code of `presage rebuild`, and compares the two. The exchange that a start would load is compared with the
 * replayed one; then the money must add up. Tables are compared as of their last batch; the batches after it are
 * replayed, as a start would. Reads one snapshot, so an exchange may go on meanwhile. Memory grows with the present
 * state, not with the history; the rebuilt tables take as much disk as the live ones until the end.
 */
import type { Client } from "pg";
import { elementAt } from "../../core/values/element-at.ts";
import type { Event } from "../../core/events/event.ts";
import { addDifference, createDifferences, namingRelease, shownValue } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { tablesAheadText, tablesMovedText } from "../journal/journal.ts";
import { JOURNAL_ROWS, createJournalReplay, replayJournal } from "../journal/verify-journal.ts";
import type { JournalReplay, JournalRow } from "../journal/verify-journal.ts";
import { useIndexes } from "../journal/writer-session.ts";
import { createBulkProjection } from "../projector/bulk-projection.ts";
import type { BulkProjection } from "../projector/bulk-projection.ts";
import { loadTables } from "../projector/load-tables.ts";
import { collectTouched } from "../projector/projection.ts";
import { analyzeTables } from "../projector/rebuild-tables.ts";
import { joinSnapshot, withCopySession } from "../sql/copied-rows.ts";
import type { Sql } from "../sql/database.ts";
import { streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { getErrorCode, getErrorMessage } from "../sql/unavailable.ts";
import { READ_TABLES, READ_TABLE_ROWS } from "../tables/read-tables.ts";
import type { ReadTable } from "../tables/read-tables.ts";
import { compareLoaded } from "./verify-loaded.ts";
import { checkMoney, checkReplayed } from "./verify-money.ts";

// Scratch tables: the read tables rebuilt from the journal, as temporary tables of one session, beside the live ones.
// PostgreSQL finds a temporary table before the live one of its name, so the projection needs no other SQL. Nobody else
// sees the tables, and the server drops them when the session ends, however it ends. The transaction that fills them is
// read-only: no write can reach a live table.

/** Database column, with its type as `format_type` names it; names are quoted for SQL. */
type LiveColumn = { readonly name: string; readonly type: string };

/** A live table (not the scratch table rebuilt from the journal), with the columns that the database reports. */
type LiveTable = {
  readonly table: ReadTable;
  /** Name with the schema: the name alone is the scratch table. */
  readonly live: string;
  readonly key: readonly LiveColumn[];
  /** The other columns, except generated ones, which follow from these. */
  readonly columns: readonly LiveColumn[];
};

export type ScratchTables = {
  readonly client: Client;
  readonly tables: readonly LiveTable[];
  readonly projection: BulkProjection;
};

/** Calls `use` with empty scratch tables in a session that sees the snapshot. */
export const withScratchTables = <T>(
  snapshot: Snapshot,
  use: (scratch: ScratchTables) => Promise<T>,
): Promise<T> =>
  withCopySession(snapshot.url, async (client) => {
    await requireTemporary(client);
    const tables = await readLiveTables(client);
    await client.query(`begin read write; ${tables.map(createSql).join("; ")}; commit`);
    await joinSnapshot(client, snapshot);
    await useIndexes(client);
    return use({ client, tables, projection: createBulkProjection(client) });
  });

/** Writes the remaining rows, and prepares the session for reading whole tables. */
export async function finishScratch({ client, projection }: ScratchTables): Promise<void> {
  await projection.finish();
  await analyzeTables(client);
  for (const method of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`reset enable_${method}`);
  await client.query("set cursor_tuple_fraction = 1");
}

/** Throws one clear sentence if this role or this server can have no temporary tables. */
async function requireTemporary(client: Client): Promise<void> {
  const { rows } = await client.query<{ why: string | null }>(
    `select case when pg_is_in_recovery() then 'the database is a standby: use the primary'
       when not has_database_privilege(current_database(), 'temporary')
       then 'the role ' || current_user || ' may make none in this database: grant it TEMPORARY on it' end as why`,
  );
  const why = rows[0]?.why ?? undefined;
  if (why !== undefined) throw new Error(`Replayed tables are temporary ones, and ${why}.`);
}

type ColumnRow = LiveColumn & { readonly table: string; readonly live: string; readonly isKey: boolean };

async function readLiveTables(client: Client): Promise<LiveTable[]> {
  const { rows } = await client.query<ColumnRow>(
    `select relname as table, relnamespace::regnamespace || '.' || quote_ident(relname) as live,
       quote_ident(attname) as name, format_type(atttypid, null) as type, attnum = any(indkey) as "isKey"
     from pg_class join pg_attribute on attrelid = pg_class.oid join pg_index on indrelid = pg_class.oid and indisprimary
     where relnamespace = current_schema()::regnamespace and relname = any($1) and attnum > 0 and not attisdropped
       and attgenerated = '' order by array_position(indkey, attnum), attnum`,
    [READ_TABLES],
  );
  return READ_TABLE_ROWS.map((table) => {
    const all = rows.filter((row) => row.table === table.name);
    const [first] = all;
    if (first === undefined) throw new Error(`The database has no table ${table.name} with a primary key.`);
    const [key, columns] = [all.filter(({ isKey }) => isKey), all.filter(({ isKey }) => !isKey)];
    return { table, live: first.live, key, columns };
  });
}

/** Returns the SQL of an empty copy without checks, so that a journal that contradicts itself is reported as such. */
function createSql({ table: { name, index }, live, key }: LiveTable): string {
  const columns = key.map((column) => column.name).join(", ");
  const indexed = index === undefined ? "" : `; create index on pg_temp.${name} ${index}`;
  return `create temporary table ${name} (like ${live} including defaults including generated, primary key (${columns}))${indexed}`;
}

// Compares every live read table with its scratch table, row by row in both directions, by one query for each. Only
// rows that differ leave the server, page by page.

/** Rows in memory at a time. */
const PAGE = 100;

/** Compares the tables in order; `onTable` is called after each with their number so far and in all. */
async function compareTables(
  { client, tables }: ScratchTables,
  differences: Differences,
  onTable?: (done: number, total: number) => void,
): Promise<void> {
  for (const [place, table] of tables.entries()) {
    await client.query(`declare differing no scroll cursor for ${differingSql(table)}`);
    for (let rows: DifferingRow[] = []; ;) {
      ({ rows } = await client.query<DifferingRow>(`fetch ${PAGE} from differing`));
      for (const row of rows) describeRow(table, row, differences);
      if (rows.length < PAGE) break;
    }
    await client.query("close differing");
    onTable?.(place + 1, tables.length);
  }
}

type RowTexts = readonly (string | null)[];

/** A row of only one table, or one that differs: the texts of its key, and of both sides' columns in their order. */
type DifferingRow = {
  readonly key: RowTexts;
  readonly is_found: boolean;
  readonly is_expected: boolean;
  readonly differs: readonly boolean[];
  readonly found: RowTexts;
  readonly expected: RowTexts;
};

function differingSql({ table, live, columns, key }: LiveTable): string {
  const { name: scratch, zeroIfBlank } = table;
  const first = elementAt(key, 0).name;
  const either = (name: string): string => `coalesce(found.${name}, expected.${name})`;
  const found = (name: string): string => `found.${name}`;
  const expected = (name: string): string =>
    zeroIfBlank === undefined ? `expected.${name}` : `coalesce(expected.${name}, 0)`;
  const differs = columns.map(({ name }) => `${found(name)} is distinct from ${expected(name)}`);
  const isMissing = zeroIfBlank === undefined ? "true" : `expected.${zeroIfBlank} <> 0`;
  const isExtra = zeroIfBlank === undefined ? `expected.${first} is null` : "false";
  return `
    select found.${first} is not null as is_found, expected.${first} is not null as is_expected,
      ${textsSql(key, either)} as key, array[${differs.join(", ")}]::boolean[] as differs,
      ${textsSql(columns, found)} as found, ${textsSql(columns, expected)} as expected
    from ${live} as found full join ${scratch} as expected
      on ${key.map(({ name }) => `found.${name} = expected.${name}`).join(" and ")}
    where case when found.${first} is null then ${isMissing} else ${[isExtra, ...differs].join(" or ")} end
    order by ${key.map(({ name }) => either(name)).join(", ")}`;
}

/** Returns the SQL of an array of texts. */
function textsSql(columns: readonly LiveColumn[], valueOf: (name: string) => string): string {
  const texts = columns.map(({ name, type }) => {
    if (type === "bytea") return `encode(${valueOf(name)}, 'hex')`;
    return type.endsWith("[]") ? `array_to_string(${valueOf(name)}, ', ')` : `${valueOf(name)}::text`;
  });
  return `array[${texts.join(", ")}]::text[]`;
}

function describeRow({ table, columns, key }: LiveTable, row: DifferingRow, differences: Differences): void {
  const { words = {}, nameRow, zeroIfBlank, quotesNumbers } = table;
  const subject = nameRow(Object.fromEntries(key.map(({ name }, place) => [name, row.key[place] ?? ""])));
  const add = (text: string): void => addDifference(differences, `${subject}: ${text}`);
  if (!row.is_found) return add(words["missing"] ?? "it is not in the table");
  if (!row.is_expected && zeroIfBlank === undefined)
    return add(words["extra"] ?? "it is in the table, and not in the journal");
  for (const [place, { name, type }] of columns.entries()) {
    if (row.differs[place] !== true) continue;
    const found = shownText(row.found[place] ?? null, type, quotesNumbers);
    const expected = shownText(row.expected[place] ?? null, type, quotesNumbers);
    const said = words[name] ?? `${name} is {found}, by the journal {expected}`;
    add(said.replace("{found}", () => found).replace("{expected}", () => expected));
  }
}

const NUMBERS = new Set(["smallint", "integer", "bigint"]);

function shownText(text: string | null, type: string, quotesNumbers = false): string {
  if (text !== null && (type === "boolean" || (NUMBERS.has(type) && !quotesNumbers))) return text;
  return shownValue(text !== null && type === "jsonb" ? JSON.stringify(JSON.parse(text)) : text);
}

export type Verification = {
  readonly ok: boolean;
  /** The kind of fault, on which the cure depends; `undefined` if everything agrees. */
  readonly fault: Fault | undefined;
  readonly batches: number;
  /** The last batch in the read tables; 0 if the tables do not state it. */
  readonly tables: number;
  readonly events: number;
  readonly orders: number;
  readonly trades: number;
  readonly accounts: number;
  readonly markets: number;
  /** Hash of the last batch, hex. */
  readonly head: string;
  /** Number of all differences; the first of them are in `differences`. */
  readonly differenceCount: number;
  readonly differences: readonly string[];
};

/**
 * The tables differ from the journal, or are ahead of it. Or the journal itself is wrong: its chain is broken, or it
 * cannot be replayed. A journal that contradicts itself can be replayed, and tables made from it are as wrong.
 */
export type Fault = "tables" | "tables-ahead" | "journal-damaged" | "journal-contradicts-itself";

type VerifyOptions = {
  /** Called after each batch with its sequence number and the last batch's. */
  readonly onBatch?: (seq: number, last: number) => void;
  /** Called after each compared table with their number so far and in all. */
  readonly onTable?: (done: number, total: number) => void;
};

type Checks = {
  readonly sql: Snapshot;
  readonly options: VerifyOptions;
  readonly replayed: JournalReplay;
  readonly scratch: ScratchTables;
  readonly differences: Differences;
  readonly counts: { orders: number; trades: number };
  /** True once nothing more is added to the scratch tables: they were compared, or cannot be made. */
  compared: boolean;
  /** True if the journal makes no tables, or tables that do not add up. */
  contradicted: boolean;
};

/** Verifies a database. Throws if the journal has events of a newer release. */
export const verifyExchange = (sql: Snapshot, options: VerifyOptions = {}): Promise<Verification> =>
  namingRelease(sql, () =>
    withScratchTables(sql, (scratch) =>
      verifyAll({
        sql,
        options,
        scratch,
        replayed: createJournalReplay(),
        differences: createDifferences(),
        counts: { orders: 0, trades: 0 },
        compared: false,
        contradicted: false,
      }),
    ),
  );

async function verifyAll(checks: Checks): Promise<Verification> {
  const { sql, replayed, differences, options } = checks;
  const rows = streamRows<JournalRow>(sql, JOURNAL_ROWS);
  const [{ last }] = await sql<[{ last: number }]>`select count(*)::int8 as last from journal`;
  const stored = await findStored(sql, last);
  checks.compared = stored === undefined;
  if (stored?.seq === 0) await finishChecks(checks);
  for await (const { batch, events } of replayJournal(rows, replayed, differences)) {
    if (!checks.compared) await projectBatch(checks, batch, events);
    if (batch.seq === stored?.seq) {
      if (stored.hash?.equals(batch.hash) !== true) addDifference(differences, tablesMovedText(batch.seq));
      await finishChecks(checks);
    }
    options.onBatch?.(batch.seq, last);
  }
  if (replayed.damaged)
    addDifference(
      differences,
      `the journal is damaged, so that the tables were ${checks.compared ? "compared only as far as it is whole" : "not compared"}`,
    );
  else if (stored === undefined)
    addDifference(differences, "read_tables has no row, without which the tables cannot be compared");
  else if (!checks.compared) {
    addDifference(differences, tablesAheadText(stored.seq, replayed.head.seq));
    await finishChecks(checks);
  }
  return summary(checks, stored?.seq ?? 0);
}

/** Adds the rows of a batch, after it was applied, to the scratch tables. */
async function projectBatch(checks: Checks, batch: JournalRow, events: readonly Event[]): Promise<void> {
  const touched = collectTouched(checks.replayed.replay.exchange, events);
  checks.counts.orders += touched.placed.length;
  checks.counts.trades += touched.trades.length;
  await makeTables(checks, () => checks.scratch.projection.add(batch, touched));
}

/** Compares the tables, once the replay has reached their batch. */
async function finishChecks(checks: Checks): Promise<void> {
  const { sql, options, scratch, replayed, differences } = checks;
  if (checks.compared) return;
  await makeTables(checks, () => finishScratch(scratch));
  if (checks.compared) return;
  checks.compared = true;
  await compareTables(scratch, differences, options.onTable);
  // Wrong tables may not load at all, and their sums say nothing new.
  if (differences.count > 0) return;
  const { exchange } = replayed.replay;
  await checkMoney(sql, exchange, differences);
  checks.contradicted = differences.count > 0;
  compareLoaded(exchange, (await loadTables(sql, exchange.rules)).exchange, differences);
}

/** Writes to the scratch tables. Values that no table can have are a fault of the journal. */
async function makeTables(checks: Checks, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!/^2[23]/.test(getErrorCode(error) ?? "")) throw error;
    addDifference(checks.differences, `journal: its batches make no tables: ${getErrorMessage(error)}`);
    checks.compared = true;
    checks.contradicted = true;
  }
}

/** Adds the faults of the journal itself, and returns the kind of all findings. */
function findFault({ replayed, differences, contradicted }: Checks, stored: number): Fault | undefined {
  if (replayed.damaged) return "journal-damaged";
  const before = differences.count;
  checkReplayed(replayed.replay.exchange, differences);
  if (contradicted || differences.count > before) return "journal-contradicts-itself";
  if (stored > replayed.head.seq) return "tables-ahead";
  return differences.count > 0 ? "tables" : undefined;
}

/** Reads the last batch in the read tables; `undefined` if the journal has batches and the tables state none. */
async function findStored(sql: Sql, last: number): Promise<StoredTables | undefined> {
  const [row] = await sql<StoredTables[]>`select seq, hash from read_tables`;
  return row ?? (last === 0 ? { seq: 0, hash: null } : undefined);
}

type StoredTables = { readonly seq: number; readonly hash: Buffer | null };

function summary(checks: Checks, tables: number): Verification {
  const fault = findFault(checks, tables);
  const { replay, head, events } = checks.replayed;
  const { accounts, markets } = replay.exchange;
  const { count, found } = checks.differences;
  return {
    ok: count === 0,
    fault,
    batches: head.seq,
    tables,
    events,
    ...checks.counts,
    accounts: Object.keys(accounts).length,
    markets: Object.keys(markets).length,
    head: head.hash.toString("hex"),
    differenceCount: count,
    differences: found,
  };
}
