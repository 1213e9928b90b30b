/**
 * Decides a listing: an event with its markets. Listing again updates descriptions. A market with resting orders or
 * outstanding shares, or one that was paid out, keeps its trading terms and status. A market that ever traded keeps its
 * fees, unless the listing is marked to change them; new fees apply to later orders. Marked so, it changes the price step
 * of a market with orders or shares, too. A listing with declared changes of bets is rejected if one of the bets is fixed.
 */
import { nextAccount } from "../ledger/accounts.ts";
import { rejectRewriting } from "../orders/bet.ts";
import type { CatalogMarket, Listing, MarketStatus } from "./catalog.ts";
import type { CommandOf } from "../events/command.ts";
import { elementAt } from "../values/element-at.ts";
import type { Event, ListedMarket } from "../events/event.ts";
import { FEE_ACCOUNT } from "../ledger/fees.ts";
import { listedStatus } from "./flags.ts";
import { isOver } from "./lifecycle.ts";
import { findModuleFault, findVersionFault, versionOf } from "./market-version.ts";
import { mergeTerms, pickTerms } from "./market-terms.ts";
import type { MarketTerms } from "./market-terms.ts";
import { exclusiveMarkets, isYes, mayWin } from "../ledger/negative-risk.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import type { Exchange, Market } from "../state.ts";
import { keepsTick } from "../orders/book.ts";
import { NO_LOTS, NO_MICROS, priceText } from "../units.ts";

export function decideListing(
  exchange: Exchange,
  { listing, changesFees = false, changesTicks = false, switches = [], rewrites = [] }: CommandOf<"list">,
): Event[] | Rejection {
  const taken = new Set<string>();
  const markets: ListedMarket[] = [];
  let next = Math.max(exchange.markets.length, 1);
  for (const terms of listing.markets) {
    const known = exchange.marketByCondition.get(terms.conditionId);
    const conflict = findConflict(exchange, terms, known, taken) ?? findOtherEvent(listing.event.id, known);
    if (conflict !== undefined) return reject("listing_conflict", `market ${terms.id}: ${conflict}`);
    taken.add(terms.conditionId).add(terms.tokenIds[0]).add(terms.tokenIds[1]);
    const charged = changesFees && known !== undefined ? rejectFees(known, terms) : undefined;
    if (charged !== undefined) return charged;
    const stepped = changesTicks && known !== undefined ? rejectTick(known, terms) : undefined;
    if (stepped !== undefined) return stepped;
    const listed =
      known === undefined
        ? newListedMarket(next, terms)
        : {
            ...applyRelisting(known, terms),
            ...(changesFees && { fees: terms.fees }),
            ...(changesTicks && { tick: terms.tick }),
          };
    markets.push(switches.includes(terms.conditionId) ? applyPauseOrResume(listed, terms) : listed);
    if (known === undefined) next += 1;
  }
  const rewritten = rejectRewriting(exchange, listing.event.id, rewrites);
  if (rewritten !== undefined) return rewritten;
  const mixed = findMixedVersion(exchange, listing);
  if (mixed !== undefined) return reject("listing_conflict", `${nameOf(mixed)}: ${MIXES_VERSIONS}`);
  const joined = findJoining(exchange, listing, markets);
  if (joined !== undefined) return reject("listing_conflict", `${nameOf(joined)}: ${JOINS_CONVERTED}`);
  const wrong = findWrongPayout(exchange, listing, markets);
  if (wrong !== undefined) return reject("listing_conflict", `market ${wrong.id}: ${PAYS_WRONG}`);
  return [...openFeeAccount(exchange, markets), { type: "listed", listing, markets }];
}

/** Names a market that may be new, whose number its creator does not know. */
const nameOf = ({ question }: CatalogMarket): string => `market "${question}"`;

const JOINS_CONVERTED =
  "shares of its negative-risk event were converted, so that no market can join it any more";

/**
 * Finds a market that would become one more possible or certain winner of an event whose shares were converted. The price
 * paid for those shares did not take this market into account.
 */
function findJoining(
  exchange: Exchange,
  { event, markets: terms }: Listing,
  markets: readonly ListedMarket[],
): CatalogMarket | undefined {
  const converted = exchange.events.get(event.id)?.converted ?? NO_LOTS;
  return terms.find((_, index) => {
    const { no, negativeRisk, status, payout } = elementAt(markets, index);
    const counted = (exchange.markets[no]?.burned ?? NO_LOTS) === converted;
    return negativeRisk && !counted && (mayWin({ status, payout }) || isYes(payout));
  });
}

const MIXES_VERSIONS =
  "the markets of a negative-risk event have one version, so that their shares can be converted";

/** Finds a market of a negative-risk event with another version than the markets before it. */
function findMixedVersion(exchange: Exchange, { event, markets }: Listing): CatalogMarket | undefined {
  const exclusive = markets.filter(({ negativeRisk }) => negativeRisk);
  const known = exchange.events.get(event.id)?.markets.find(({ negativeRisk }) => negativeRisk);
  const first = known ?? exclusive[0];
  return exclusive.find((market) => first !== undefined && versionOf(market) !== versionOf(first));
}

const PAYS_WRONG = "exactly one market of its negative-risk event resolves YES, and none to half";

/**
 * Finds a market of a listed event whose stated payout contradicts the payouts of the others. A new event is not checked:
 * its payouts are history, and nobody had shares of it here.
 */
