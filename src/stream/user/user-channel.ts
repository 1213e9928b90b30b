/** The user channel, /ws/user: updates of orders and trades of the client's wallets. */
import type { Context } from "../../context.ts";
import type { Channel } from "../channel.ts";
import { createUserFeed } from "./user-feed.ts";
import { createUserSession } from "./user-session.ts";

const AUTHENTICATION_MS = 10_000;

/** Creates the channel. A connection without valid credentials is closed after `authenticationMs`. */
export function createUserChannel(context: Context, authenticationMs = AUTHENTICATION_MS): Channel {
  const feed = createUserFeed(context);
  return {
    isPrivate: true,
    open: (connection) => createUserSession({ context, feed, connection, authenticationMs }),
  };
}
