/** Session of a market channel connection: its requests and the tokens it follows. */
import type { Exchange } from "../../core/state.ts";
import { createAwaitedBooks } from "./book-frames.ts";
import type { AwaitedBooks, SentBooks } from "./book-frames.ts";
import type { Connection, ChannelSession } from "../channel.ts";
import { hasHeartbeatsByDefault } from "../channel.ts";
import {
  createFollowedTokens,
  listNamed,
  formatNames,
  readMarketRequest,
  getTokenId,
} from "./market-messages.ts";
import type { FollowedTokens, MarketRequest, NamedTokens } from "./market-messages.ts";
import type { HeartbeatMessage } from "./market-channel-schema.ts";
import { tokenBit } from "./market-streams.ts";
import type { MarketStream, MarketStreams, Subscriber } from "./market-streams.ts";

export type MarketSessionOptions = SentBooks & {
  readonly exchange: Pick<Exchange, "tokens" | "marketByCondition">;
  readonly clock: () => number;
  readonly streams: MarketStreams;
};

/** Maximum tokens that a connection may follow. */
const MAX_TOKENS = 500;

type MarketSessionState = {
  readonly connection: Connection;
  readonly subscriber: Subscriber;
  readonly followed: FollowedTokens;
  readonly awaited: AwaitedBooks;
  heartbeat: boolean;
};

export function createMarketSession(
  { exchange, streams, clock, ...sent }: MarketSessionOptions,
  connection: Connection,
  subscriber: Subscriber,
): ChannelSession {
  const followed = createFollowedTokens(streams, subscriber);
  const awaited = createAwaitedBooks(connection, sent, followed);
  const heartbeat = hasHeartbeatsByDefault(connection.dialect);
  const state: MarketSessionState = { connection, subscriber, followed, awaited, heartbeat };
  return {
    receive(message) {
      const request = readMarketRequest(message);
      if (typeof request === "string") return connection.refuse("invalid_message", request);
      const named = listNamed(exchange, request);
      switch (request.operation) {
        case "subscribe":
          return subscribe(state, named, request);
        case "unsubscribe":
          return named.tokens.forEach(followed.remove);
        case "snapshot":
          return snapshot(state, named, request);
      }
    },
    heartbeat(mode) {
      const followedStreams = followed.streams();
      if (state.heartbeat && followedStreams.length > 0)
        connection.send(heartbeatMessage(followedStreams, { mode, server_ts_ms: clock() }));
    },
    resync: () => awaited.add(followed.list()),
    close: () => followed.list().forEach(followed.remove),
  };
}

function subscribe(
  state: MarketSessionState,
  { tokens, unknown }: NamedTokens,
  request: MarketRequest,
): void {
  const { connection, subscriber, followed, awaited } = state;
  const followedCount = followed.list().length + tokens.filter((token) => !followed.has(token)).length;
  if (followedCount > MAX_TOKENS) {
    const hint = `expected at most ${MAX_TOKENS} tokens on a connection, got ${followedCount}; nothing is changed`;
    return connection.refuse("too_many_subscriptions", hint);
  }
  subscriber.custom = request.custom ?? subscriber.custom;
  state.heartbeat = request.heartbeat ?? state.heartbeat;
  for (const token of tokens) {
    const follower = followed.add(token);
    if (!request.dump) follower.live |= tokenBit(token.outcome);
  }
  const refuseUnknown = (): void => {
    if (unknown.length === 0) return;
    const others = tokens.length === 0 ? "" : "; the others are subscribed";
    connection.refuse("unknown_asset", `no market lists ${formatNames(unknown)}${others}`);
  };
  // Errors are sent after the books: clients take the first frame after a subscription for a book.
  if (request.dump) awaited.add(tokens, refuseUnknown);
  else refuseUnknown();
  return undefined;
}

/** Sends fresh books of the tokens that the request names, or of all followed tokens if it names none. */
function snapshot(
  { connection, followed, awaited }: MarketSessionState,
  { tokens, unknown }: NamedTokens,
  { assetIds, conditionIds }: MarketRequest,
): void {
  const all = assetIds === undefined && conditionIds === undefined;
  awaited.add(all ? followed.list() : tokens);
  const others = [...unknown, ...tokens.filter((token) => !followed.has(token)).map(getTokenId)];
  if (others.length > 0) connection.refuse("unknown_asset", `not subscribed here: ${formatNames(others)}`);
}

const heartbeatMessage = (
  streams: readonly MarketStream[],
  fields: Pick<HeartbeatMessage, "mode" | "server_ts_ms">,
): HeartbeatMessage => ({
  event_type: "heartbeat",
  ...fields,
  streams: streams.flatMap(({ id, quote }) =>
    quote === undefined ? [] : [{ stream_id: id, sequence: quote.sequence }],
  ),
});