function findWrongPayout(
  exchange: Exchange,
  { event, markets: terms }: Listing,
  markets: readonly ListedMarket[],
): CatalogMarket | undefined {
  const known = exchange.events.get(event.id);
  if (known === undefined) return undefined;
  const listed = new Set(markets.map(({ no }) => no));
  const others = exclusiveMarkets(known).filter(({ no }) => !listed.has(no));
  const exclusive = markets.filter(({ negativeRisk }) => negativeRisk);
  const winners = [...others, ...exclusive].filter(({ payout }) => isYes(payout)).length;
  return terms.find((_, index) => {
    const { no, negativeRisk, payout } = elementAt(markets, index);
    if (!negativeRisk || payout === undefined || exchange.markets[no]?.payout !== undefined) return false;
    return payout[0] === payout[1] || (isYes(payout) && winners > 1);
  });
}

/** Opens the fee account with the first market that charges fees. */
function openFeeAccount(exchange: Exchange, markets: readonly ListedMarket[]): Event[] {
  if (markets.every(({ fees }) => fees === undefined) || exchange.accountByAddress.has(FEE_ACCOUNT))
    return [];
  const no = nextAccount(exchange);
  return [{ type: "account-opened", no, address: FEE_ACCOUNT, owner: FEE_ACCOUNT, credit: NO_MICROS }];
}

function findConflict(
  exchange: Exchange,
  terms: CatalogMarket,
  known: Market | undefined,
  taken: Set<string>,
): string | undefined {
  const isNew = known?.negativeRisk !== terms.negativeRisk;
  const fault = findVersionFault(terms) ?? (isNew ? findModuleFault(terms) : undefined);
  if (fault !== undefined) return fault;
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

/** Finds a market that the listing would move to another event. */
const findOtherEvent = (id: string, known: Market | undefined): string | undefined =>
  known === undefined || known.event.id === id
    ? undefined
    : `its condition is listed in event ${known.event.id}`;

const newListedMarket = (no: number, terms: CatalogMarket): ListedMarket => ({
  no,
  status: listedStatus(terms),
  ...pickTerms(terms),
  payout: isOver(listedStatus(terms)) ? terms.payout : undefined,
});

/** Rank of a status in a market's life. A listing can move a market forward but not back, so that an operator's steps stay. */
const RANKS: { readonly [Status in MarketStatus]: number } = {
  draft: 0,
  active: 1,
  paused: 1,
  resolved: 2,
  archived: 3,
};

/** Computes the terms of a market listed again: unstated terms stay, and so do the fees of a market that ever traded. */
function applyRelisting(known: Market, terms: CatalogMarket): ListedMarket {
  const { no, status, payout, fees } = known;
  if (!isUntouched(known)) return { no, status, ...pickTerms(known), payout };
  const listed = newListedMarket(no, terms);
  const ranks = { known: RANKS[status], listed: RANKS[listed.status] };
  return {
    ...listed,
    status: ranks.listed > ranks.known ? listed.status : status,
    payout: ranks.listed < ranks.known ? undefined : listed.payout,
    ...mergeTerms(listed, known),
    ...(known.volume > 0 && { fees }),
  };
}

/** Pauses or resumes a market as its listing says. */
function applyPauseOrResume(market: ListedMarket, terms: CatalogMarket): ListedMarket {
  const status = listedStatus(terms);
  return RANKS[status] === RANKS.paused && RANKS[market.status] === RANKS.paused
    ? { ...market, status }
    : market;
}

/** Lists the fields of a listing that have no effect on a known market: terms, the status, the payout. */
export function listIgnoredFields(known: Market, terms: CatalogMarket, isSwitched: boolean): string[] {
  const asked = newListedMarket(known.no, terms);
  const given: ListedMarket = isSwitched
    ? applyPauseOrResume(applyRelisting(known, terms), terms)
    : applyRelisting(known, terms);
  const names = ["status", "payout", ...(Object.keys(pickTerms(asked)) as (keyof MarketTerms)[])] as const;
  return names.filter(
    (name) => asked[name] !== undefined && JSON.stringify(asked[name]) !== JSON.stringify(given[name]),
  );
}

/**
 * Rejects a change of fees while resting orders pay fees: these orders were placed, and hold collateral, under the old
 * fees.
 */
function rejectFees(
  { fees, book, conditionId, status, payout }: Market,
  terms: CatalogMarket,
): Rejection | undefined {
  if (isOver(status) || payout !== undefined)
    return reject("market_closed", `fees: expected a market that is not over, ${conditionId} is ${status}`);
  const makersPay = [fees, terms.fees].some((one) => one !== undefined && !one.takerOnly);
  if (!makersPay || isEmpty(book)) return undefined;
  return reject(
    "listing_conflict",
    `fees: expected no resting orders while resting orders pay fees, market ${terms.id} has some: they would pay others than they were placed by`,
  );
}

/** Rejects a change of the price step that resting orders do not keep, or of a market that is over. */
function rejectTick(market: Market, { id, tick }: CatalogMarket): Rejection | undefined {
  const { conditionId, status, payout, book } = market;
  if (tick === market.tick) return undefined;
  if (isOver(status) || payout !== undefined)
    return reject("market_closed", `tick: expected a market that is not over, ${conditionId} is ${status}`);
  if (keepsTick(book, tick)) return undefined;
  return reject(
    "listing_conflict",
    `tick: expected resting orders at steps of ${priceText(tick)}, market ${id} has others: cancel them first`,
  );
}

const isEmpty = ({ bestBid, bestAsk, size }: Market["book"]): boolean => bestBid === 0 && bestAsk === size;

/** Tells whether a market has no resting orders and no shares. After a payout, worthless shares without backing may remain. */
const isUntouched = ({ payout, backing, book }: Market): boolean =>
  payout === undefined && backing === 0 && isEmpty(book);
