/** Topics of the live-data channel, and the filters of their subscriptions. */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import type { Context } from "../../context.ts";
import type { Exchange, Market } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { parseJson } from "../../http/operation/json-text.ts";
import { clip, describeMessageFault } from "../../http/operation/validation-fault.ts";
import type { Channel, ChannelSession, Connection } from "../channel.ts";
import { followCommits } from "../follow-commits.ts";
import { createOpeningDetector } from "../market/announcements.ts";
import type { StreamCode } from "../frames/stream-errors.ts";
import type { ActivityRequest, ClobMarketMessage, Subscription } from "./activity-schema.ts";
import { createFrameWrapper, envelopeRest, envelopeStart, wrapConnection, framePieces } from "./envelopes.ts";
import type { EnvelopedMessage, WrapFrames } from "./envelopes.ts";

// A live-data topic of one connection.

export type SubscriptionRejection = { readonly code: StreamCode; readonly hint: string };

type LiveTopic = {
  /** Subscribes or unsubscribes; returns the refusal of a subscription that fails. */
  change(action: ActivityRequest["action"], subscription: Subscription): SubscriptionRejection | undefined;
  /** Sends the current state again after dropped messages. */
  resync(): void;
  close(): void;
};

/** Finds a topic other than fills; `undefined` if the dialect's clients know no such topic. */
export type FindTopic = (topic: string) => Pick<LiveTopic, "change"> | undefined;

// Message types that a subscription names.

/** Maximum characters of a value repeated in a hint. */
const MAX_GOT = 80;

/** Lists the message types that a subscription names, all for "*"; refuses a type that the topic does not have. */
export function listNamedTypes<Type extends string>(
  { topic, type }: Pick<Subscription, "topic" | "type">,
  offered: readonly Type[],
): readonly Type[] | SubscriptionRejection {
  const types = offered.filter((one) => type === "*" || type === one);
  return types.length > 0 ? types : rejectType({ topic, type }, topic, offered);
}

/** Refuses a subscription to an unexpected topic or type. */
export const rejectType = (
  { topic, type }: Pick<Subscription, "topic" | "type">,
  expected: string,
  offered: readonly string[],
): SubscriptionRejection => ({
  code: "unsupported_topic",
  hint: `expected topic ${expected} with type ${offered.join(", ")} or *, got ${clip(topic, MAX_GOT)} with ${clip(type, MAX_GOT)}`,
});

// Filters of a subscription, which clients send as JSON or as JSON text.

/** Parses filters; `undefined` if the text is blank. Text that is not JSON stays text, which no filter accepts. */
export function readFilters(filters: unknown): unknown {
  if (typeof filters !== "string") return filters;
  if (filters.trim() === "") return undefined;
  try {
    return parseJson(filters);
  } catch {
    return filters;
  }
}

// Filters of clob_market: token ids, as a list or as JSON text of one.

const TokenIds = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 500 });

/** Returns the token ids; `undefined` if there are no filters. */
function readTokenIds(
  filters: Subscription["filters"],
): readonly string[] | SubscriptionRejection | undefined {
  const given = readFilters(filters ?? "");
  if (given === undefined) return undefined;
  return Check(TokenIds, given)
    ? given
    : { code: "invalid_message", hint: describeMessageFault(TokenIds, given, "filters") };
}

// Topic clob_market: messages about opening and resolving markets, from the events of commits.

const ANNOUNCEMENT_TYPES = ["market_created", "market_resolved"] as const;
type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

/** A message in its envelope. */
type MarketAnnouncement = Pick<EnvelopedMessage, "rest"> & { readonly type: AnnouncementType };

const CLOB_MARKET = "clob_market";

type Listener = (announcement: MarketAnnouncement) => void;

/** Adds a listener, and returns a function that removes it. */
type FollowAnnouncements = (listener: Listener) => () => void;

