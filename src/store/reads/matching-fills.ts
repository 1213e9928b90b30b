/** Fills by the filters of the trade listings, the newest first, found by indexes however many there are. */
import type { Outcome } from "../../core/state.ts";
import type { Fragment, Sql } from "../sql/database.ts";

/** A token by the number of its market and its outcome. */
export type TokenPlace = { readonly market: number; readonly outcome: Outcome };

export type TradeFilter = {
  /** Trades in which a wallet of this owner is a party. */
  readonly owner?: string | undefined;
  readonly no?: number | undefined;
  readonly taker?: string | undefined;
  readonly maker?: string | undefined;
  /** A party on either side. */
  readonly party?: string | undefined;
  readonly conditionId?: string | undefined;
  /** The token of either party. */
  readonly token?: TokenPlace | undefined;
  /** Unix seconds, exclusive. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Trades attributed to a builder: any, or this one (hex without 0x). */
  readonly builder?: "any" | string | undefined;
  /** Numbers of fills: from this one on, and below that one. */
  readonly from?: number | undefined;
  readonly below?: number | undefined;
};

/**
 * Selects the newest fills that match. Those of wallets are found wallet by wallet and role by role, each in the order
 * of an index.
 */
export function matchingFills(sql: Sql, filter: TradeFilter, limit: number): Fragment {
  const walk = walkOf(sql, filter);
  const newest = (condition: Fragment) => sql`(
    select trades.no, trades.taker from trades
    ${filter.builder === undefined ? sql`` : sql`join orders incoming on incoming.no = trades.taker`}
    where ${condition} ${conditions(sql, walk.rest)} order by trades.no desc limit ${limit})`;
  if (walk.accounts === undefined) return newest(sql`true`);
  const asTaker = newest(sql`trades.taker_account = accounts.no`);
  const asMaker = newest(sql`trades.maker_account = accounts.no`);
  const own =
    walk.role === "taker" ? asTaker : walk.role === "maker" ? asMaker : sql`${asTaker} union ${asMaker}`;
  return sql`
    select distinct own.no, own.taker from accounts cross join lateral (${own}) as own
    where ${walk.accounts} order by own.no desc limit ${limit}`;
}

type Walk = {
  /** Condition of the accounts whose fills are looked through; `undefined` looks through all fills. */
  readonly accounts: Fragment | undefined;
  readonly role: "taker" | "maker" | "either";
  readonly rest: TradeFilter;
};

/** Chooses the wallets that have the fewest fills to be looked through, as far as the filter tells. */
function walkOf(sql: Sql, filter: TradeFilter): Walk {
  const { owner, taker, maker, party } = filter;
  const named = (wallet: string): Fragment => sql`accounts.address = ${wallet}`;
  if (taker !== undefined)
    return { accounts: named(taker), role: "taker", rest: { ...filter, taker: undefined } };
  if (maker !== undefined)
    return { accounts: named(maker), role: "maker", rest: { ...filter, maker: undefined } };
  if (party !== undefined)
    return { accounts: named(party), role: "either", rest: { ...filter, party: undefined } };
  if (owner === undefined) return { accounts: undefined, role: "either", rest: filter };
  return { accounts: sql`accounts.owner = ${owner}`, role: "either", rest: { ...filter, owner: undefined } };
}

function conditions(sql: Sql, filter: TradeFilter): Fragment {
  const { owner, no, taker, maker, party, conditionId, token, before, after, builder, from, below } = filter;
  const owned = (wallet: string) => sql`array(select no from accounts where owner = ${wallet})`;
  const named = (wallet: string) => sql`array(select no from accounts where address = ${wallet})`;
  const either = (wallets: Fragment) =>
    sql`and (trades.taker_account = any(${wallets}) or trades.maker_account = any(${wallets}))`;
  return sql`
    ${no === undefined ? sql`` : sql`and trades.no = ${no}`}
    ${from === undefined ? sql`` : sql`and trades.no >= ${from}`}
    ${below === undefined ? sql`` : sql`and trades.no < ${below}`}
    ${owner === undefined ? sql`` : either(owned(owner))}
    ${taker === undefined ? sql`` : sql`and trades.taker_account = any(${named(taker)})`}
    ${maker === undefined ? sql`` : sql`and trades.maker_account = any(${named(maker)})`}
    ${party === undefined ? sql`` : either(named(party))}
    ${conditionId === undefined ? sql`` : sql`and trades.market = (select no from markets where condition_id = ${conditionId})`}
    ${token === undefined ? sql`` : sql`and trades.market = ${token.market} and ${token.outcome} in (select outcome from orders where no in (trades.taker, trades.maker))`}
    ${before === undefined ? sql`` : sql`and trades.at < ${before * 1000}`}
    ${after === undefined ? sql`` : sql`and trades.at >= ${(after + 1) * 1000}`}
    ${builder === undefined ? sql`` : builder === "any" ? sql`and incoming.builder is not null` : sql`and incoming.builder = decode(${builder}, 'hex')`}`;
}
