/** Messages of clob_market about markets that open or resolve, from the events of commits. */
import type { Context } from "../../context.ts";
import type { Market } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { followCommits } from "../follow-commits.ts";
import { createOpeningDetector } from "../market/opening-detector.ts";
import { jsonFrame } from "../text-frame.ts";
import type { ClobMarketMessage } from "./activity-schema.ts";

export const ANNOUNCEMENT_TYPES = ["market_created", "market_resolved"] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

export type MarketAnnouncement = {
  readonly type: AnnouncementType;
  readonly market: Market;
  /** Engine time, ms since 1970. */
  readonly at: number;
};

type Listener = (announcement: MarketAnnouncement) => void;

/** Adds a listener; the function that this returns removes it. */
export type FollowAnnouncements = (listener: Listener) => () => void;

export function createMarketAnnouncer(context: Pick<Context, "engine" | "log">): FollowAnnouncements {
  const listeners = new Set<Listener>();
  const { findOpened } = createOpeningDetector(context.engine.exchange);
  followCommits(context, ({ events, at }) => {
    const opened = findOpened(events).map((market) => ({ type: "market_created", market, at }) as const);
    const resolved = events.flatMap((event) =>
      event.type === "market-resolved"
        ? [{ type: "market_resolved", market: event.market, at } as const]
        : [],
    );
    for (const announcement of [...opened, ...resolved])
      for (const listener of listeners) listener(announcement);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

export function announcementFrame({ type, market, at }: MarketAnnouncement, connectionId: string): Buffer {
  const message: ClobMarketMessage = {
    connection_id: connectionId,
    topic: "clob_market",
    type,
    timestamp: at,
    payload: {
      market: market.conditionId,
      asset_ids: [...market.tokenIds],
      min_order_size: sharesText(market.minimumLots),
      tick_size: priceText(market.tick),
      neg_risk: market.negativeRisk,
    },
  };
  return jsonFrame(message);
}
