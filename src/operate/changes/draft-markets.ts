/** Public events of the life of markets, and of the exchange as a whole. */
import type { CatalogMarket, Listing, Payout } from "../../core/markets/catalog.ts";
import { elementAt } from "../../core/values/element-at.ts";
import type { StoredEvent } from "../../core/events/event-codec.ts";
import type { ListedMarket } from "../../core/events/event.ts";
import { isOver } from "../../core/markets/lifecycle.ts";
import { decimalText, payoutPrice, priceText, sharePriceText } from "../../core/units.ts";
import { CLARIFY, EDIT_EVENT, EDIT_MARKET } from "../../store/reads/markets.ts";
import { publishTerms, timeText } from "./public-event.ts";
import type { DraftOfType, Drafts, EventDraft } from "./public-event.ts";
import { isCondition } from "./journal-batches.ts";
import type { KnownNames } from "./journal-batches.ts";

type Stored<T extends StoredEvent["type"]> = StoredEvent & { readonly type: T };

const formatPayouts = (payout: Payout): [string, string] => [
  sharePriceText(payoutPrice(payout, 0)),
  sharePriceText(payoutPrice(payout, 1)),
];

/** Drafts the event, then each of its markets; markets with numbers from `known` on are new. */
export function draftListing({ listing, markets }: Stored<"listed">, known: number): Drafts {
  const { event } = listing;
  const listed: EventDraft = {
    type: "event.listed",
    wallets: [],
    markets: listing.markets.map(({ conditionId }) => conditionId),
    data: { eventId: event.id, eventSlug: event.slug, title: event.title, negativeRisk: event.negativeRisk },
  };
  return [
    listed,
    ...markets.map((market, index) =>
      draftListed(listing, elementAt(listing.markets, index), { ...market, isNew: market.no >= known }),
    ),
  ];
}

function draftListed(
  { event }: Listing,
  content: CatalogMarket,
  listed: ListedMarket & { readonly isNew: boolean },
): EventDraft {
  const { conditionId, slug, question, outcomes, tokenIds, endDate } = content;
  const { status, payout } = listed;
  return {
    type: listed.isNew ? "market.created" : "market.changed",
    wallets: [],
    markets: [conditionId],
    data: {
      conditionId,
      slug,
      eventId: event.id,
      eventSlug: event.slug,
      question,
      outcomes: [...outcomes],
      tokenIds: [...tokenIds],
      status,
      // Early journals contain payouts of markets that are listed as open.
      payouts: payout !== undefined && isOver(status) ? formatPayouts(payout) : null,
      ...publishTerms(listed),
      endDate: endDate ?? null,
    },
  };
}

type MarketStep = Stored<
  | "market-status-changed"
  | "resolution-proposed"
  | "resolution-disputed"
  | "market-resolved"
  | "resolution-undone"
>;

export function draftStep(names: KnownNames, stored: MarketStep): EventDraft {
  const { conditionId, slug } = names.market(stored.market);
  const market = { conditionId, slug };
  const of = { wallets: [], markets: [conditionId] };
  switch (stored.type) {
    case "market-status-changed":
      return { type: statusType(stored.status), ...of, data: market };
    case "resolution-proposed": {
      const { payout, evidence, link } = stored;
      return {
        type: "market.proposed",
        ...of,
        data: { ...market, payouts: formatPayouts(payout), evidence, link },
      };
    }
    case "resolution-disputed":
      return { type: "market.disputed", ...of, data: market };
    case "market-resolved":
      return { type: "market.resolved", ...of, data: { ...market, payouts: formatPayouts(stored.payout) } };
    case "resolution-undone":
      return { type: "market.unresolved", ...of, data: market };
  }
}

function statusType(status: Stored<"market-status-changed">["status"]) {
  switch (status) {
    case "active":
      return "market.opened";
    case "paused":
      return "market.paused";
    case "archived":
      return "market.archived";
    case "draft":
    case "resolved":
      throw new Error(`no step of a market leads to ${status}`);
  }
}

export function draftTick(
  names: KnownNames,
  { market, tick }: Stored<"tick-changed">,
): DraftOfType<"market.refined"> {
  const { conditionId, slug } = names.market(market);
  return {
    type: "market.refined",
    wallets: [],
    markets: [conditionId],
    data: { conditionId, slug, tickSize: priceText(tick) },
  };
}

const MINUTE_MS = 60_000;

/** Drafts a price. A midpoint is in half ticks of outcome 0, each 0.00005. */
export function draftPrice(
  names: KnownNames,
  [no, midpoint]: readonly [market: number, midpoint: number],
  minute: number,
): DraftOfType<"market.priced"> {
  const { conditionId, slug, tokenIds } = names.market(no);
  return {
    type: "market.priced",
    wallets: [],
    markets: [conditionId],
    data: {
      conditionId,
      slug,
      tokenId: tokenIds[0],
      midpoint: decimalText(midpoint * 5, 5),
      minute: timeText(minute * MINUTE_MS),
    },
  };
}

// Public events of the exchange as a whole.

const WALLET = /^0x[0-9a-f]{40}$/;
const listWallets = (text: string): string[] => (WALLET.test(text) ? [text] : []);

/** Audit actions whose subject is a name or a forbidden word. */
const NAME_ACTIONS: ReadonlySet<string> = new Set(["forbid-name", "allow-name"]);
/** Audit actions whose reason may repeat a name that is forbidden or was removed. */
const NAME_REASON_ACTIONS: ReadonlySet<string> = new Set([...NAME_ACTIONS, "remove-name"]);
/** Audit actions whose details traders see. */
const SHOWN_ACTIONS: ReadonlySet<string> = new Set([EDIT_EVENT, EDIT_MARKET, CLARIFY]);

export function draftAct(names: KnownNames, stored: Stored<"operated">): DraftOfType<"operator.acted"> {
  const { operator, action, subject, reason, details } = stored;
  const isNamed = !NAME_ACTIONS.has(action);
  return {
    type: "operator.acted",
    wallets: isNamed ? listWallets(subject) : [],
    markets: isCondition(subject) && names.isMarket(subject) ? [subject] : [],
    data: {
      operator,
      action,
      subject: isNamed ? subject : null,
      reason: NAME_REASON_ACTIONS.has(action) ? null : reason,
      details: SHOWN_ACTIONS.has(action) ? { ...details } : null,
    },
  };
}

/** Drafts a completed request without its result, which is private to its caller. */
export const draftRequest = ({ caller, content }: Stored<"request-done">): DraftOfType<"request.done"> => ({
  type: "request.done",
  wallets: listWallets(caller),
  markets: [],
  data: { caller, content },
});
