/** Listings in the reference: new markets are added, known ones change only while they are not in use. */
import type { Rewriting } from "../../src/core/orders/bet.ts";
import type { CatalogMarket } from "../../src/core/markets/catalog.ts";
import { done, listedFactText, refused } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome } from "./outcome.ts";
import { addWallet } from "./reference-ledger.ts";
import { FEES } from "./reference-settlement.ts";
import { findMarket, findWallet, isOpen, mayWin, sharesOf } from "./reference-state.ts";
import type { RefEvent, Reference, RefMarket } from "./reference-state.ts";

export function list(reference: Reference, command: SimulatedCommandOf<"list">): Outcome {
  const { event, markets } = command.listing;
  const names = markets.flatMap((market) => [market.conditionId, ...market.tokenIds]);
  if (new Set(names).size < names.length) return refused("listing_conflict");
  if (markets.some((market) => contradicts(reference, event.id, market))) return refused("listing_conflict");
  if ((command.rewrites ?? []).some((rewriting) => isFixed(reference, event.id, rewriting)))
    return refused("listing_conflict");
  const before = reference.events.find(({ id }) => id === event.id);
  if (before !== undefined && breaksPayoutRule(reference, before, markets))
    return refused("listing_conflict");
  const parent = before ?? addEvent(reference, event.id);
  if (markets.some((terms) => mayWinUncounted(reference, parent, terms))) return refused("listing_conflict");
  const facts = markets.map((terms) => listMarket(reference, parent, terms));
  return done(...openFeeAccount(reference, markets), `listed ${facts.join(", ")}`);
}

/** Opens the account that fees are paid to, with the first market that charges any. */
function openFeeAccount(reference: Reference, listed: readonly CatalogMarket[]): string[] {
  const charges = listed.some(({ conditionId }) => findMarket(reference, conditionId)?.fees !== undefined);
  if (!charges || findWallet(reference, FEES) !== undefined) return [];
  return [addWallet(reference, { address: FEES, owner: FEES, cash: 0 })];
}

function addEvent(reference: Reference, id: string): RefEvent {
  const event = { id, converted: 0 };
  reference.events.push(event);
  return event;
}

function contradicts(reference: Reference, event: string, terms: CatalogMarket): boolean {
  return reference.markets.some((market) => {
    const sameTokens = market.tokens.join() === terms.tokenIds.join();
    const overlap = market.tokens.some((token) => terms.tokenIds.includes(token));
    return market.condition === terms.conditionId ? !sameTokens || market.event.id !== event : overlap;
  });
}

/**
 * True for a market that could win although earlier conversions in its event did not count it: a new or a reopened
 * one.
 */
function mayWinUncounted(reference: Reference, event: RefEvent, terms: CatalogMarket): boolean {
  const known = findMarket(reference, terms.conditionId);
  if (known !== undefined && isInUse(reference, known)) return false;
  const { negativeRisk, status, payout } = listedState(known, terms);
  return negativeRisk && event.converted > 0 && (mayWin({ status, payout }) || payout?.[1] === 0);
}

/** True if a listing would resolve a market of a known event against the rule of one YES and no halves. */
function breaksPayoutRule(reference: Reference, event: RefEvent, listed: readonly CatalogMarket[]): boolean {
  const fates = new Map(
    reference.markets
      .filter((market) => market.event === event)
      .map(({ condition, negativeRisk, payout }) => [condition, { negativeRisk, payout, decided: false }]),
  );
  for (const terms of listed) {
    const known = findMarket(reference, terms.conditionId);
    if (known !== undefined && isInUse(reference, known)) continue;
    const { negativeRisk, payout } = listedState(known, terms);
    fates.set(terms.conditionId, { negativeRisk, payout, decided: payout !== undefined });
  }
  const exclusive = [...fates.values()].filter(({ negativeRisk }) => negativeRisk);
  const wins = exclusive.filter(({ payout }) => payout?.[0] === 1 && payout[1] === 0);
  const halves = exclusive.some(({ payout, decided }) => decided && payout?.[0] === payout?.[1]);
  return halves || (wins.length > 1 && wins.some(({ decided }) => decided));
}

function listMarket(reference: Reference, event: RefEvent, terms: CatalogMarket): string {
  const known = findMarket(reference, terms.conditionId);
  const market = known ?? addMarket(reference, event, terms);
  if (known === undefined || !isInUse(reference, market)) Object.assign(market, listedState(known, terms));
  if (!isOpen(market)) market.proposal = undefined;
  return listedFactText({ ...market, no: reference.markets.indexOf(market) + 1 });
}

function addMarket(reference: Reference, event: RefEvent, terms: CatalogMarket): RefMarket {
  const market: RefMarket = {
    event,
    condition: terms.conditionId,
    tokens: terms.tokenIds,
    tick: terms.tick,
    minimum: terms.minimumLots,
    negativeRisk: terms.negativeRisk,
    fees: terms.fees,
    autoRedeem: terms.autoRedeem,
    status: "draft",
    payout: undefined,
    proposal: undefined,
    resolvedAt: 0,
    redeemed: 0,
    burned: 0,
    lastTrade: undefined,
    volume: 0n,
    recorded: undefined,
  };
  reference.markets.push(market);
  return market;
}

const LIFE = ["draft", "active", "resolved", "archived"];

/** Status and payout of a listed market that is not in use: its life does not run backwards. */
function listedState(known: RefMarket | undefined, terms: CatalogMarket) {
  const { tick, minimumLots: minimum, negativeRisk } = terms;
  const autoRedeem = terms.autoRedeem ?? known?.autoRedeem;
  const live = terms.closed ? "resolved" : terms.active ? "active" : "draft";
  const listedStatus = terms.archived ? "archived" : live;
  const payout = terms.closed || terms.archived ? terms.payout : undefined;
  const fees = known !== undefined && known.volume > 0n ? known.fees : (terms.fees ?? known?.fees);
  const listed = { tick, minimum, negativeRisk, autoRedeem, fees, payout, status: listedStatus } as const;
  if (known === undefined) return listed;
  const before = LIFE.indexOf(known.status === "paused" ? "active" : known.status);
  const after = LIFE.indexOf(listedStatus);
  if (after > before) return listed;
  return { ...listed, status: known.status, payout: after === before ? payout : undefined };
}

/** True if somebody has, or had for good, what the rewriting would make another bet of. */
const isFixed = (reference: Reference, eventId: string, { conditionId, fields }: Rewriting): boolean =>
  fields.length > 0 &&
  reference.markets.some(
    (market) =>
      (conditionId === undefined ? market.event.id === eventId : market.condition === conditionId) &&
      (market.volume > 0n || market.resolvedAt > 0 || isHeld(reference, market)),
  );

/** True once a wallet has shares or an open order in the market, or it was paid out. */
function isInUse(reference: Reference, market: RefMarket): boolean {
  return market.payout !== undefined || isHeld(reference, market);
}

/** True while a wallet has shares or an open order in the market. */
function isHeld(reference: Reference, market: RefMarket): boolean {
  const ordered = reference.orders.some((order) => order.market === market);
  return (
    ordered || reference.wallets.some((wallet) => market.tokens.some((token) => sharesOf(wallet, token) > 0))
  );
}
