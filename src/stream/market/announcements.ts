/** Announcements on the market channel: new, changed and resolved markets, and announcements of operators. */
import type { Context } from "../../context.ts";
import type { Payout } from "../../core/markets/catalog.ts";
import type { Event } from "../../core/events/event.ts";
import { isPublished } from "../../core/markets/flags.ts";
import type { FeeSchedule } from "../../core/markets/market-terms.ts";
import { findRestatedMarkets } from "../../core/events/touches.ts";
import type { Market } from "../../core/state.ts";
import { priceText } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { AuditAction } from "../../core/events/audit-actions.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Publication } from "../../engine/repeats/entry.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { streamId } from "../../http/trading/books/books.ts";
import { baseFees } from "../../http/trading/markets/market-record.ts";
import { findMarketRecord } from "../../store/catalog/market-records.ts";
import type { ListedMarketRow } from "../../store/catalog/market-records.ts";
import { jsonFrame } from "../frames/text-frame.ts";
import type {
  AnnouncementsChangedMessage,
  MarketResolvedMessage,
  MarketsChangedMessage,
  NewMarketMessage,
  StreamPosition,
} from "./market-channel-schema.ts";
import { readSequence } from "./market-streams.ts";
import type { MarketStreams, Subscriber } from "./market-streams.ts";

// Messages about a whole market: opening and resolution.

/** Opening or resolution of a market, with its rules at that time. */
type Announcement = {
  readonly type: "new_market" | "market_resolved";
  /** Engine time, ms since 1970. */
  readonly at: number;
  readonly place: StreamPosition;
  readonly tick: Ticks;
  readonly fees: FeeSchedule | undefined;
  readonly payout: Payout | undefined;
};

