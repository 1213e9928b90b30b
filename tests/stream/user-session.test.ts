/** /ws/user: credentials, refusals, heartbeats, and revoked keys. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { toUlid } from "../../src/signing/credentials.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { startWorld, YES } from "../http/account/world.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { openRecorded } from "./recorded-connection.ts";
import { assertStream, summaryOf, connectTo, credentialsOf } from "./user-world.ts";

let exchange: TestExchange;
let channel: Channel;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld();
  channel = createUserChannel(exchange.context);
  [ann, ben] = await Promise.all([createTrader(exchange, "ann"), createTrader(exchange, "ben")]);
});
after(() => exchange.close());

const place = (trader: Trader) => trader.place({ tokenId: YES, side: "BUY", price: "0.1", size: "5" });

describe("credentials", () => {
  const accepted: Record<string, () => object> = {
    "as Polymarket's clients send them": () => credentialsOf(ann),
    "with apikey, as Kuest's clients do": () => {
      const { apiKey: apikey, ...rest } = credentialsOf(ann);
      return { ...rest, apikey };
    },
    "with the key in capitals": () => ({
      ...credentialsOf(ann),
      apiKey: ann.credentials.apiKey.toUpperCase(),
    }),
    "with the key as a ULID": () => ({ ...credentialsOf(ann), apiKey: toUlid(ann.credentials.apiKey) }),
    "with the secret as plain base64 and without padding": () => ({
      ...credentialsOf(ann),
      secret: Buffer.from(ann.credentials.secret, "base64").toString("base64").replace(/=+$/, ""),
    }),
  };
  for (const [name, auth] of Object.entries(accepted)) {
    test(`${name} are taken`, async () => {
      const connection = openRecorded(channel);
      connection.session.receive({ type: "USER", auth: auth(), initial_dump: true });
      assert.equal((await connection.take(1))[0].event_type, "open_orders");
      connection.session.close();
    });
  }

  const wrong: Record<string, readonly [auth: () => object, hint: string]> = {
    "of no key": [() => ({ ...credentialsOf(ann), apiKey: "0".repeat(8) }), "auth.apiKey: no such key"],
    "without a key": [() => ({ ...credentialsOf(ann), apiKey: undefined }), "auth.apiKey: no such key"],
    "with another's secret": [
      () => ({ ...credentialsOf(ann), secret: ben.credentials.secret }),
      "auth.secret: not the key's",
    ],
    "with no secret": [() => ({ ...credentialsOf(ann), secret: "" }), "auth.secret: not the key's"],
    "with another's passphrase": [
      () => ({ ...credentialsOf(ann), passphrase: ben.credentials.passphrase }),
      "auth.passphrase: not the key's",
    ],
  };
  for (const [name, [auth, hint]] of Object.entries(wrong)) {
    test(`${name} end the connection`, async () => {
      const connection = openRecorded(channel);
      connection.session.receive({ type: "user", auth: auth() });
      assert.deepEqual(await connection.refused(), { code: "unauthorized", hint, ended: true });
      connection.session.close();
    });
  }

  test("refusals give no details in production", async () => {
    const { context } = exchange;
    const config = { ...context.config, mode: "production" } as const;
    const closedChannel = createUserChannel({ ...context, config });
    const connection = openRecorded(closedChannel);
    connection.session.receive({ type: "user", auth: { ...credentialsOf(ann), secret: "" } });
    assert.equal((await connection.refused()).hint, "the credentials are not valid");
    connection.session.close();
  });

  test("that do not arrive in time end the connection", async () => {
    const connection = openRecorded(createUserChannel(exchange.context, 10));
    assert.deepEqual(await connection.refused(), {
      code: "not_authenticated",
      hint: "expected a subscription within 0.01 s",
      ended: true,
    });
    connection.session.close();
  });
});

const ASKS = { type: "user", auth: { secret: "", passphrase: "" } };
const MALFORMED: readonly (readonly [message: Record<string, unknown>, hint: string])[] = [
  [{}, "type: expected user, User or USER, got nothing"],
  [{ type: "user" }, "auth: expected an object with secret and passphrase, got nothing"],
  [
    { type: "market", auth: { secret: "", passphrase: "" } },
    'type: expected user, User or USER, got "market"',
  ],
  [{ type: "user", auth: { secret: 5, passphrase: "" } }, 'auth.secret: expected text, got 5; nearest: "5"'],
  [
    { type: "user", auth: { secret: "", passphrase: "" }, markets: ["0x12"] },
    'markets.0: expected a condition id, 0x and 64 hex digits, or 62 of a Protocol V2 market, got "0x12"',
  ],
  [{ ...ASKS, queue_positions: "yes" }, 'queue_positions: expected true or false, got "yes"'],
  [
    { ...ASKS, queuePosition: true },
    "queuePosition: expected no field of this name; nearest: queue_positions",
  ],
  [
    { ...ASKS, cancelOnDisconnect: { grace_ms: 5 } },
    "cancelOnDisconnect: expected no field of this name; nearest: cancel_on_disconnect",
  ],
  [
    { ...ASKS, cancel_on_disconnect: true },
    "cancel_on_disconnect: expected an object with grace_ms, got true",
  ],
  ...(
    [
      [undefined, "nothing"],
      [60_001, "60001; nearest: 60000"],
      [-1, "-1; nearest: 0"],
      [0.5, "0.5; nearest: 1"],
      ["5000", '"5000"; nearest: 5000'],
    ] as const
  ).map(
    ([graceMs, got]) =>
      [
        { ...ASKS, cancel_on_disconnect: { grace_ms: graceMs } },
        `cancel_on_disconnect.grace_ms: expected an integer from 0 to 60000 or null, got ${got}`,
      ] as const,
  ),
];
for (const [message, hint] of MALFORMED) {
  test(`a first message is refused, and another awaited: ${JSON.stringify(message)}`, async () => {
    const connection = openRecorded(channel);
    connection.session.receive(message);
    assert.deepEqual(await connection.refused(), { code: "invalid_message", hint, ended: false });
    connection.session.receive({ type: "user", auth: credentialsOf(ann), initial_dump: true });
    await connection.take(1);
    connection.session.close();
  });
}

test("a later message without an operation is refused, and the connection goes on", async () => {
  const connection = await connectTo(channel, ann);
  for (const message of [{}, { operation: "leave" }, { operation: "subscribe", markets: "all" }]) {
    connection.session.receive(message);
    const { code, ended } = await connection.refused();
    assert.deepEqual([code, ended], ["invalid_message", false]);
  }
  await place(ann);
  assert.deepEqual((await connection.take(1)).map(summaryOf), ["PLACEMENT LIVE 0"]);
  connection.session.close();
});

test("messages that come while the key is looked up are done after it", async () => {
  const connection = openRecorded(createUserChannel(exchange.context));
  connection.session.receive({ type: "user", auth: credentialsOf(ann) });
  connection.session.receive({ operation: "snapshot" });
  assert.equal((await connection.take(1))[0].event_type, "open_orders");
  connection.session.close();
});

test("every connection of the owner gets messages, with numbers of its own, and no other does", async () => {
  const connections = [
    await connectTo(channel, ann),
    await connectTo(channel, ann, { dialect: "kuest" }),
    await connectTo(channel, ben),
  ] as const;
  const [one, two, other] = connections;
  one.session.heartbeat("normal");
  await place(ann);
  await place(ben);
  assert.deepEqual((await one.take(2)).map(summaryOf), ["heartbeat", "PLACEMENT LIVE 0"]);
  assert.deepEqual((await two.take(1)).map(summaryOf), ["PLACEMENT LIVE 0"]);
  const [message] = await other.take(1);
  assert.equal(message.owner, ben.credentials.apiKey);
  for (const connection of connections) {
    assertStream(connection);
    connection.session.close();
  }
});

test("heartbeats go to clients of the specification, and to those that ask", async () => {
  const beats = async (more: Parameters<typeof connectTo>[2]): Promise<boolean> => {
    const connection = await connectTo(channel, ann, more);
    connection.session.heartbeat("normal");
    connection.session.receive({ operation: "snapshot" });
    const [first] = await connection.take(1);
    connection.session.close();
    return first.event_type === "heartbeat";
  };
  assert.equal(await beats({}), true);
  assert.equal(await beats({ dialect: "polymarket" }), false);
  assert.equal(await beats({ dialect: "kuest", heartbeat: true }), true);
  assert.equal(await beats({ heartbeat: false }), false);
});

test("after messages were dropped, the open orders are sent again", async () => {
  const connection = await connectTo(channel, ann);
  connection.session.resync();
  assert.equal((await connection.take(1))[0].event_type, "open_orders");
  connection.session.close();
});

test("a connection whose key was revoked ends at the next beat", async () => {
  const cleo = await createTrader(exchange, "cleo");
  const connection = await connectTo(channel, cleo, { heartbeat: false });
  connection.session.heartbeat("normal");
  await exchange.context.keys.revoke(cleo.credentials.apiKey);
  connection.session.heartbeat("normal");
  assert.deepEqual(await connection.refused(), {
    code: "unauthorized",
    hint: "the key was revoked",
    ended: true,
  });
  connection.session.close();
});

test("a closed connection is sent nothing", async () => {
  const connection = await connectTo(channel, ann);
  connection.session.close();
  const other = await connectTo(channel, ann);
  await place(ann);
  await other.take(1);
  assert.equal(connection.messages.length, 1);
  other.session.close();
});
