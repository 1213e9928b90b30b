/**
 * Ledger of an owner's wallets, newest first: their sides of fills, and operations. It merges three streams, each read
 * by its own index: fills as taker, fills as maker, and operations. Committed rows never change, so a page that
 * continues at each stream's cursor skips none.
 */
import type { Outcome, Side } from "../../../core/state.ts";
import type { Lots, Micros, Ticks } from "../../../core/units.ts";
import type { Sql } from "../../sql/database.ts";

/** Cursor with an exclusive upper bound for each stream: trade numbers by role; batch, index and leg of operations. */
export type LedgerCursor = readonly [taker: number, maker: number, batch: number, place: number, leg: number];

export type LedgerRole = "taker" | "maker";

type SettledEntry = {
  /** Lower-case address of the wallet. */
  readonly address: string;
  readonly batch: number;
  /** Milliseconds. */
  readonly at: number;
  /** Journal hash of the batch. */
  readonly hash: Buffer;
};

export type LedgerFill = SettledEntry & {
  readonly role: LedgerRole;
  /** Number of the trade. */
  readonly no: number;
  readonly conditionId: string;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly lots: Lots;
  /** Price of outcome 0. */
  readonly price: Ticks;
  readonly fee: Micros;
};

/** Kinds of operations. */
export const LEDGER_KINDS = [
  "deposit",
  "withdrawal",
  "debit",
  "split",
  "merge",
  "redemption",
  "conversion",
  "failed-settlement",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Change of the wallet's shares of each outcome of a market by an operation; negative if taken. */
export type OperationLeg = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly lots: readonly [Lots, Lots];
};

export type LedgerOperation = SettledEntry & {
  readonly role: "operation";
  /** Index of the event in the batch. */
  readonly place: number;
  /** Leg number: 0, except for a failed settlement, where each party has a leg. */
  readonly leg: number;
  readonly kind: LedgerKind;
  readonly collateral: Micros;
  readonly legs: readonly OperationLeg[];
};

export type LedgerEntry = LedgerFill | LedgerOperation;

/** Finds the cursor above everything that is committed. */
export async function findLedgerTop(sql: Sql): Promise<LedgerCursor> {
  const [top] = await sql<{ trade: number; batch: number }[]>`
    select (select coalesce(max(no), 0) from trades) as trade,
      (select coalesce(max(seq), 0) from read_tables) as batch`;
  const { trade, batch } = top ?? { trade: 0, batch: 0 };
  return [trade + 1, trade + 1, batch + 1, 0, 0];
}

export type LedgerPage = {
  readonly owner: string;
  /** One wallet of the owner; all wallets if undefined. */
  readonly address: string | undefined;
  readonly below: LedgerCursor;
  readonly limit: number;
};

/** Lists the entries below the cursor, newest first: by batch, then fills before operations, then by number. */
export function listLedger(sql: Sql, { owner, address, below, limit }: LedgerPage): Promise<LedgerEntry[]> {
  const [taker, maker, batch, place, leg] = below;
  const fills = (role: LedgerRole, no: number) => sql`
    select batch, at, no as major, ${role} as role, ${sql(role)} as order_no, market, lots, price,
      ${sql(`${role}_fee`)} as fee, null as kind, null::bigint as collateral,
      null::smallint as leg
    from trades where ${sql(`${role}_account`)} = wallet.no and no < ${no}::bigint
    order by no desc limit ${limit}`;
  return sql<LedgerEntry[]>`
    with wallet as (
      select no, address from accounts
      where owner = ${owner} ${address === undefined ? sql`` : sql`and address = ${address}`}
    ), page as (
      select entry.*, wallet.no as wallet, wallet.address from wallet cross join lateral (
        (${fills("taker", taker)}) union all (${fills("maker", maker)}) union all (
          select batch, at, place, 'operation', null, null, null, null, null, kind, collateral, leg from operations
          where account = wallet.no and (leg = 0 or kind = 'failed-settlement')
            and (batch, place, leg) < (${batch}::bigint, ${place}::bigint, ${leg}::int)
          order by batch desc, place desc, leg desc limit ${limit}
        )
      ) as entry
      order by batch desc, role = 'operation', major desc, leg desc, role desc limit ${limit}
    )
    select page.address, page.batch, page.at, journal.hash, page.role, page.major as no, page.major as place, page.leg,
      markets.condition_id as "conditionId", markets.token_ids[orders.outcome + 1] as "tokenId", orders.outcome,
      orders.side, page.lots, page.price, page.fee, page.kind, page.collateral, ${legs(sql)} as legs
    from page
    join journal on journal.seq = page.batch
    left join markets on markets.no = page.market
    left join orders on orders.no = page.order_no
    order by page.batch desc, page.role = 'operation', page.major desc, page.leg desc, page.role desc`;
}

/** Selects the markets whose shares an operation changed, for this wallet only; a fill has none. */
const legs = (sql: Sql) => sql`(
  select coalesce(json_agg(json_build_object('conditionId', markets.condition_id, 'tokenIds', markets.token_ids,
    'lots', json_build_array(first_lots, second_lots)) order by leg), '[]')
  from operations join markets on markets.no = operations.market
  where page.role = 'operation' and operations.batch = page.batch and operations.place = page.major
    and operations.account = page.wallet
)`;
