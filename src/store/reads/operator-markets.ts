/** Markets as operators see them: descriptions, states, and the steps of their resolutions. */
import type { CatalogMarket, Flags, Payout } from "../../core/catalog.ts";
import type { Market } from "../../core/state.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import type { Fragment, Sql } from "../sql/database.ts";
import { lastEditColumn } from "./listing-changes.ts";
import { resolutionColumns, stepColumn } from "./resolution-steps.ts";
import type { Resolution } from "./resolution-steps.ts";

export type OperatorMarket = Flags &
  Resolution & {
    readonly content: CatalogMarket;
    readonly event: { readonly id: string; readonly slug: string; readonly title: string };
    /** Batch of its latest edit; 0 where there is none. */
    readonly lastEdit: number;
    readonly tick: Ticks;
    readonly minimumLots: Lots;
    readonly negativeRisk: boolean;
    readonly payout: Payout | null;
    /** Rate of its fees, in 0.0001; `null` when trading is free. */
    readonly feeRate: number | null;
    readonly feeExponent: number | null;
    readonly feeTakerOnly: boolean | null;
    readonly autoRedeem: boolean | null;
    readonly backing: Micros;
    readonly volume: Micros;
    readonly redeemed: Lots;
    /** Resting orders. */
    readonly openOrders: number;
  };

/** The description of a market, which the exchange's memory does not have. */
export type DescribedMarket = Pick<OperatorMarket, "content" | "lastEdit" | "steps"> & {
  readonly event: { readonly id: string; readonly slug: string; readonly title: string };
};

/** A market as the exchange's memory has it, with its description. */
export function operatorMarketOf(market: Market, described: DescribedMarket): OperatorMarket {
  const { content, event, lastEdit, steps } = described;
  const { status, flags, tick, minimumLots, negativeRisk, backing, volume, redeemed } = market;
  return {
    content,
    event: { id: event.id, slug: event.slug, title: event.title },
    lastEdit,
    steps,
    ...flags,
    status,
    tick,
    minimumLots,
    negativeRisk,
    backing,
    volume,
    redeemed,
    payout: market.payout ?? null,
    resolvedAt: market.resolvedAt === 0 ? null : market.resolvedAt,
    proposedPayout: market.proposal?.payout ?? null,
    disputed: market.proposal?.disputed ?? false,
    feeRate: market.fees?.rate ?? null,
    feeExponent: market.fees?.exponent ?? null,
    feeTakerOnly: market.fees?.takerOnly ?? null,
    autoRedeem: market.autoRedeem ?? null,
    openOrders: market.open,
  };
}

/** The event of a market, of a row of `events`. */
const describedEvent = (sql: Sql): Fragment => sql`
  json_build_object('id', events.id::text, 'slug', events.slug, 'title', events.content -> 'title') as event`;

/** Finds the description of a market. It reads no orders and no state, so that a lock of these holds no change up. */
export async function findDescribedMarket(
  sql: Sql,
  conditionId: string,
): Promise<DescribedMarket | undefined> {
  const [row] = await sql<DescribedMarket[]>`
    select markets.content, ${describedEvent(sql)}, ${lastEditColumn(sql, sql`condition_id`)}, ${stepColumn(sql, sql`markets.no`)}
    from markets join events on events.id = event_id
    where condition_id = ${conditionId}`;
  return row;
}

export async function findOperatorMarket(sql: Sql, conditionId: string): Promise<OperatorMarket | undefined> {
  const [row] = await sql<OperatorMarket[]>`
    select markets.content, active, closed, archived, tick, minimum_lots as "minimumLots",
      negative_risk as "negativeRisk", fee_rate as "feeRate", fee_exponent as "feeExponent",
      fee_taker_only as "feeTakerOnly", auto_redeem as "autoRedeem", backing, volume, redeemed,
      ${describedEvent(sql)}, ${lastEditColumn(sql, sql`condition_id`)}, (select count(*) from orders where orders.market = markets.no and orders.status = 'live') as "openOrders",
      ${resolutionColumns(sql)}
    from markets
    join market_states on market_states.market = no
    join market_entries on market_entries.market = no
    join events on events.id = event_id
    where condition_id = ${conditionId}`;
  return row;
}

/** Lists the condition ids of the markets that have a name as their slug or number, by the names that any has. */
export async function listConditionsNamed(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const numbers = names.filter((name) => /^\d{1,15}$/.test(name));
  const rows = await sql<{ conditionId: string; slug: string; id: string }[]>`
    select condition_id as "conditionId", slug, id::text from markets
    where slug = any(${[...names]}::text[]) or id = any(${numbers}::bigint[]) order by no`;
  const named = names.map((name) => {
    const own = rows.filter(({ slug, id }) => slug === name || id === name);
    return [name, own.map(({ conditionId }) => conditionId)] as const;
  });
  return new Map(named.filter(([, own]) => own.length > 0));
}

/** Slugs of markets by their condition ids. */
export async function findSlugs(
  sql: Sql,
  conditionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ conditionId: string; slug: string }[]>`
    select condition_id as "conditionId", slug from markets where condition_id = any(${[...conditionIds]}::text[])`;
  return new Map(rows.map(({ conditionId, slug }) => [conditionId, slug]));
}
