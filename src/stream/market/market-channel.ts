/** The market channel, /ws/market: books, changes and trades of tokens, and markets that open and resolve. */
import type { Context } from "../../context.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import { createTickQueue } from "../../base/async.ts";
import { createMarketAnnouncements, notifyChanges } from "./announcements.ts";
import { createBookFrames } from "./book-frames.ts";
import type { Channel } from "../channel.ts";
import { followCommits } from "../follow-commits.ts";
import { createMarketBroadcast } from "./market-broadcast.ts";
import { createMarketSession } from "./market-session.ts";
import { createMarketStreams } from "./market-streams.ts";
import type { Subscriber } from "./market-streams.ts";

/** Creates the channel, which follows the engine from this call on. */
export function createMarketChannel(context: Context): Channel {
  const { engine, clock } = context;
  const streams = createMarketStreams(engine);
  const books = createBookFrames(context);
  const turns = createTickQueue(1);
  const subscribers = new Set<Subscriber>();
  const broadcast = createMarketBroadcast(context, streams, books);
  const announcements = createMarketAnnouncements(context, streams, subscribers);
  // Missed messages need no handling: clients see a gap in the sequence.
  followCommits(context, broadcast.publish);
  followCommits(context, announcements.publish);
  followCommits(context, (publication) => notifyChanges(context, publication, subscribers));
  return {
    open(connection) {
      const cadence = DIFFERENCES.wholeBooks.does[connection.dialect];
      const subscriber = { connection, custom: false, books: cadence };
      subscribers.add(subscriber);
      const { exchange } = engine;
      const session = createMarketSession({ exchange, clock, streams, books, turns }, connection, subscriber);
      return {
        ...session,
        close() {
          subscribers.delete(subscriber);
          session.close();
        },
      };
    },
  };
}
