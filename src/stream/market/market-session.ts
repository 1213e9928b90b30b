/** A connection of the market channel: what it asks for, and what it is told of the tokens that it follows. */
import type { Exchange } from "../../core/state.ts";
import { createAwaitedBooks } from "./awaited-books.ts";
import type { AwaitedBooks } from "./awaited-books.ts";
import type { BookFrames } from "./book-frames.ts";
import type { Connection, Session } from "../channel.ts";
import { beatsByDefault } from "../default-heartbeats.ts";
import { createFollowedTokens, tokenIdOf } from "./followed-tokens.ts";
import type { FollowedTokens } from "./followed-tokens.ts";
import type { HeartbeatMessage } from "./market-channel-schema.ts";
import { readMarketRequest } from "./market-request.ts";
import type { MarketRequest } from "./market-request.ts";
import { tokenOf } from "./market-streams.ts";
import type { MarketStream, MarketStreams, Subscriber } from "./market-streams.ts";
import { listNamed, namesOf } from "./named-tokens.ts";
import type { NamedTokens } from "./named-tokens.ts";

export type MarketSessionOptions = {
  readonly exchange: Pick<Exchange, "tokens" | "marketByCondition">;
  readonly clock: () => number;
  readonly streams: MarketStreams;
  readonly books: BookFrames;
};

/** Tokens that a connection may follow. */
const MAX_TOKENS = 500;

type State = {
  readonly connection: Connection;
  readonly subscriber: Subscriber;
  readonly followed: FollowedTokens;
  readonly awaited: AwaitedBooks;
  heartbeat: boolean;
};

export function createMarketSession(
  { exchange, streams, books, clock }: MarketSessionOptions,
  connection: Connection,
  subscriber: Subscriber,
): Session {
  const followed = createFollowedTokens(streams, subscriber);
  const awaited = createAwaitedBooks(connection, books, followed);
  const heartbeat = beatsByDefault(connection.dialect);
  const state: State = { connection, subscriber, followed, awaited, heartbeat };
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
    beat(mode) {
      const told = followed.streams();
      if (state.heartbeat && told.length > 0)
        connection.send(heartbeatMessage(told, { mode, server_ts_ms: clock() }));
    },
    resync: () => awaited.add(followed.list()),
    close: () => followed.list().forEach(followed.remove),
  };
}

function subscribe(state: State, { tokens, unknown }: NamedTokens, request: MarketRequest): void {
  const { connection, subscriber, followed, awaited } = state;
  const asked = followed.list().length + tokens.filter((token) => !followed.has(token)).length;
  if (asked > MAX_TOKENS) {
    const hint = `expected at most ${MAX_TOKENS} tokens on a connection, got ${asked}; nothing is changed`;
    return connection.refuse("too_many_subscriptions", hint);
  }
  subscriber.custom = request.custom ?? subscriber.custom;
  state.heartbeat = request.heartbeat ?? state.heartbeat;
  for (const token of tokens) {
    const follow = followed.add(token);
    if (!request.dump) follow.live |= tokenOf(token.outcome);
  }
  if (request.dump) awaited.add(tokens);
  if (unknown.length > 0)
    connection.refuse("unknown_asset", `no market lists ${namesOf(unknown)}; the others are subscribed`);
  return undefined;
}

/** Of all tokens, when it names none. */
function snapshot(
  { connection, followed, awaited }: State,
  { tokens, unknown }: NamedTokens,
  { assetIds, conditionIds }: MarketRequest,
): void {
  const all = assetIds === undefined && conditionIds === undefined;
  awaited.add(all ? followed.list() : tokens);
  const others = [...unknown, ...tokens.filter((token) => !followed.has(token)).map(tokenIdOf)];
  if (others.length > 0) connection.refuse("unknown_asset", `not subscribed here: ${namesOf(others)}`);
}

const heartbeatMessage = (
  streams: readonly MarketStream[],
  told: Pick<HeartbeatMessage, "mode" | "server_ts_ms">,
): HeartbeatMessage => ({
  event_type: "heartbeat",
  ...told,
  streams: streams.flatMap(({ id, quote }) =>
    quote === undefined ? [] : [{ stream_id: id, sequence: quote.sequence }],
  ),
});
