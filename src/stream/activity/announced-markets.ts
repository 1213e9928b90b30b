/** Topic clob_market: messages about opening and resolving markets, from the events of commits. */
import type { Context } from "../../context.ts";
import type { Market } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { followCommits } from "../follow-commits.ts";
import { createOpeningDetector } from "../market/announcements.ts";
import type { ClobMarketMessage } from "./activity-schema.ts";
import { envelopeRest } from "./envelopes.ts";
import type { Enveloped } from "./envelopes.ts";

export const ANNOUNCEMENT_TYPES = ["market_created", "market_resolved"] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

/** A message in its envelope. */
export type MarketAnnouncement = Pick<Enveloped, "rest"> & { readonly type: AnnouncementType };

export const CLOB_MARKET = "clob_market";

type Listener = (announcement: MarketAnnouncement) => void;

/** Adds a listener, and returns a function that removes it. */
export type FollowAnnouncements = (listener: Listener) => () => void;

export function createMarketAnnouncer(context: Pick<Context, "engine" | "log">): FollowAnnouncements {
  const listeners = new Set<Listener>();
  const { findOpened } = createOpeningDetector(context.engine);
  followCommits(context, ({ events, at }) => {
    const opened = findOpened(events).map((market) => announcementOf("market_created", market, at));
    const resolved = events.flatMap((event) =>
      event.type === "market-resolved" ? [announcementOf("market_resolved", event.market, at)] : [],
    );
    for (const announcement of [...opened, ...resolved])
      for (const listener of listeners) listener(announcement);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function announcementOf(type: AnnouncementType, market: Market, timestamp: number): MarketAnnouncement {
  const payload: ClobMarketMessage["payload"] = {
    market: market.conditionId,
    asset_ids: [...market.tokenIds],
    min_order_size: sharesText(market.minimumLots),
    tick_size: priceText(market.tick),
    neg_risk: market.negativeRisk,
  };
  const fields = { topic: CLOB_MARKET, type, timestamp };
  return { type, rest: envelopeRest(fields, JSON.stringify(payload)) };
}
