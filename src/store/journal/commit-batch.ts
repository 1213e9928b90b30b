/**
 * Writes one batch: its journal row and the rows it leaves in the read tables. They are ONE statement, so that a
 * commit is one round trip and one fsync. Listings and decisions of operators are rare: their statements come before
 * it in one transaction. A rebuild runs the same without the journal row. A data-modifying clause of the statement
 * does not see another's rows, so every row is written by one clause once.
 */
import type { Client } from "pg";
import { insert, update, upsert } from "./commit-writes.ts";
import type { TableWrite } from "./commit-writes.ts";
import { hasDecisions, projectDecisions } from "./project-decisions.ts";
import { projectListings } from "./project-listings.ts";
import { ACCOUNT_DAYS, ACCOUNTS } from "../tables/accounts.ts";
import {
  BUILDER_VOLUMES,
  EVENT_FIGURES,
  listFigures,
  MARKET_VOLUMES,
  PRICE_HISTORY,
} from "../tables/figures.ts";
import { EVENT_FLAGS, listEventFlags, listMarketFlags, MARKET_FLAGS } from "../tables/flags.ts";
import { MARKET_STATES } from "../tables/market-states.ts";
import { OPERATIONS, TRADES } from "../tables/movements.ts";
import { listChanged, listPlaced, ORDER_PROGRESS, ORDERS } from "../tables/orders.ts";
import { listPositions, POSITIONS } from "../tables/positions.ts";
import type { TouchedState } from "./touched.ts";

/** A batch as the journal keeps it. */
export type Batch = {
  readonly seq: number;
  /** Engine time, milliseconds. */
  readonly at: number;
  /** The events as JSON: the exact text that is hashed. */
  readonly events: string;
  readonly hash: Buffer;
};

const JOURNAL_ROW = `
  insert into journal (seq, previous, at, events, hash)
  select $1::bigint, nullif($1::bigint - 1, 0), $2::bigint, $3::text, $4::bytea where $3::text is not null`;

const WRITES: readonly TableWrite[] = [
  upsert(ACCOUNTS, ({ accounts }) => accounts.values()),
  upsert(POSITIONS, listPositions),
  insert(ORDERS, listPlaced),
  update(ORDER_PROGRESS, listChanged),
  insert(TRADES, ({ trades }) => trades),
  insert(OPERATIONS, ({ operations }) => operations),
  upsert(ACCOUNT_DAYS, ({ traders }) => traders.values()),
  upsert(BUILDER_VOLUMES, ({ builders }) => builders),
  upsert(PRICE_HISTORY, ({ records }) => records),
  upsert(EVENT_FIGURES, listFigures),
  upsert(MARKET_VOLUMES, ({ volumes }) => volumes.values()),
  update(MARKET_FLAGS, listMarketFlags),
  update(EVENT_FLAGS, listEventFlags),
  upsert(MARKET_STATES, ({ markets }) => markets.values()),
];

function statementText(): string {
  let parameter = 5;
  const clauses = WRITES.map(({ parameters, sql }, index) => {
    const text = sql(parameter);
    parameter += parameters;
    return `write_${index} as (${text})`;
  });
  return `with journal_row as (${JOURNAL_ROW}), ${clauses.join(", ")} select`;
}

const statement = { name: "commit-batch", text: statementText() };

/** Commits a batch; it is durable when this returns. A failure leaves the outcome unknown only if the connection broke. */
export async function commitBatch(client: Client, batch: Batch, touched: TouchedState): Promise<void> {
  if (touched.listings.length === 0 && !hasDecisions(touched)) return appendBatch(client, batch, touched);
  await client.query("begin");
  await appendBatch(client, batch, touched);
  await client.query("commit");
}

/** Writes a batch; one with listings or decisions within the caller's transaction. */
export const appendBatch = (
  client: Client,
  { seq, at, events, hash }: Batch,
  touched: TouchedState,
): Promise<void> => write(client, [seq, at, events, hash], touched);

/** Writes the read tables' rows of a batch that the journal has already, within the caller's transaction. */
export const projectBatch = (client: Client, { seq, at }: Batch, touched: TouchedState): Promise<void> =>
  write(client, [seq, at, null, null], touched);

type JournalValues = readonly [seq: number, at: number, events: string | null, hash: Buffer | null];

async function write(client: Client, journalled: JournalValues, touched: TouchedState): Promise<void> {
  const [seq, at] = journalled;
  if (touched.listings.length > 0) await projectListings(client, touched);
  if (hasDecisions(touched)) await projectDecisions(client, journalled, touched);
  const rows = WRITES.flatMap(({ values }) => values(touched, { seq, at }));
  await client.query({ ...statement, values: [...journalled, ...rows] });
}
