/** Holders of outcomes in pages, the largest first: each outcome's page follows the holder that ended the one before. */
import type { Payout } from "../../core/catalog.ts";
import type { Outcome } from "../../core/state.ts";
import type { Lots, Micros, SharePrice, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";

/** Shares and account of a holder; equal holders go by account. */
export type HolderPlace = { readonly lots: number; readonly account: number };

export type HolderRow = {
  /** Place of its outcome among those that were asked for. */
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

export type HolderPage = {
  /** Lower case, without repetitions; two outcomes of each, in this order. */
  readonly conditionIds: readonly string[];
  /** The holders that the page follows, of each outcome; `undefined` at the start. */
  readonly after: readonly HolderPlace[] | undefined;
  readonly least: Lots;
  /** Holders of each outcome. */
  readonly limit: number;
};

/** Lists outcomes of markets, each with a page of its holders. Conditions that no market has are left out. */
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
  return readInPieces(query);
}
