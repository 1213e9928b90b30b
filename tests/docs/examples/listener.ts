/** Connections to the live channels, of which the first message of each kind is recorded in both directions. */
import { connect } from "../../stream/live-client.ts";
import type { LiveClient } from "../../stream/live-client.ts";
import { until } from "../../support/until.ts";
import { shortened } from "./shortened.ts";
import type { Story } from "./story/cast.ts";

export type MessageExamples = Readonly<Record<string, unknown>>;

/** Names of the documented messages of a connection, by the value of a field of theirs. */
type Names = Readonly<Record<string, string>>;

const MARKET: Names = {
  book: "Book",
  price_change: "PriceChange",
  last_trade_price: "LastTradePrice",
  tick_size_change: "TickSizeChange",
  best_bid_ask: "BestBidAsk",
  new_market: "NewMarket",
  market_resolved: "MarketResolved",
  markets_changed: "MarketsChanged",
  announcements_changed: "AnnouncementsChanged",
  heartbeat: "MarketHeartbeat",
  resync: "Resync",
};
const USER: Names = {
  order: "Order",
  trade: "Trade",
  open_orders: "OpenOrders",
  cancel_on_disconnect: "CancelOnDisconnect",
  queue_position: "QueuePosition",
  heartbeat: "Heartbeat",
};
const LIVE: Names = { orders_matched: "Activity" };
/** Messages of the live data in the dialects of the services. */
const SERVICES: Names = {
  price_change: "ClobToken",
  agg_orderbook: "ClobToken",
  market_resolved: "ClobMarket",
  order: "ClobUser",
};

export type Listener = {
  readonly examples: Record<string, unknown>;
  /** Resolves once each of these messages has come. */
  heard(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

type Bases = { readonly spec: string; readonly polymarket: string };

/** Connects to each channel. */
export async function listen(bases: Bases, { ann, rain, snow, cup }: Story): Promise<Listener> {
  const examples: Record<string, unknown> = {};
  const clients: { readonly client: LiveClient; readonly names: Names; seen: number }[] = [];
  const open = async (base: string, path: string, names: Names): Promise<LiveClient> => {
    const client = await connect(base, path);
    clients.push({ client, names, seen: 0 });
    return client;
  };
  const send = (client: LiveClient, name: string, message: unknown): void => {
    examples[name] ??= message;
    client.send(message);
  };
  const market = await open(bases.spec, "/ws/market", MARKET);
  send(market, "MarketSubscription", {
    type: "market",
    assets_ids: rain.tokenIds,
    markets: [snow, ...cup].map(({ conditionId }) => conditionId),
    custom_feature_enabled: true,
  });
  send(market, "MarketOperation", { operation: "snapshot", assets_ids: rain.tokenIds });
  send(market, "Ping", "PING");
  market.send({ type: "market", assets_ids: ["12"] });
  const user = await open(bases.spec, "/ws/user", USER);
  send(user, "UserSubscription", {
    type: "user",
    auth: ann.credentials,
    initial_dump: true,
    cancel_on_disconnect: { grace_ms: 5_000 },
    queue_positions: true,
  });
  send(user, "UserOperation", { operation: "snapshot" });
  const fills = await open(bases.spec, "/", LIVE);
  send(fills, "ActivityRequest", {
    action: "subscribe",
    subscriptions: [{ topic: "activity", type: "orders_matched" }],
  });
  const books = await open(bases.polymarket, "/ws/market", {});
  books.send({ type: "market", assets_ids: rain.tokenIds });
  const services = await open(bases.polymarket, "/", SERVICES);
  const { apiKey: key, secret, passphrase } = ann.credentials;
  services.send({
    action: "subscribe",
    subscriptions: [
      {
        topic: "clob_market",
        type: "agg_orderbook",
        filters: [rain, snow].flatMap(({ tokenIds }) => tokenIds),
      },
      { topic: "clob_market", type: "market_resolved" },
      { topic: "clob_user", type: "order", clob_auth: { key, secret, passphrase } },
    ],
  });
  const take = (): void => {
    for (const one of clients) {
      const { texts } = one.client;
      for (const text of texts.slice(one.seen)) record(examples, one.names, text);
      one.seen = texts.length;
    }
  };
  return {
    examples,
    heard: (...names) =>
      until(`the messages have come: ${names.join(", ")}`, () => {
        take();
        return names.every((name) => name in examples);
      }),
    close: async () => {
      await Promise.all(clients.map(({ client }) => client.end()));
    },
  };
}

function record(examples: Record<string, unknown>, names: Names, text: string): void {
  if (text === "PONG") return void (examples["Pong"] ??= text);
  const message = JSON.parse(text);
  if (Array.isArray(message)) return void (examples["Books"] ??= shortened(message));
  const name = "error" in message ? "Refusal" : names[message.event_type ?? message.type];
  if (name !== undefined) examples[name] ??= shortened(message);
}
