/**
 * Live channels: connections that are let in, their number, the size of messages, and messages that are not
 * understood.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { WebSocket } from "ws";
import { connect } from "../stream/live-client.ts";
import type { LiveClient } from "../stream/live-client.ts";
import { CAPS } from "./network-rows.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import type { World } from "./world.ts";

const row = section("3.4");

/** The status that a request for a live connection is refused with. */
async function statusOf(
  { spec }: World,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const socket = new WebSocket(spec.trading.replace("http", "ws") + path, { headers });
  socket.on("error", () => {});
  const [, answer] = await Promise.race([once(socket, "unexpected-response"), once(socket, "open")]);
  const status = answer?.statusCode;
  socket.terminate();
  return status;
}

async function withClient(world: World, use: (client: LiveClient) => Promise<void>): Promise<void> {
  const client = await connect(world.spec.trading);
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

const origins = row(
  "pages of origins that the operator does not name follow nothing private",
  async (world) => {
    assert.equal(await statusOf(world, "/ws/user", { origin: "https://other.example" }), 403);
    assert.equal(await statusOf(world, "/ws/nothing"), 404);
  },
  ["production"],
);

const messages = row("what is no message is said to be none, and the connection goes on", (world) =>
  withClient(world, async (client) => {
    for (const text of [
      "",
      "x",
      "[]",
      "null",
      '{"type":"nothing"}',
      '{"__proto__":{"type":"market"}}',
      "[".repeat(40_000),
    ]) {
      client.send(text);
      const { error, code } = await client.next((message) => message.error !== undefined);
      assert.ok(error && code, text.slice(0, 20));
    }
    client.send("PING");
    await client.settle();
  }),
);

const large = row("a message of more than 64 KiB ends its connection", (world) =>
  withClient(world, async (client) => {
    client.send(`"${"x".repeat(65 * 1024)}"`);
    assert.equal((await client.closed).code, 1009);
  }),
);

const MAX_SUBSCRIPTIONS = 300;

const subscriptions = row("a connection has a bounded number of subscriptions", async (world) => {
  const client = await connect(world.spec.trading, "/");
  try {
    const wanted = Array.from({ length: MAX_SUBSCRIPTIONS + 1 }, (_, index) => ({
      topic: "activity",
      type: "trades",
      filters: { event_slug: `event-${index}` },
    }));
    client.send({ action: "subscribe", subscriptions: wanted });
    const { code } = await client.next((message) => message.error !== undefined);
    assert.match(code, /^(too_many_subscriptions|invalid_message)$/);
  } finally {
    await client.end();
  }
});

const floods = row("a connection that speaks too often is ended", (world) =>
  withClient(world, async (client) => {
    for (let sent = 0; sent < 2_000; sent += 1) client.send("PING");
    assert.equal((await client.closed).code, 1008);
  }),
);

const plain = row("nothing is compressed: a small message stays as small when it is read", (world) =>
  withClient(world, async ({ socket }) => assert.equal(socket.extensions, "")),
);

const places = row(
  "one address has a bounded number of live connections",
  async (world) => {
    const clients: LiveClient[] = [];
    let refusal: number | undefined;
    while (refusal === undefined && clients.length <= CAPS.streams) {
      refusal = await statusOf(world, "/ws/market");
      if (refusal === undefined) clients.push(await connect(world.spec.trading));
    }
    assert.equal(refusal, 429);
    for (const client of clients) await client.end();
  },
  ["production", "own"],
);

const silent = row(
  "a private channel without credentials is ended",
  async (world) => {
    const client = await connect(world.spec.trading, "/ws/user");
    assert.equal((await client.closed).code, 1008);
  },
  ["patience", "production"],
);

export const STREAM_ROWS: readonly Row[] = [
  origins,
  messages,
  large,
  subscriptions,
  floods,
  plain,
  places,
  silent,
];
