/** The largest holders of a market's outcomes. */
import type { Payout } from "../../../core/markets/catalog.ts";
import type { Outcome } from "../../../core/state.ts";
import type { Lots, Micros, SharePrice, Ticks } from "../../../core/units.ts";
import type { Sql } from "../../sql/database.ts";
import { readInChunks } from "../../sql/read-in-chunks.ts";

// Pages of holders by outcome, largest first. The cursor is the last holder of the page before, for each outcome.

/** Cursor: shares and account of a holder; ties are in order of account. */
export type HolderCursor = { readonly lots: number; readonly account: number };

export type HolderRow = {
  /** Index of its outcome among the requested ones. */
  readonly place: number;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly account: number;
  /** Lower-case address. */
  readonly wallet: string;
  readonly lots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
  readonly payout: Payout | null;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly lastPrice: Ticks | null;
};

/** An outcome without a holder on this page. */
export type HeldToken = Pick<HolderRow, "place" | "tokenId" | "outcome"> & { readonly wallet: null };

type HolderPage = {
  /** Lower case, distinct; each has two outcomes, in this order. */
  readonly conditionIds: readonly string[];
  /** Cursors, one for each outcome; `undefined` for the first page. */
  readonly after: readonly HolderCursor[] | undefined;
  readonly least: Lots;
  /** Maximum number of holders of each outcome. */
  readonly limit: number;
};

/** Lists outcomes of markets, each with a page of its holders. Unknown conditions are skipped. */
export function listHolderPage(sql: Sql, page: HolderPage): Promise<(HolderRow | HeldToken)[]> {
  const { conditionIds, after, least, limit } = page;
  const follows =
    after === undefined
      ? sql``
      : sql`and (
          positions.lots < (${after.map(({ lots }) => lots)}::bigint[])[places.place + 1]
          or positions.lots = (${after.map(({ lots }) => lots)}::bigint[])[places.place + 1]
            and positions.account > (${after.map(({ account }) => account)}::bigint[])[places.place + 1]
        )`;
  const query = sql<(HolderRow | HeldToken)[]>`
    with places as (
      select markets.no, markets.token_ids, outcome, (2 * (asked.place - 1) + outcome)::int as place
      from unnest(${conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
      join markets using (condition_id)
      join market_states as states on states.market = markets.no and states.status <> 'draft'
      cross join (values (0::smallint), (1::smallint)) as outcomes (outcome)
    )
    select places.place, places.token_ids[places.outcome + 1] as "tokenId", places.outcome, holders.account,
      address as wallet, holders.lots, average, bought, holders.realized, payout, best_bid as bid, best_ask as ask,
      last_price as "lastPrice"
    from places
    join market_states on market_states.market = places.no
    left join lateral (
      select account, lots, average, bought, realized from positions
      where market = places.no and positions.outcome = places.outcome
        and positions.lots >= ${Math.max(least, 1)}::bigint ${follows}
      order by positions.lots desc, account limit ${limit}
    ) as holders on true
    left join accounts on accounts.no = holders.account
    order by places.place, holders.lots desc, holders.account`;
  return readInChunks(query);
}

type Holder = {
  /** Lower-case address. */
  readonly wallet: string;
  readonly lots: Lots;
};

/** An outcome of a market with its largest holders. */
export type HeldOutcome = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcome: Outcome;
  readonly holders: Holder[];
};

type HolderFilter = {
  /** Lower case, distinct. */
  readonly conditionIds: readonly string[];
  /** Minimum shares of a listed holder; wallets without shares are never listed. */
  readonly least: Lots;
  /** Maximum number of holders of each outcome. */
  readonly limit: number;
};

type Row = Omit<HeldOutcome, "holders"> & { wallet: string | null; lots: Lots | null };

/**
 * Lists the outcomes of these markets in the requested order, each with its holders, including outcomes without
 * holders. Holders are in descending order of shares, ties by address. Unknown conditions are skipped.
 */
export async function listHolders(
  sql: Sql,
  { conditionIds, least, limit }: HolderFilter,
): Promise<HeldOutcome[]> {
  const query = sql<Row[]>`
    select condition_id as "conditionId", token_ids as "tokenIds", outcome, wallet, lots
    from unnest(${conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
    join markets using (condition_id)
    join market_states as states on states.market = markets.no and status <> 'draft'
    cross join (values (0::smallint), (1::smallint)) as outcomes (outcome)
    left join lateral (
      select lots, address collate "C" as wallet
      from (
        select account, lots from positions
        where market = markets.no and positions.outcome = outcomes.outcome and lots >= ${Math.max(least, 1)}::bigint
        order by lots desc fetch first ${limit} rows with ties
      ) as largest
      join accounts on accounts.no = account
      order by lots desc, wallet limit ${limit}
    ) as holders on true
    order by place, outcome, lots desc, wallet`;
  const rows = await readInChunks(query);
  const groups: HeldOutcome[] = [];
  for (const { wallet, lots, ...token } of rows) {
    const last = groups.at(-1);
    const group =
      last?.conditionId === token.conditionId && last.outcome === token.outcome
        ? last
        : { ...token, holders: [] };
    if (group !== last) groups.push(group);
    if (wallet !== null && lots !== null) group.holders.push({ wallet, lots });
  }
  return groups;
}
