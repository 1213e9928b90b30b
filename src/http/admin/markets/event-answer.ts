/** Events in answers of the operator API. */
import { Type } from "typebox";
import type { MarketStatus } from "../../../core/markets/catalog.ts";
import type { Event } from "../../../core/events/event.ts";
import type { Market } from "../../../core/state.ts";
import type { AppliedCommand } from "../../../engine/repeats/entry.ts";
import type { NamedEvent } from "../../../store/reads/audit.ts";
import { OrNull, PayoutAnswer } from "../../values/resolution-answer.ts";
import { MarketStatus as Status } from "../../trading/markets/market-record.ts";

const Count = Type.Integer();

const Statuses = Type.Object(
  { draft: Count, active: Count, paused: Count, resolved: Count, archived: Count },
  { description: "Its markets by status" },
);

const NAME_FIELDS = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
};

/** An event after a step of all its markets. */
export const SteppedEvent = Type.Object({
  ...NAME_FIELDS,
  changed: Type.Integer({
    description: "Markets that took the step; all others were there already, or are over",
  }),
  statuses: Statuses,
});

export const namedMarket = {
  conditionId: Type.String(),
  slug: Type.String(),
  question: Type.String(),
  label: OrNull(Type.String({ description: "Short name inside the event" })),
};

/** True if question, rules, source and outcomes can no longer be edited. */
export const BetFixed = Type.Boolean({
  description:
    "Whether orders, shares, trades or a resolution rest on its question, rules, source and outcomes, which stay then",
});

/** Journal sequence of the latest edit of the event or market, which a new edit states in `unchangedSince`. */
export const LastEdit = Type.Integer({
  description: "The journal's number of its latest edit's batch, for `unchangedSince`; 0 before any",
});

/** Texts and picture of an event or market, with which an edit begins. */
export const ListedTexts = {
  description: Type.String({ description: "Its rules" }),
  resolutionSource: OrNull(Type.String()),
  image: OrNull(Type.String()),
};

export const EventWithMarkets = Type.Object({
  ...NAME_FIELDS,
  tags: Type.Array(Type.String(), { description: "Labels" }),
  ...ListedTexts,
  startDate: OrNull(Type.String()),
  endDate: OrNull(Type.String()),
  exclusive: Type.Boolean({
    description: "Whether exactly one of its markets wins, so that a winner can be chosen",
  }),
  undoable: Type.Boolean({
    description: "Whether markets are resolved, and nobody redeemed shares of these markets",
  }),
  betFixed: BetFixed,
  lastEdit: LastEdit,
  statuses: Statuses,
  markets: Type.Array(
    Type.Object({
      ...namedMarket,
      status: Status,
      payout: OrNull(PayoutAnswer),
      proposed: OrNull(
        Type.Object({ payout: PayoutAnswer, disputed: Type.Boolean() }, { description: "The open proposal" }),
      ),
    }),
    { description: "In the order of their listing" },
  ),
});

export function countStatuses(markets: readonly { readonly status: MarketStatus }[]) {
  const counts = { draft: 0, active: 0, paused: 0, resolved: 0, archived: 0 };
  for (const { status } of markets) counts[status] += 1;
  return counts;
}

/** Creates the function that makes the event's answer right after a step of its markets. */
export const describeSteppedEvent =
  ({ id, slug, title }: NamedEvent) =>
  ({ exchange, events }: AppliedCommand): Type.Static<typeof SteppedEvent> => {
    const event = exchange.events.get(id);
    if (event === undefined) throw new Error(`event ${id} is not there`);
    const changed = new Set(events.flatMap((one) => steppedMarket(one) ?? []));
    return { id, slug, title, changed: changed.size, statuses: countStatuses(event.markets) };
  };

function steppedMarket(event: Event): Market | undefined {
  switch (event.type) {
    case "market-status-changed":
    case "market-resolved":
    case "resolution-proposed":
    case "resolution-undone":
      return event.market;
    default:
      return undefined;
  }
}
