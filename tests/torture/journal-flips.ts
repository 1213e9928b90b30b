/**
 * Damages a journal in PostgreSQL and asks the verification whether it notices. What is damaged lies in a copy of a
 * database, without the constraints that would refuse most of it; every damage is undone after it was looked for.
 */
import { createDifferences } from "../../src/store/journal/differences.ts";
import { createJournalReplay, JOURNAL_ROWS, replayJournal } from "../../src/store/journal/verify-journal.ts";
import type { JournalRow } from "../../src/store/journal/verify-journal.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { streamRows } from "../../src/store/sql/table-stream.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

/** In words, and what it does; a statement that PostgreSQL refuses, or that changes nothing, damages nothing. */
type Damage = { readonly what: string; readonly text: string };

/** How many damages of each kind there were, and those that nobody noticed. */
export type FlipReport = { readonly damages: Map<string, number>; readonly missed: string[] };

/** Of the journal that is damaged: the first ones, which have listings, accounts, shares and orders. */
const BATCHES = 40;
const NUMBERS = ["seq", "previous", "at"] as const;

/** Any bit of a number, its sign too: a missing one becomes a number. */
function flipNumber(random: Random, row: string): Damage {
  const column = random.pick(NUMBERS);
  const bit = random.below(64);
  const text = `update journal set ${column} = coalesce(${column}, 0) # (1::bigint << ${bit}) where ${row}`;
  return { what: `flipped bit of ${column}`, text };
}

function flipHash(random: Random, row: string): Damage {
  const bit = random.below(256);
  const text = `update journal set hash = set_bit(hash, ${bit}, 1 - get_bit(hash, ${bit})) where ${row}`;
  return { what: "flipped bit of hash", text };
}

/** Text that is not UTF-8 afterwards PostgreSQL refuses itself. */
export function flipEvents(random: Random, row: string): Damage {
  const bytes = "convert_to(events, 'UTF8')";
  const place = `(${random.below(2 ** 30)} % octet_length(${bytes}))`;
  const changed = random.chance(50)
    ? `set_byte(${bytes}, ${place}, get_byte(${bytes}, ${place}) # ${1 << random.below(7)})`
    : `set_byte(${bytes}, ${place}, ${random.between(1, 127)})`;
  const text = `update journal set events = convert_from(${changed}, 'UTF8') where ${row} and convert_from(${changed}, 'UTF8') <> events`;
  return { what: "changed byte of events", text };
}

/** Rows that go, come, or change places. */
function moveRows(random: Random, row: string, last: number): Damage {
  const other = random.between(1, last);
  return random.pick<Damage>([
    // Without the last, which the tables know of.
    { what: "deleted batch", text: `delete from journal where ${row} and seq < ${last}` },
    { what: "doubled batch", text: `insert into journal select * from journal where ${row}` },
    {
      what: "batch that stands elsewhere too",
      text: `insert into journal select seq + ${last}, previous, at, events, hash from journal where ${row}`,
    },
    {
      what: "two batches that changed places",
      text: `update journal set (at, events, hash) = (select at, events, hash from journal a where a.seq = ${other}) where ${row} and seq <> ${other}`,
    },
    { what: "batch without events", text: `update journal set events = '[]' where ${row}` },
  ]);
}

const drawDamage = (random: Random, row: string, last: number): Damage =>
  random.pick([flipNumber, flipHash, flipEvents, moveRows])(random, row, last);

export type Flipping = {
  /** Of a database that nobody else uses and that is good for nothing else afterwards. */
  readonly url: string;
  readonly seed: number;
  readonly count: number;
  /** How a damage is drawn; any kind unless said otherwise. */
  readonly draw?: (random: Random, row: string, last: number) => Damage;
  readonly onDamage?: (done: number) => void;
};

/** Damages the journal so many times. */
export async function flipJournal(flipping: Flipping): Promise<FlipReport> {
  const { url, seed, count, draw = drawDamage, onDamage } = flipping;
  const random = createRandom(seed);
  const report: FlipReport = { damages: new Map(), missed: [] };
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    await dropConstraints(sql);
    // Each damage is looked for from the first batch on.
    await sql`delete from journal where seq > ${BATCHES}`;
    const [{ last }] = await sql<[{ last: number }]>`select max(seq) as last from journal`;
    for (let done = 0; done < count;) {
      const seq = random.between(1, last);
      const { what, text } = draw(random, `seq = ${seq}`, last);
      const noticed = await isNoticed(sql, text);
      if (noticed === undefined) continue;
      done += 1;
      report.damages.set(what, (report.damages.get(what) ?? 0) + 1);
      if (!noticed) report.missed.push(`${what} in batch ${seq}: ${text}`);
      onDamage?.(done);
    }
  } finally {
    await sql.end();
  }
  return report;
}

async function dropConstraints(sql: Sql): Promise<void> {
  const constraints = await sql<{ name: string }[]>`
    select quote_ident(conname) as name from pg_constraint
    where conrelid = 'journal'::regclass and contype <> 'n' order by contype = 'p'`;
  for (const { name } of constraints) await sql.unsafe(`alter table journal drop constraint ${name}`);
  await sql`create index if not exists journal_seq on journal (seq)`;
  for (const column of ["seq", "at", "events", "hash"])
    await sql`alter table journal alter column ${sql(column)} drop not null`;
}

/** Whether the verification notices it; `undefined` when it does not come to be. */
async function isNoticed(sql: Sql, text: string): Promise<boolean | undefined> {
  await sql`begin`;
  try {
    const { count } = await sql.unsafe(text);
    if (count === 0) return undefined;
  } catch {
    await sql`rollback`;
    return undefined;
  }
  try {
    return await isFound(sql);
  } finally {
    await sql`rollback`;
  }
}

async function isFound(sql: Sql): Promise<boolean> {
  const differences = createDifferences();
  const rows = streamRows<JournalRow>(sql, JOURNAL_ROWS);
  for await (const batch of replayJournal(rows, createJournalReplay(), differences)) void batch;
  return differences.count > 0;
}
