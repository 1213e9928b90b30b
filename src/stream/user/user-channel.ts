/** /ws/user: what happens to the orders of the client's wallets, and to their trades. */
import type { Context } from "../../context.ts";
import type { Channel } from "../channel.ts";
import type { DescribedMarkets } from "../described-markets.ts";
import { createUserFeed } from "./user-feed.ts";
import { createUserSession } from "./user-session.ts";

const PATIENCE_MS = 10_000;

/** `patienceMs` is how long a connection may be nobody's. */
export function createUserChannel(
  context: Context,
  markets: DescribedMarkets,
  patienceMs = PATIENCE_MS,
): Channel {
  const feed = createUserFeed(context, markets);
  return {
    isPrivate: true,
    open: (connection) => createUserSession({ context, feed, connection, patienceMs }),
  };
}
