/** The shares that one account has, with what they are worth at the shown prices, the most worth first. */
import type { MarketStatus } from "../../core/catalog.ts";
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import { shownHalfTicks } from "./shown-half-ticks.ts";

export type AccountPosition = {
  readonly conditionId: string;
  readonly question: string;
  readonly status: MarketStatus;
  /** Name of the outcome. */
  readonly outcome: string;
  readonly lots: Lots;
  /** Held by open orders. */
  readonly held: Lots;
  readonly average: SharePrice;
  /** The shown price of a share, in half ticks. */
  readonly halfTicks: number;
  /** Rounded down. */
  readonly worth: Micros;
  /** Positions with shares that the account has in all. */
  readonly total: number;
};

export const listAccountPositions = (
  sql: Sql,
  { address, limit }: { readonly address: string; readonly limit: number },
): Promise<AccountPosition[]> =>
  sql<AccountPosition[]>`
    select condition_id as "conditionId", content ->> 'question' as question, status,
      content -> 'outcomes' ->> outcome::int as outcome, lots, held, average,
      ${shownHalfTicks(sql)} as "halfTicks", (lots * ${shownHalfTicks(sql)} / 2)::bigint as worth, count(*) over () as total
    from positions
    join market_states using (market)
    join markets on markets.no = positions.market
    where account = (select no from accounts where address = ${address}) and lots > 0
    order by worth desc, condition_id, positions.outcome limit ${limit}`;

export type MarketTexts = { readonly question: string; readonly outcomes: readonly [string, string] };

/** Finds questions and names of outcomes by condition id. */
export async function findMarketTexts(
  sql: Sql,
  conditionIds: readonly string[],
): Promise<ReadonlyMap<string, MarketTexts>> {
  const rows = await sql<(MarketTexts & { readonly conditionId: string })[]>`
    select condition_id as "conditionId", content ->> 'question' as question, content -> 'outcomes' as outcomes
    from markets where condition_id = any(${[...new Set(conditionIds)]}::text[])`;
  return new Map(rows.map(({ conditionId, ...texts }) => [conditionId, texts]));
}
