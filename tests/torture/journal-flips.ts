/**
 * Damages a journal in PostgreSQL and checks that the verification notices. The journal is a copy without the
 * constraints that would refuse most damages, and each damage is undone after the check.
 */
import { createDifferences } from "../../src/store/journal/differences.ts";
import { createJournalReplay, JOURNAL_ROWS, replayJournal } from "../../src/store/journal/verify-journal.ts";
import type { JournalRow } from "../../src/store/journal/verify-journal.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { streamRows } from "../../src/store/sql/table-stream.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

/** A damage in words and as a statement. It has no effect where PostgreSQL refuses the statement or no row changes. */
type Damage = { readonly what: string; readonly text: string };

/** Number of damages by kind, and the damages that were not noticed. */
export type FlipReport = { readonly damages: Map<string, number>; readonly missed: string[] };

/** Number of the first batches that are damaged; they have listings, accounts, shares and orders. */
const BATCHES = 40;
const NUMBERS = ["seq", "previous", "at"] as const;

/** Flips any bit of a number, its sign included; an absent number gets a value. */
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

/** Flips bits of the events' text; PostgreSQL refuses text that is no longer UTF-8. */
export function flipEvents(random: Random, row: string): Damage {
  const bytes = "convert_to(events, 'UTF8')";
  const place = `(${random.below(2 ** 30)} % octet_length(${bytes}))`;
  const changed = random.chance(50)
    ? `set_byte(${bytes}, ${place}, get_byte(${bytes}, ${place}) # ${1 << random.below(7)})`
    : `set_byte(${bytes}, ${place}, ${random.between(1, 127)})`;
  const text = `update journal set events = convert_from(${changed}, 'UTF8') where ${row} and convert_from(${changed}, 'UTF8') <> events`;
  return { what: "changed byte of events", text };
}

/** Deletes, adds or swaps rows. */
function moveRows(random: Random, row: string, last: number): Damage {
  const other = random.between(1, last);
  return random.pick<Damage>([
    // All but the last batch, which the tables refer to.
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
  /** URL of a database that nobody else uses, and that is useless afterwards. */
  readonly url: string;
  readonly seed: number;
  readonly count: number;
  /** Draws a damage; by default of any kind. */
  readonly draw?: (random: Random, row: string, last: number) => Damage;
  readonly onDamage?: (done: number) => void;
};

/** Damages the journal COUNT times. */
export async function flipJournal(flipping: Flipping): Promise<FlipReport> {
  const { url, seed, count, draw = drawDamage, onDamage } = flipping;
  const random = createRandom(seed);
  const report: FlipReport = { damages: new Map(), missed: [] };
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    await dropConstraints(sql);
    // Each verification begins at the first batch, so the journal is kept short.
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

/** True if the verification notices the damage; `undefined` when the damage has no effect. */
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
