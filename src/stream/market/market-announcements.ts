/**
 * Sends announcements to subscribers that asked for more than books and trades: openings to all, resolutions to
 * followers of the market. Descriptions are read from the store, one after the other.
 */
import type { Context } from "../../context.ts";
import type { Market } from "../../core/state.ts";
import type { Publication } from "../../engine/entry.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { streamId } from "../../http/trading/books/book-record.ts";
import { findMarketRecord } from "../../store/catalog/market-records.ts";
import { jsonFrame } from "../text-frame.ts";
import { announcementMessage } from "./announcement-messages.ts";
import type { Announcement } from "./announcement-messages.ts";
import { readSequence } from "./market-streams.ts";
import type { MarketStreams, Subscriber } from "./market-streams.ts";
import { createOpeningDetector } from "./opening-detector.ts";

export type MarketAnnouncements = {
  /** Sends the announcements of a commit; called right after it. */
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