export function createMarketAnnouncer(context: Pick<Context, "engine" | "log">): FollowAnnouncements {
  const listeners = new Set<Listener>();
  const { findOpened } = createOpeningDetector(context.engine);
  followCommits(context, ({ events, at }) => {
    const openings = findOpened(events).map((market) => buildAnnouncement("market_created", market, at));
    const resolved = events.flatMap((event) =>
      event.type === "market-resolved" ? [buildAnnouncement("market_resolved", event.market, at)] : [],
    );
    for (const announcement of [...openings, ...resolved])
      for (const listener of listeners) listener(announcement);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function buildAnnouncement(type: AnnouncementType, market: Market, timestamp: number): MarketAnnouncement {
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

// Topics of the live-data channel that carry the messages of the market and user channels.

// The topic clob_market of live data: books, changes and trades of the named tokens, as on the market channel, and openings
// and resolutions of markets.

/** Types of messages about tokens; a book of the market channel is an `agg_orderbook`. */
const TOKEN_TYPES = ["price_change", "agg_orderbook", "last_trade_price", "tick_size_change"] as const;
type TokenType = (typeof TOKEN_TYPES)[number];

const CLOB_MARKET_TYPES = [...TOKEN_TYPES, ...ANNOUNCEMENT_TYPES] as const;

const ASSET_IDS = /"asset_id":"(\d+)"/g;

/** Creates the envelopes of clob_market, shared by all connections. */
export const createClobMarketWrapper = (clock: () => number): WrapFrames =>
  createFrameWrapper({ topic: CLOB_MARKET, clock, describe: describeMessage });

function describeMessage(
  eventType: string,
  json: string,
): Pick<EnvelopedMessage, "type" | "tokens"> | undefined {
  const type = TOKEN_TYPES.find((one) => one === (eventType === "book" ? "agg_orderbook" : eventType));
  if (type === undefined) return undefined;
  const tokens = Array.from(json.matchAll(ASSET_IDS), ([, id = ""]) => id);
  // A price change concerns both tokens of a market; any other message names its own token first.
  return { type, tokens: type === "price_change" ? [...new Set(tokens)] : tokens.slice(0, 1) };
}

export type ClobMarketOptions = {
  readonly channel: Channel;
  readonly exchange: Pick<Exchange, "tokens">;
  readonly follow: FollowAnnouncements;
  readonly envelopes: WrapFrames;
};

export function createClobMarketTopic(
  { channel, exchange, follow, envelopes }: ClobMarketOptions,
  connection: Connection,
): LiveTopic {
  const wantedTokens = createWantedTokens();
  const announcedTypes = new Set<AnnouncementType>();
  let session: ChannelSession | undefined;
  const topicConnection = wrapConnection(connection, {
    topic: CLOB_MARKET,
    envelopes,
    wants: wantedTokens.has,
  });
  const start = envelopeStart(connection.id);
  const unfollow = follow((announcement) => {
    if (announcedTypes.has(announcement.type)) connection.sendFrames(...framePieces(start, announcement));
  });

  function subscribe(types: readonly TokenType[], ids: readonly string[]): void {
    const known = ids.filter((id) => exchange.tokens.has(id));
    for (const type of types) wantedTokens.add(type, known);
    session ??= channel.open(topicConnection);
    const initial_dump = types.includes("agg_orderbook");
    session.receive({ type: "market", assets_ids: ids, initial_dump });
  }

  function unsubscribe(types: readonly TokenType[], ids: readonly string[] | undefined): void {
    const before = wantedTokens.tokens();
    for (const type of types) wantedTokens.remove(type, ids);
    const left = new Set(wantedTokens.tokens());
    const gone = before.filter((id) => !left.has(id));
    session?.receive({ operation: "unsubscribe", assets_ids: gone });
  }

  return {
    change(action, subscription) {
      const types = listNamedTypes(subscription, CLOB_MARKET_TYPES);
      if ("code" in types) return types;
      const ofTokens = TOKEN_TYPES.filter((type) => types.includes(type));
      const ids = readTokenIds(subscription.filters ?? undefined);
      if (ids !== undefined && "code" in ids) return ids;
      if (action === "subscribe" && ofTokens.length > 0 && ids === undefined) return NO_TOKENS;
      if (action === "unsubscribe") unsubscribe(ofTokens, ids);
      else if (ids !== undefined && ofTokens.length > 0) subscribe(ofTokens, ids);
      for (const type of ANNOUNCEMENT_TYPES)
        if (types.includes(type)) announcedTypes[action === "subscribe" ? "add" : "delete"](type);
      return undefined;
    },
    resync: () => session?.resync(),
    close() {
      unfollow();
      session?.close();
    },
  };
}

const NO_TOKENS: SubscriptionRejection = {
  code: "invalid_message",
  hint: `filters: expected token ids, as ["1","2"], for messages about tokens; ${ANNOUNCEMENT_TYPES.join(" and ")} need none`,
};

/** Creates the set of tokens that a client follows, by message type. */
function createWantedTokens() {
  const byType = new Map<string, Set<string>>(TOKEN_TYPES.map((type) => [type, new Set()]));
  return {
    add: (type: TokenType, ids: readonly string[]) => ids.forEach((id) => byType.get(type)?.add(id)),
    remove(type: TokenType, ids: readonly string[] | undefined): void {
      const tokens = byType.get(type);
      if (ids === undefined) tokens?.clear();
      else ids.forEach((id) => tokens?.delete(id));
    },
    tokens: (): string[] => [...new Set([...byType.values()].flatMap((ids) => [...ids]))],
    /** Returns true if the message's type and token are followed. */
    has({ type, tokens }: EnvelopedMessage): boolean {
      const followed = byType.get(type);
      return followed !== undefined && tokens.some((id) => followed.has(id));
    },
  };
}

// The topic clob_user of live data: the orders and trades of one account, as on the user channel.

const CLOB_USER_TYPES = ["order", "trade"] as const;

const TOPIC = "clob_user";

/** Creates the envelopes of clob_user, shared by the connections of one account. */
export const createClobUserWrapper = (clock: () => number): WrapFrames =>
  createFrameWrapper({ topic: TOPIC, clock, describe: (eventType) => ({ type: eventType, tokens: [] }) });

export function createClobUserTopic(
  channel: Channel,
  connection: Connection,
  envelopes: WrapFrames,
): LiveTopic & Pick<ChannelSession, "heartbeat"> {
  const wantedTypes = new Set<string>();
  let openedSession: { readonly session: ChannelSession; readonly key: string } | undefined;
  const wants = ({ type }: EnvelopedMessage): boolean => wantedTypes.has(type);
  const topicConnection = wrapConnection(connection, { topic: TOPIC, envelopes, wants });

  function stop(): void {
    openedSession?.session.close();
    openedSession = undefined;
  }

  /** Closes the topic; other subscriptions of the connection continue. */
  function end(code: StreamCode, hint: string): void {
    stop();
    wantedTypes.clear();
    connection.refuse(code, hint);
  }

  function open({ clob_auth: auth }: Subscription): SubscriptionRejection | undefined {
    if (openedSession !== undefined)
      return auth?.key === openedSession.key ? undefined : rejectSubscription(ONE_ACCOUNT);
    if (auth === undefined || auth === null)
      return rejectSubscription("clob_auth: expected key, secret and passphrase");
    if (!connection.mayBePrivate) return rejectSubscription(FOREIGN_PAGE);
    const { key, secret, passphrase } = auth;
    const session = channel.open({ ...topicConnection, end });
    openedSession = { session, key };
    session.receive({ type: "user", auth: { apiKey: key, secret, passphrase } });
    return undefined;
  }

  return {
    change(action, subscription) {
      const types = listNamedTypes(subscription, CLOB_USER_TYPES);
      if ("code" in types) return types;
      if (action === "unsubscribe") {
        for (const type of types) wantedTypes.delete(type);
        if (wantedTypes.size === 0) stop();
        return undefined;
      }
      const refusal = open(subscription);
      if (refusal === undefined) for (const type of types) wantedTypes.add(type);
      return refusal;
    },
    heartbeat: (mode) => openedSession?.session.heartbeat(mode),
    // Sends nothing: the numbers show the gap, and GET /data/orders has the open orders.
    resync: () => {},
    close: stop,
  };
}

const ONE_ACCOUNT =
  "clob_auth: expected the key of the first subscription, since a connection tells of one account";
const FOREIGN_PAGE = "clob_user: the operator names in PRESAGE_ORIGINS whose pages may read private data";

const rejectSubscription = (hint: string): SubscriptionRejection => ({ code: "invalid_message", hint });
