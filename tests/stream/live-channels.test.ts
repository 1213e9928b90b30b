/**
 * The user and live-data channels over real sockets, at every address that serves them, against their documentation.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import { Errors } from "typebox/value";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { DOCUMENTED_CHANNELS, asyncApiDocument } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { closed } from "../support/closed-schema.ts";
import { requestsTo, testListing, tokenOf } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { connect, refusedConnection } from "./live-client.ts";
import type { LiveClient, Message } from "./live-client.ts";
import { summaryOf, credentialsOf } from "./user-world.ts";

let exchange: ListeningExchange;
let ann: Trader;
let ben: Trader;
let places: readonly { readonly dialect: (typeof DIALECTS)[number]; readonly base: string }[];

before(async () => {
  exchange = await startListeningExchange();
  await exchange.list(testListing([{ name: "rain" }]));
  const { web, spec, polymarket, kuest } = exchange.addresses;
  const own = { spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading };
  places = DIALECTS.flatMap((dialect) => [
    { dialect, base: own[dialect] },
    { dialect, base: `${web}/${dialect}/trading` },
  ]);
  const reached = { ...requestsTo(own), clock: exchange.clock };
  [ann, ben] = [await createTrader(reached, "ann"), await createTrader(reached, "ben")];
});
after(() => exchange.close());

async function trade(): Promise<void> {
  await ann.place({ tokenId: tokenOf("rain yes"), side: "BUY", price: "0.4", size: "2" });
  await ben.place({ tokenId: tokenOf("rain no"), side: "BUY", price: "0.6", size: "2" });
}

/** Checks that every message is one that the channel documents, without further fields. */
function assertDescribed({ messages }: LiveClient, path: string): void {
  const channel = DOCUMENTED_CHANNELS.find((one) => one.path === path)!;
  const any = Type.Union(Object.values(channel.sends).map((schema) => closed(schema)));
  for (const message of messages) assert.deepEqual(Errors(any, message), [], JSON.stringify(message));
}

test("own orders and trades, at every address of trading", async () => {
  const clients = await Promise.all(places.map(({ base }) => connect(base, "/ws/user")));
  for (const client of clients) {
    client.send({ type: "user", auth: credentialsOf(ann), markets: [], initial_dump: true });
    assert.equal((await client.next()).event_type, "open_orders");
  }
  await trade();
  for (const client of clients) {
    await client.next(({ status }: Message) => status === "CONFIRMED");
    assert.deepEqual(client.messages.slice(-5).map(summaryOf), [
      "PLACEMENT LIVE 0",
      "UPDATE MATCHED 2",
      "MATCHED",
      "MINED",
      "CONFIRMED",
    ]);
    assertDescribed(client, "/ws/user");
    await client.end();
  }
});

test("fills, at the root of every address of trading, as GET /trades has them", async () => {
  const clients = await Promise.all(
    places.map(({ base }) => connect(base, base.endsWith("trading") ? "" : "/")),
  );
  for (const client of clients) {
    client.send("ping");
    client.send({
      action: "subscribe",
      subscriptions: [{ topic: "activity", type: "orders_matched", filters: "" }],
    });
    await client.settle();
  }
  await trade();
  for (const [index, client] of clients.entries()) {
    const { payload } = await client.next();
    assert.equal(client.texts[0], "PONG");
    const data = exchange.addresses[places[index]!.dialect]!.data;
    const [first]: Message = await fetch(`${data}/trades?limit=1`).then((reply) => reply.json());
    const { tags: _tags, creator: _creator, ...shown } = payload;
    assert.deepEqual(shown, { ...first, usdcSize: 0.6 * 2 });
    assertDescribed(client, "/");
    await client.end();
  }
});

test("refusals say why, and end the connection where they must", async () => {
  for (const { dialect, base } of places) {
    const user = await connect(base, "/ws/user");
    user.send({ type: "user", auth: { ...credentialsOf(ann), passphrase: "" } });
    assert.deepEqual(await user.next(), {
      error: dialect === "polymarket" ? "Unauthorized/Invalid api key" : "invalid_l2",
      code: "unauthorized",
      hint: "auth.passphrase: not the key's",
    });
    assert.equal((await user.closed).code, 1008);
    assertDescribed(user, "/ws/user");
  }
  const { base } = places[0]!;
  const live = await connect(base, "/");
  live.send({ action: "subscribe", subscriptions: [{ topic: "comments", type: "*" }] });
  assert.equal((await live.next()).code, "unsupported_topic");
  assertDescribed(live, "/");
  await live.end();
});

test("every address describes exactly its channels, and its root is a route still", async () => {
  for (const { base } of places) {
    const prefix = new URL(base).pathname.replace(/^\/$/, "");
    const served = await fetch(`${base}/asyncapi.json`).then((reply) => reply.json());
    assert.deepEqual(served, JSON.parse(JSON.stringify(asyncApiDocument(prefix))));
    const { body } = await refusedConnection(base, "/ws/none");
    for (const { path } of DOCUMENTED_CHANNELS) assert.ok(body.hint.includes(prefix + path), body.hint);
    assert.equal(await fetch(`${base}/`).then((reply) => reply.status), 200);
  }
});
