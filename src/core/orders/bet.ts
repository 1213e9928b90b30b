/**
 * The bet of a market: the fields that say what people buy. They cannot change while anybody has an order or shares in
 * the market, after a resolution on this exchange, or ever after a trade. A clarification can still explain them.
 */
import type { CatalogEvent, CatalogMarket } from "../markets/catalog.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import type { Exchange, Market } from "../state.ts";

/** Fields of the listing that define the bet. Fields of an event apply to all of its markets. */
export const BET_FIELDS = {
  event: ["description", "resolutionSource", "negativeRisk", "negativeRiskMarketId"],
  market: [
    "question",
    "description",
    "resolutionSource",
    "outcomes",
    "groupItemTitle",
    "negativeRisk",
    "negativeRiskMarketId",
    "negativeRiskRequestId",
  ],
} as const satisfies {
  readonly event: readonly (keyof CatalogEvent)[];
  readonly market: readonly (keyof CatalogMarket)[];
};

/** Changes of a bet by a listing: of one market, or of an event and so of all its markets. */
export type Rewriting = {
  readonly conditionId?: string;
  /** Names of the fields, as the caller's interface spells them. */
  readonly fields: readonly string[];
};

type Stakes = Pick<Market, "volume" | "backing" | "open" | "resolvedAt">;

export const isBetFixed = ({ volume, backing, open, resolvedAt }: Stakes): boolean =>
  volume > 0 || backing > 0 || open > 0 || resolvedAt > 0;

/** Rejects changes of a bet that is fixed. */
export function rejectRewriting(
  exchange: Exchange,
  eventId: string,
  rewrites: readonly Rewriting[],
): Rejection | undefined {
  for (const { conditionId, fields } of rewrites) {
    const fixed = findFixed(exchange, { eventId, conditionId });
    if (fixed !== undefined && fields.length > 0)
      return reject(
        "listing_conflict",
        `${fields[0]}: expected a clarification, since market ${fixed.conditionId} has orders, shares or trades, or was resolved; got a change`,
      );
  }
  return undefined;
}

type BetSubject = { readonly eventId: string; readonly conditionId?: string | undefined };

/** Finds a market whose bet is fixed: the given market, or any market of the event. */
export function findFixed(
  { events, marketByCondition }: Pick<Exchange, "events" | "marketByCondition">,
  { eventId, conditionId }: BetSubject,
): Market | undefined {
  if (conditionId === undefined) return events.get(eventId)?.markets.find(isBetFixed);
  const market = marketByCondition.get(conditionId);
  return market !== undefined && isBetFixed(market) ? market : undefined;
}