function announcementMessage(
  announcement: Announcement,
  record: ListedMarketRow,
  dialect: Dialect,
): NewMarketMessage | MarketResolvedMessage {
  const description = describedFields(record, dialect);
  const position = { timestamp: String(announcement.at), ...announcement.place };
  switch (announcement.type) {
    case "new_market":
      return { event_type: "new_market", ...description, ...openedFields(announcement, record), ...position };
    case "market_resolved":
      return {
        event_type: "market_resolved",
        ...description,
        ...winnerFields(announcement, record),
        ...position,
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

/** Returns the fields of the winning outcome; none if both outcomes pay half. */
function winnerFields({ payout }: Announcement, { market }: ListedMarketRow) {
  if (payout === undefined || payout[0] === payout[1]) return {};
  const winner = payout[0] > payout[1] ? 0 : 1;
  return { winning_asset_id: market.tokenIds[winner], winning_outcome: market.outcomes[winner] };
}

// Detection of markets that open, from the events of commits.

/** Creates a detector of markets that take orders for the first time: new markets, and drafts that are opened. */
export function createOpeningDetector({
  exchange,
  followReplacements,
}: Pick<Engine, "exchange" | "followReplacements">) {
  const listDrafts = () => new Set(exchange.markets.filter((market) => market.status === "draft"));
  let drafts = listDrafts();
  let knownCount = exchange.markets.length;
  followReplacements(() => {
    drafts = listDrafts();
    knownCount = exchange.markets.length;
  });

  function isOpening(market: Market): boolean {
    const isNew = market.no >= knownCount;
    if (isNew) knownCount = market.no + 1;
    if (market.status === "draft") drafts.add(market);
    const waited = drafts.has(market) && market.status !== "draft";
    if (waited) drafts.delete(market);
    return (isNew || waited) && market.status === "active";
  }

  return {
    findOpened: (events: readonly Event[]): Market[] =>
      [...findRestatedMarkets(exchange, events)].filter(isOpening),
  };
}

// Sends announcements to subscribers that asked for more than books and trades: openings to all, resolutions to followers
// of the market. Descriptions are read from the store one at a time.

type MarketAnnouncements = {
  /** Sends the announcements of a commit; called right after the commit. */
  publish(publication: Publication): void;
};

type AnnouncementContext = Pick<Context, "engine" | "readSql" | "clock" | "log">;

export function createMarketAnnouncements(
  { engine, readSql, clock, log }: AnnouncementContext,
  streams: MarketStreams,
  subscribers: ReadonlySet<Subscriber>,
): MarketAnnouncements {
  const { findOpened } = createOpeningDetector(engine);
  let last = Promise.resolve();

  function announce(type: Announcement["type"], market: Market, at: number): void {
    if (audienceOf(type, market).next().done === true) return;
    const { tick, fees, payout } = market;
    const stream_id = streamId(engine.run, market);
    const place = { sequence: readSequence(engine.reads, market), stream_id, server_ts_ms: clock() };
    const announcement = { type, at, place, tick, fees, payout };
    last = last
      .then(() => send(announcement, market))
      .catch((error: unknown) =>
        log.error({ event: "announcement_failed", err: error }, "a market is not announced"),
      );
  }

  async function send(announcement: Announcement, market: Market): Promise<void> {
    const record = await findMarketRecord(await readSql(), market.no);
    if (record === undefined) return;
    const frames = new Map<Dialect, Buffer>();
    for (const { connection } of audienceOf(announcement.type, market)) {
      const { dialect } = connection;
      const frame = frames.get(dialect) ?? jsonFrame(announcementMessage(announcement, record, dialect));
      frames.set(dialect, frame);
      connection.sendFrames(frame);
    }
  }

  function* audienceOf(type: Announcement["type"], market: Market): Generator<Subscriber> {
    if (type === "new_market") {
      for (const subscriber of subscribers) if (subscriber.custom) yield subscriber;
      return;
    }
    for (const { subscriber } of streams.find(market)?.followers ?? [])
      if (subscriber.custom) yield subscriber;
  }

  return {
    publish({ events, at }) {
      for (const market of findOpened(events)) announce("new_market", market, at);
      for (const event of events)
        if (event.type === "market-resolved") announce("market_resolved", event.market, at);
    },
  };
}

// Notifies the page's connections of changes that it shows: of markets, and of operators' announcements.

const ANNOUNCEMENT_ACTIONS: ReadonlySet<string> = new Set<AuditAction>(["announce", "withdraw-announcement"]);

/** Maximum condition ids in a message about changed markets. */
const MAX_CHANGED_MARKETS = 100;

/**
 * Sends messages in the dialect of the specification only, since clients of Polymarket and Kuest do not know them: that
 * public markets changed besides their books, and that an operator changed an announcement.
 */
export function notifyChanges(
  { engine: { exchange }, clock }: Pick<Context, "engine" | "clock">,
  { events }: Pick<Publication, "events">,
  subscribers: Iterable<Subscriber>,
): void {
  const frames = [
    ...marketsChangedFrames([...findRestatedMarkets(exchange, events)].filter(isPublished), clock),
    ...announcementsChangedFrames(events, clock),
  ];
  if (frames.length === 0) return;
  for (const { connection, custom } of subscribers)
    if (custom && DIFFERENCES.operatorAnnouncements.does[connection.dialect] === "told")
      for (const frame of frames) connection.sendFrames(frame);
}

function marketsChangedFrames(markets: readonly Market[], clock: () => number): Buffer[] {
  if (markets.length === 0) return [];
  const message: MarketsChangedMessage = {
    event_type: "markets_changed",
    markets: markets.slice(0, MAX_CHANGED_MARKETS).map(({ conditionId }) => conditionId),
    count: markets.length,
    server_ts_ms: clock(),
  };
  return [jsonFrame(message)];
}

function announcementsChangedFrames(events: readonly Event[], clock: () => number): Buffer[] {
  if (!events.some((event) => event.type === "operated" && ANNOUNCEMENT_ACTIONS.has(event.action))) return [];
  const message: AnnouncementsChangedMessage = {
    event_type: "announcements_changed",
    server_ts_ms: clock(),
  };
  return [jsonFrame(message)];
}
