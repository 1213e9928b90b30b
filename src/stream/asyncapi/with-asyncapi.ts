/** GET /asyncapi.json of a trading interface: the description of its live channels. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { endpoint } from "../../http/operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../http/guard/rate-limits.ts";
import type { Mount } from "../../http/mounts/mount.ts";
import { createSchemaWriter } from "../../http/openapi/parts.ts";
import type { JsonObject, SchemaWriter } from "../../http/openapi/parts.ts";
import { DOCUMENT_GROUP } from "../../http/openapi/with-openapi.ts";
import { BookRecord } from "../../http/trading/books/books.ts";
import { FlatOrder } from "../../http/trading/orders/orders.ts";
import { RELEASE } from "../../release.ts";
import * as activity from "../activity/activity-schema.ts";
import { ActivityPayload } from "../activity/activity-schema.ts";
import { Heartbeat } from "../channel.ts";
import * as market from "../market/market-channel-schema.ts";
import { PriceChange } from "../market/market-channel-schema.ts";
import { ErrorMessageSchema, ResyncMessage } from "../stream-schema.ts";
import {
  CancelOnDisconnect,
  OpenOrders,
  UserOperation,
  UserOrder,
  UserQueuePosition,
  UserSubscription,
  UserTrade,
} from "../user/user-schema.ts";

// Descriptions of the live channels, with the schemas of their messages.

type DocumentedChannel = {
  readonly name: string;
  /** Path below the address of the trading interface. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Messages that clients send, by name. */
  readonly receives: NamedMessages;
  /** Messages that clients get, by name. */
  readonly sends: NamedMessages;
};

type NamedMessages = { readonly [name: string]: TSchema };

const SENT_BY_ALL = { Refusal: ErrorMessageSchema, Resync: ResyncMessage };

export const DOCUMENTED_CHANNELS: readonly DocumentedChannel[] = [
  {
    name: "market",
    path: "/ws/market",
    title: "Market data",
    description: "Order books, trades and markets, for everyone.",
    receives: { MarketSubscription: market.MarketSubscription, MarketOperation: market.MarketOperation },
    sends: {
      Book: market.BookMessage,
      Books: market.BooksMessage,
      PriceChange: market.PriceChangeMessage,
      LastTradePrice: market.LastTradePriceMessage,
      TickSizeChange: market.TickSizeChangeMessage,
      BestBidAsk: market.BestBidAskMessage,
      NewMarket: market.NewMarketMessage,
      MarketResolved: market.MarketResolvedMessage,
      MarketsChanged: market.MarketsChangedMessage,
      AnnouncementsChanged: market.AnnouncementsChangedMessage,
      MarketHeartbeat: market.HeartbeatMessage,
      ...SENT_BY_ALL,
    },
  },
  {
    name: "user",
    path: "/ws/user",
    title: "Own orders and trades",
    description:
      "What happens to the orders and trades of all wallets that the owner of an API key signs for. " +
      "A connection whose first message does not come within ten seconds is closed.",
    receives: { UserSubscription, UserOperation },
    sends: {
      Order: UserOrder,
      Trade: UserTrade,
      OpenOrders,
      CancelOnDisconnect,
      QueuePosition: UserQueuePosition,
      Heartbeat,
      ...SENT_BY_ALL,
    },
  },
  {
    name: "liveData",
    path: "/",
    title: "Live data",
    description:
      "Every fill, for everyone; for clients of the services books, trades and an account's orders as well.",
    receives: { ActivityRequest: activity.ActivityRequest },
    sends: {
      Activity: activity.ActivityMessage,
      ClobToken: activity.ClobTokenMessage,
      ClobMarket: activity.ClobMarketMessage,
      ClobUser: activity.ClobUserMessage,
      Heartbeat,
      ...SENT_BY_ALL,
    },
  },
];

// AsyncAPI 3.0 document of the live channels, made from the schemas that check the messages. The document describes the
// exchange's side: `receive` is what clients send.

type Reference = { readonly $ref: string };

type AsyncApiDocument = {
  readonly asyncapi: "3.0.0";
  readonly info: JsonObject;
  readonly defaultContentType: string;
  readonly channels: { readonly [name: string]: AsyncChannel };
  readonly operations: { readonly [name: string]: AsyncOperation };
  readonly components: {
    readonly messages: { readonly [name: string]: JsonObject };
    readonly schemas: JsonObject;
  };
};

