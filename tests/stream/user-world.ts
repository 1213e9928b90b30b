/** Connections of traders to the user channel, and checks of their messages. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { Heartbeat } from "../../src/stream/channel.ts";
import {
  CancelOnDisconnect,
  OpenOrders,
  UserOrder,
  UserQueuePosition,
  UserTrade,
} from "../../src/stream/user/user-schema.ts";
import { closed } from "../support/closed-schema.ts";
import type { Trader } from "../support/trader.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";

export const credentialsOf = ({ credentials: { apiKey, secret, passphrase } }: Trader) => ({
  apiKey,
  secret,
  passphrase,
});

/** Opens a connection that gets the trader's orders from now on; the open ones were sent already. */
export async function connectTo(
  channel: Channel,
  trader: Trader,
  { dialect = "spec", ...more }: { dialect?: Dialect } & Record<string, unknown> = {},
): Promise<RecordedConnection> {
  const connection = openRecorded(channel, dialect, `stream of ${trader.address}`);
  connection.session.receive({ type: "user", auth: credentialsOf(trader), initial_dump: true, ...more });
  await connection.take(1);
  return connection;
}

const SCHEMAS: Readonly<Record<string, object>> = {
  order: closed(UserOrder),
  trade: closed(UserTrade),
  open_orders: closed(OpenOrders),
  cancel_on_disconnect: closed(CancelOnDisconnect),
  queue_position: closed(UserQueuePosition),
  heartbeat: closed(Heartbeat),
};

/** Checks that all messages are as documented, and numbered without a gap. */
export function assertStream({ messages, id }: RecordedConnection): void {
  messages.forEach((message, index) => {
    assert.deepEqual(Errors(SCHEMAS[message.event_type]!, message), [], JSON.stringify(message));
    assert.deepEqual([message.sequence, message.stream_id], [index + 1, id]);
  });
}

/** A message in few words. */
export const summaryOf = ({ event_type: event, type, status, size_matched: matched }: Message): string =>
  event === "order" ? `${type} ${status} ${matched}` : event === "trade" ? status : event;

/** Checks the fields that both a message and an answer of the trading interface have, by name. */
export function assertAgree(message: Message, record: Message, except: readonly string[]): void {
  const names = Object.keys(record).filter((name) => name in message && !except.includes(name));
  for (const name of names) assert.deepEqual(message[name], record[name], name);
}
