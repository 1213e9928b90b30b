/** What the tests of the user channel share: connections of traders, and what must hold of the messages to them. */
import assert from "node:assert/strict";
import { Errors } from "typebox/value";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { Heartbeat } from "../../src/stream/numbering.ts";
import { OpenOrders, UserOrder, UserTrade } from "../../src/stream/user/user-schema.ts";
import { closed } from "../support/closed-schema.ts";
import type { Trader } from "../support/trader.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, Recorded } from "./recorded-connection.ts";

export const credentialsOf = ({ credentials: { apiKey, secret, passphrase } }: Trader) => ({
  apiKey,
  secret,
  passphrase,
});

/** A connection that is told of the trader's orders from now on: the open ones came already. */
export async function connectTo(
  channel: Channel,
  trader: Trader,
  { dialect = "spec", ...more }: { dialect?: Dialect } & Record<string, unknown> = {},
): Promise<Recorded> {
  const connection = openRecorded(channel, dialect, `stream of ${trader.address}`);
  connection.session.receive({ type: "user", auth: credentialsOf(trader), initial_dump: true, ...more });
  await connection.take(1);
  return connection;
}

const SCHEMAS: Readonly<Record<string, object>> = {
  order: closed(UserOrder),
  trade: closed(UserTrade),
  open_orders: closed(OpenOrders),
  heartbeat: closed(Heartbeat),
};

/** Everything that was sent is as it is documented, and numbered without a gap. */
export function assertStream({ messages, id }: Recorded): void {
  messages.forEach((message, index) => {
    assert.deepEqual(Errors(SCHEMAS[message.event_type]!, message), [], JSON.stringify(message));
    assert.deepEqual([message.sequence, message.stream_id], [index + 1, id]);
  });
}

/** A message in few words. */
export const brief = ({ event_type: event, type, status, size_matched: matched }: Message): string =>
  event === "order" ? `${type} ${status} ${matched}` : event === "trade" ? status : event;

/** What both a message and an answer of the trading interface say, by name. */
export function assertAgree(message: Message, record: Message, except: readonly string[]): void {
  const names = Object.keys(record).filter((name) => name in message && !except.includes(name));
  for (const name of names) assert.deepEqual(message[name], record[name], name);
}