type AsyncChannel = {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: { readonly [name: string]: Reference };
};

type AsyncOperation = {
  readonly action: "send" | "receive";
  readonly channel: Reference;
  readonly summary: string;
  readonly messages: readonly Reference[];
};

const KEEPALIVE: { readonly [name: string]: JsonObject } = {
  Ping: {
    name: "Ping",
    contentType: "text/plain",
    summary: "Asks for a Pong, as plain text; WebSocket pings are answered as well",
    payload: { type: "string", pattern: "^[Pp][Ii][Nn][Gg]$" },
  },
  Pong: {
    name: "Pong",
    contentType: "text/plain",
    summary: "The answer to a Ping",
    payload: { type: "string", const: "PONG" },
  },
};

/** Builds the document; `prefix` is the path of the trading interface, "" on an address of its own. */
export function asyncApiDocument(prefix = ""): AsyncApiDocument {
  const schemas = createSchemaWriter({ FlatOrder, BookRecord, PriceChange, ActivityPayload });
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Presage live channels",
      version: RELEASE.version,
      description:
        "WebSocket channels of the trading interface, at its address. Each message is one JSON object in a frame of " +
        "text. Numbers that follow each other show that nothing was missed.",
      license: { name: RELEASE.license },
    },
    defaultContentType: "application/json",
    channels: Object.fromEntries(
      DOCUMENTED_CHANNELS.map((channel) => [channel.name, describe(channel, prefix)]),
    ),
    operations: Object.fromEntries(DOCUMENTED_CHANNELS.flatMap(describeOperations)),
    components: {
      messages: Object.assign(
        {},
        ...DOCUMENTED_CHANNELS.map((channel) => describeMessages(channel, schemas)),
        KEEPALIVE,
      ),
      schemas: schemas.components(),
    },
  };
}

const listReceivedNames = ({ receives }: DocumentedChannel): string[] => [...Object.keys(receives), "Ping"];
const listSentNames = ({ sends }: DocumentedChannel): string[] => [...Object.keys(sends), "Pong"];

function describe(channel: DocumentedChannel, prefix: string): AsyncChannel {
  const { path, title, description } = channel;
  const names = [...listReceivedNames(channel), ...listSentNames(channel)];
  return {
    address: path === "/" && prefix !== "" ? prefix : prefix + path,
    title,
    description,
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
  };
}

function describeOperations(
  channel: DocumentedChannel,
): (readonly [name: string, operation: AsyncOperation])[] {
  const { name, title } = channel;
  const operation = (action: AsyncOperation["action"], summary: string, messages: readonly string[]) =>
    [
      `${action}${name[0]?.toUpperCase()}${name.slice(1)}`,
      {
        action,
        channel: { $ref: `#/channels/${name}` },
        summary,
        messages: messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message}` })),
      },
    ] as const;
  return [
    operation("receive", `${title}: what clients send`, listReceivedNames(channel)),
    operation("send", `${title}: what clients are sent`, listSentNames(channel)),
  ];
}

function describeMessages(
  { receives, sends }: DocumentedChannel,
  schemas: SchemaWriter,
): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries({ ...receives, ...sends }).map(([name, schema]) => {
      const { description, ...payload } = schemas.write(schema);
      return [name, { name, ...(description !== undefined && { summary: description }), payload }];
    }),
  );
}

const ASYNCAPI_PATH = "/asyncapi.json";

const MAX_AGE_SECONDS = 60;

/** Adds the description to the operations of an interface. */
export function withAsyncApi(mount: Mount): Mount {
  let json: Buffer | undefined;
  const description = endpoint({
    method: "GET",
    path: ASYNCAPI_PATH,
    summary: "Get the description of the live channels",
    group: DOCUMENT_GROUP,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Object({ asyncapi: Type.String() }),
    maxAgeSeconds: MAX_AGE_SECONDS,
    handle: () => {
      json ??= Buffer.from(JSON.stringify(asyncApiDocument(mount.prefix)));
      return { json };
    },
  });
  return { ...mount, endpoints: [...mount.endpoints, description] };
}
