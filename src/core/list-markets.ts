/**
 * Decides a listing: an event with its markets. Listing again updates what is described; trading terms and status of
 * a market that has resting orders or outstanding shares, or was paid out, stay as they are.
 */
import type { CatalogMarket, Listing } from "./catalog.ts";
import type { Event, ListedMarket } from "./event.ts";
import { listedStatus } from "./flags.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import type { Exchange, Market } from "./state.ts";

export function decideListing(exchange: Exchange, listing: Listing): Event[] | Rejection {
  const taken = new Set<string>();
  const markets: ListedMarket[] = [];
  let next = Math.max(exchange.markets.length, 1);
  for (const terms of listing.markets) {
    const known = exchange.marketByCondition.get(terms.conditionId);
    const conflict = findConflict(exchange, terms, known, taken) ?? findOtherEvent(listing.event.id, known);
    if (conflict !== undefined) return reject("listing_conflict", `market ${terms.id}: ${conflict}`);
    taken.add(terms.conditionId).add(terms.tokenIds[0]).add(terms.tokenIds[1]);
    markets.push(known === undefined ? fresh(next, terms) : relisted(known, terms));
    if (known === undefined) next += 1;
  }
  return [{ type: "listed", listing, markets }];
}

function findConflict(
  exchange: Exchange,
  terms: CatalogMarket,
  known: Market | undefined,
  taken: Set<string>,
): string | undefined {
  const names = [terms.conditionId, ...terms.tokenIds];
  if (new Set(names).size < names.length || names.some((name) => taken.has(name))) {
    return "its condition or a token is listed twice";
  }
  const holder = terms.tokenIds
    .map((id) => exchange.tokens.get(id)?.market)
    .find((market) => market !== known);
  if (holder !== undefined) return `a token belongs to market ${holder.conditionId}`;
  if (known !== undefined && known.tokenIds.some((id, index) => id !== terms.tokenIds[index])) {
    return `its tokens are not those of condition ${known.conditionId}`;
  }
  return undefined;
}

/** A market stays in its event. */
const findOtherEvent = (id: string, known: Market | undefined): string | undefined =>
  known === undefined || known.event.id === id
    ? undefined
    : `its condition is listed in event ${known.event.id}`;

const fresh = (no: number, terms: CatalogMarket): ListedMarket => ({
  no,
  status: listedStatus(terms),
  tick: terms.tick,
  minimumLots: terms.minimumLots,
  negativeRisk: terms.negativeRisk,
  payout: terms.payout,
});

function relisted(known: Market, terms: CatalogMarket): ListedMarket {
  if (isUntouched(known))
    return { ...fresh(known.no, terms), ...(staysPaused(known, terms) && { status: "paused" }) };
  const { no, status, tick, minimumLots, negativeRisk, payout } = known;
  return { no, status, tick, minimumLots, negativeRisk, payout };
}

/** A pause is the operator's, and a description that says "open" does not end it. */
const staysPaused = (known: Market, terms: CatalogMarket): boolean =>
  known.status === "paused" && listedStatus(terms) === "active";

/** No resting orders and no shares. A market that was paid out may have worthless shares without any backing. */
function isUntouched({ status, payout, backing, book }: Market): boolean {
  const paidOut = status === "resolved" && payout !== undefined;
  return !paidOut && backing === 0 && book.bestBid === 0 && book.bestAsk === book.size;
}
