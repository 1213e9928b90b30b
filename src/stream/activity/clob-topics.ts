/** Topics of the live-data channel that carry the messages of the market and user channels. */
import type { Exchange } from "../../core/state.ts";
import type { Channel, ChannelSession, Connection } from "../channel.ts";
import type { StreamCode } from "../refusals.ts";
import type { Subscription } from "./activity-schema.ts";
import { ANNOUNCEMENT_TYPES, CLOB_MARKET } from "./announced-markets.ts";
import type { AnnouncementType, FollowAnnouncements } from "./announced-markets.ts";
import { createEnvelopes, envelopeStart, envelopedConnection, framePieces } from "./envelopes.ts";
import type { Enveloped, Envelopes } from "./envelopes.ts";
import { namedTypes, readTokenIds } from "./topics.ts";
import type { LiveTopic, SubscriptionRefusal } from "./topics.ts";

// The topic clob_market of live data: books, changes and trades of the named tokens, as on the market channel, and markets
// that open or resolve.

/** Types of messages about tokens; a book of the market channel is an `agg_orderbook`. */
const TOKEN_TYPES = ["price_change", "agg_orderbook", "last_trade_price", "tick_size_change"] as const;
type TokenType = (typeof TOKEN_TYPES)[number];

const CLOB_MARKET_TYPES = [...TOKEN_TYPES, ...ANNOUNCEMENT_TYPES] as const;

const ASSET_IDS = /"asset_id":"(\d+)"/g;

/** Creates the envelopes of clob_market, shared by all connections. */
export const createClobMarketEnvelopes = (clock: () => number): Envelopes =>
  createEnvelopes({ topic: CLOB_MARKET, clock, describe: describeMessage });

function describeMessage(eventType: string, json: string): Pick<Enveloped, "type" | "tokens"> | undefined {
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
  readonly envelopes: Envelopes;
};

export function createClobMarketTopic(
  { channel, exchange, follow, envelopes }: ClobMarketOptions,
  connection: Connection,
): LiveTopic {
  const wanted = createWantedTokens();
  const announced = new Set<AnnouncementType>();
  let session: ChannelSession | undefined;
  const enveloped = envelopedConnection(connection, { topic: CLOB_MARKET, envelopes, wants: wanted.has });
  const start = envelopeStart(connection.id);
  const unfollow = follow((announcement) => {
    if (announced.has(announcement.type)) connection.sendFrames(...framePieces(start, announcement));
  });

  function subscribe(types: readonly TokenType[], ids: readonly string[]): void {
    const known = ids.filter((id) => exchange.tokens.has(id));
    for (const type of types) wanted.add(type, known);
    session ??= channel.open(enveloped);
    const initial_dump = types.includes("agg_orderbook");
    session.receive({ type: "market", assets_ids: ids, initial_dump });
  }

  function unsubscribe(types: readonly TokenType[], ids: readonly string[] | undefined): void {
    const before = wanted.tokens();
    for (const type of types) wanted.remove(type, ids);
    const left = new Set(wanted.tokens());
    const gone = before.filter((id) => !left.has(id));
    session?.receive({ operation: "unsubscribe", assets_ids: gone });
  }

  return {
    change(action, subscription) {
      const types = namedTypes(subscription, CLOB_MARKET_TYPES);
      if ("code" in types) return types;
      const ofTokens = TOKEN_TYPES.filter((type) => types.includes(type));
      const ids = readTokenIds(subscription.filters ?? undefined);
      if (ids !== undefined && "code" in ids) return ids;
      if (action === "subscribe" && ofTokens.length > 0 && ids === undefined) return NO_TOKENS;
      if (action === "unsubscribe") unsubscribe(ofTokens, ids);
      else if (ids !== undefined && ofTokens.length > 0) subscribe(ofTokens, ids);
      for (const type of ANNOUNCEMENT_TYPES)
        if (types.includes(type)) announced[action === "subscribe" ? "add" : "delete"](type);
      return undefined;
    },
    resync: () => session?.resync(),
    close() {
      unfollow();
      session?.close();
    },
  };
}

const NO_TOKENS: SubscriptionRefusal = {
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
    has({ type, tokens }: Enveloped): boolean {
      const followed = byType.get(type);
      return followed !== undefined && tokens.some((id) => followed.has(id));
    },
  };
}

// The topic clob_user of live data: the orders and trades of one account, as on the user channel.

const CLOB_USER_TYPES = ["order", "trade"] as const;

const TOPIC = "clob_user";

/** Creates the envelopes of clob_user, shared by the connections of one account. */
export const createClobUserEnvelopes = (clock: () => number): Envelopes =>
  createEnvelopes({ topic: TOPIC, clock, describe: (eventType) => ({ type: eventType, tokens: [] }) });

export function createClobUserTopic(
  channel: Channel,
  connection: Connection,
  envelopes: Envelopes,
): LiveTopic & Pick<ChannelSession, "heartbeat"> {
  const wanted = new Set<string>();
  let opened: { readonly session: ChannelSession; readonly key: string } | undefined;
  const wants = ({ type }: Enveloped): boolean => wanted.has(type);
  const enveloped = envelopedConnection(connection, { topic: TOPIC, envelopes, wants });

  function stop(): void {
    opened?.session.close();
    opened = undefined;
  }

  /** Closes the topic; other subscriptions of the connection continue. */
  function end(code: StreamCode, hint: string): void {
    stop();
    wanted.clear();
    connection.refuse(code, hint);
  }

  function open({ clob_auth: auth }: Subscription): SubscriptionRefusal | undefined {
    if (opened !== undefined) return auth?.key === opened.key ? undefined : refused(ONE_ACCOUNT);
    if (auth === undefined || auth === null) return refused("clob_auth: expected key, secret and passphrase");
    if (!connection.mayBePrivate) return refused(FOREIGN_PAGE);
    const { key, secret, passphrase } = auth;
    const session = channel.open({ ...enveloped, end });
    opened = { session, key };
    session.receive({ type: "user", auth: { apiKey: key, secret, passphrase } });
    return undefined;
  }

  return {
    change(action, subscription) {
      const types = namedTypes(subscription, CLOB_USER_TYPES);
      if ("code" in types) return types;
      if (action === "unsubscribe") {
        for (const type of types) wanted.delete(type);
        if (wanted.size === 0) stop();
        return undefined;
      }
      const refusal = open(subscription);
      if (refusal === undefined) for (const type of types) wanted.add(type);
      return refusal;
    },
    heartbeat: (mode) => opened?.session.heartbeat(mode),
    // Sends nothing: the numbers show the gap, and GET /data/orders has the open orders.
    resync: () => {},
    close: stop,
  };
}

const ONE_ACCOUNT =
  "clob_auth: expected the key of the first subscription, since a connection tells of one account";
const FOREIGN_PAGE = "clob_user: the operator names in PRESAGE_ORIGINS whose pages may read private data";

const refused = (hint: string): SubscriptionRefusal => ({ code: "invalid_message", hint });
