/** Messages about a market as a whole: that it opened, and that it resolved. */
import type { Payout } from "../../core/catalog.ts";
import type { FeeSchedule } from "../../core/market-terms.ts";
import { priceText } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { baseFees } from "../../http/trading/markets/fee-details.ts";
import type { ListedMarketRow } from "../../store/catalog/market-records.ts";
import type { MarketResolvedMessage, NewMarketMessage, StreamPosition } from "./market-channel-schema.ts";

/** An opening or resolution of a market, with its terms at that time. */
export type Announcement = {
  readonly type: "new_market" | "market_resolved";
  /** Engine time, ms since 1970. */
  readonly at: number;
  readonly place: StreamPosition;
  readonly tick: Ticks;
  readonly fees: FeeSchedule | undefined;
  readonly payout: Payout | undefined;
};

export function announcementMessage(
  announcement: Announcement,
  record: ListedMarketRow,
  dialect: Dialect,
): NewMarketMessage | MarketResolvedMessage {
  const described = describedFields(record, dialect);
  const stamped = { timestamp: String(announcement.at), ...announcement.place };
  switch (announcement.type) {
    case "new_market":
      return { event_type: "new_market", ...described, ...openedFields(announcement, record), ...stamped };
    case "market_resolved":
      return {
        event_type: "market_resolved",
        ...described,
        ...winnerFields(announcement, record),
        ...stamped,
      };
  }
}

const describedFields = ({ market, event, tags }: ListedMarketRow, dialect: Dialect) => ({
  id: DIFFERENCES.announcedIds.does[dialect] === "condition-id" ? market.conditionId : market.id,
  question: market.question,
  market: market.conditionId,
  slug: market.slug,
  description: market.description,
  assets_ids: [...market.tokenIds],
  outcomes: [...market.outcomes],
  event_message: event,
  tags: [...tags],
});

const openedFields = ({ tick, fees }: Announcement, { market }: ListedMarketRow) => ({
  condition_id: market.conditionId,
  active: true,
  clob_token_ids: [...market.tokenIds],
  ...(market.gameStartTime !== undefined && { game_start_time: String(Date.parse(market.gameStartTime)) }),
  order_price_min_tick_size: priceText(tick),
  group_item_title: market.groupItemTitle ?? "",
  taker_base_fee: String(baseFees(fees).taker),
  fees_enabled: fees !== undefined,
});

/** Gives the winning outcome; no fields when both outcomes pay half. */
function winnerFields({ payout }: Announcement, { market }: ListedMarketRow) {
  if (payout === undefined || payout[0] === payout[1]) return {};
  const winner = payout[0] > payout[1] ? 0 : 1;
  return { winning_asset_id: market.tokenIds[winner], winning_outcome: market.outcomes[winner] };
}
