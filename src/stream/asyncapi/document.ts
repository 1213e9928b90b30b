/**
 * AsyncAPI 3.0 document of the live channels, made from the schemas that check their messages. It describes the
 * exchange: `receive` is what clients send.
 */
import { RELEASE } from "../../release.ts";
import { BookRecord } from "../../http/trading/books/books.ts";
import { FlatOrder } from "../../http/trading/orders/orders.ts";
import { createSchemaWriter } from "../../http/openapi/parts.ts";
import type { JsonObject, SchemaWriter } from "../../http/openapi/parts.ts";
import { ActivityPayload } from "../activity/activity-schema.ts";
import { PriceChange } from "../market/market-channel-schema.ts";
import { DOCUMENTED_CHANNELS } from "./documented-channels.ts";
import type { DocumentedChannel } from "./documented-channels.ts";

type Reference = { readonly $ref: string };

export type AsyncApiDocument = {
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
    operations: Object.fromEntries(DOCUMENTED_CHANNELS.flatMap(operationsOf)),
    components: {
      messages: Object.assign(
        {},
        ...DOCUMENTED_CHANNELS.map((channel) => messagesOf(channel, schemas)),
        KEEPALIVE,
      ),
      schemas: schemas.components(),
    },
  };
}

const received = ({ receives }: DocumentedChannel): string[] => [...Object.keys(receives), "Ping"];
const sent = ({ sends }: DocumentedChannel): string[] => [...Object.keys(sends), "Pong"];

function describe(channel: DocumentedChannel, prefix: string): AsyncChannel {
  const { path, title, description } = channel;
  const names = [...received(channel), ...sent(channel)];
  return {
    address: path === "/" && prefix !== "" ? prefix : prefix + path,
    title,
    description,
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
  };
}

function operationsOf(channel: DocumentedChannel): (readonly [name: string, operation: AsyncOperation])[] {
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
    operation("receive", `${title}: what clients send`, received(channel)),
    operation("send", `${title}: what clients are sent`, sent(channel)),
  ];
}

function messagesOf(
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
