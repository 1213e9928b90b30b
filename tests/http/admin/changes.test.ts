/** GET /changes: the stream of public events over HTTP, live, gone on with, and ended by either side. */
import assert from "node:assert/strict";
import { text as readText } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { operatorErrorFormat } from "../../../src/http/admin/error-format.ts";
import { isMoved, createChangeReader } from "../../../src/operate/changes/change-reader.ts";
import { batchStart } from "../../../src/operate/changes/public-event.ts";
import { createChangeStreams } from "../../../src/operate/changes/change-streams.ts";
import type { ChangeStreams } from "../../../src/operate/changes/change-streams.ts";
import type { PublicEvent } from "../../../src/operate/changes/public-event.ts";
import { openDatabase } from "../../../src/store/sql/database.ts";
import { hashOf, startTestExchange, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { until } from "../../support/until.ts";
import { trade } from "../data/v2/world.ts";

const TOKEN = "ad".repeat(32);
const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({
    endpoints: adminEndpoints(() => undefined),
    form: operatorErrorFormat,
  });
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  for (const market of ["rain", "snow"]) await split(market, 10_000);
});
after(async () => {
  exchange.context.changes.endAll("the test ends");
  await exchange.close();
});

const split = (market: string, quantity: number): Promise<unknown> =>
  exchange.submit({
    type: "split",
    address: ANN,
    owner: ANN,
    conditionId: hashOf(market),
    lots: lots(quantity),
  });

type SentEvents = {
  /** Text so far. */
  readonly text: () => string;
  readonly events: () => PublicEvent[];
  stop(): void;
  readonly ended: Promise<unknown>;
};

const ask = (query: string, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
  fetch(`${exchange.url.spec}/changes?${query}`, {
    headers: { authorization: `Bearer ${TOKEN}`, connection: "close", ...headers },
    ...(signal && { signal }),
  });

async function listen(query: string, headers: Readonly<Record<string, string>> = {}): Promise<SentEvents> {
  const abort = new AbortController();
  const reply = await ask(query, headers, abort.signal);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "text/event-stream");
  let text = "";
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of reply.body!) text += decoder.decode(piece, { stream: true });
  };
  const events = () =>
    [...text.matchAll(/^id: (.+)\ndata: (.+)\n\n/gm)].map(([, id, data]) => {
      const event: PublicEvent = JSON.parse(data!);
      assert.equal(event.id, id);
      return event;
    });
  return { text: () => text, events, stop: () => abort.abort(), ended: read().catch(() => {}) };
}

async function readAll(): Promise<PublicEvent[]> {
  await exchange.context.tables.reach();
  const sql = openDatabase(exchange.databaseUrl, { maxConnections: 2 });
  const reader = createChangeReader(sql, batchStart(1));
  const events: PublicEvent[] = [];
  try {
    for (;;) {
      const page = await reader.next();
      if (isMoved(page)) throw new Error(page.moved);
      events.push(...page.events);
      if (page.next.seq > page.head) return events;
    }
  } finally {
    await sql.end();
  }
}

const lastOf = (events: readonly PublicEvent[]): string => events.at(-1)!.id;

void describe("GET /changes", () => {
  void it("has the past and goes on live, with nothing lost and nothing twice while orders come", async () => {
    const early = await listen("from=1");
    for (const price of ["0.4", "0.55", "0.3"]) await trade(exchange, "rain yes", price, "10");
    const late = await listen("from=1");
    for (const price of ["0.2", "0.6", "0.7"]) await trade(exchange, "snow yes", price, "5");
    const all = await readAll();
    for (const stream of [early, late]) {
      await until("the last event comes", () => stream.events().some(({ id }) => id === lastOf(all)));
      assert.deepEqual(stream.events(), all);
      stream.stop();
      await stream.ended;
    }
    assert.ok(all.some(({ type }) => type === "trade.matched"));
  });

  void it("goes on after an id, in the header too, and begins with what is new unless told", async () => {
    const all = await readAll();
    const { id } = all[Math.floor(all.length / 2)]!;
    const fresh = await listen("");
    const rest = await listen(`after=${id}`);
    const again = await listen("from=1", { "last-event-id": id });
    await trade(exchange, "rain yes", "0.45", "3");
    const now = await readAll();
    for (const [stream, since] of [
      [fresh, lastOf(all)],
      [rest, id],
      [again, id],
    ] as const) {
      await until("the last event comes", () => stream.events().some((event) => event.id === lastOf(now)));
      assert.deepEqual(stream.events(), now.slice(now.findIndex((event) => event.id === since) + 1));
      stream.stop();
      await stream.ended;
    }
  });

  void it("shows what passes the filters", async () => {
    const all = await readAll();
    const stream = await listen(`from=1&type=trade.*,order.placed&market=${hashOf("snow")}`);
    const wanted = all.filter(
      ({ type, markets }) => /^trade|^order\.placed/.test(type) && markets.includes(hashOf("snow")),
    );
    await until("all that pass have come", () => stream.events().length >= wanted.length);
    assert.deepEqual(stream.events(), wanted);
    stream.stop();
    await stream.ended;
  });

  for (const [query, hint] of [
    ["from=0", /^from: expected the number of a batch, 1 or more, got "0"/],
    ["from=1&after=1-0", /^after: expected without from/],
    ["after=12", /^after: expected the id of an event like 3377-0-8c1f0a22d7be, got "12"/],
    ["after=1-0-000000000000", /^after: batch 1 is another one than was read: the exchange was put back/],
    ["type=order.palced", /^type: .*did you mean order.placed/],
    ["wallet=0x12", /^wallet: expected a wallet address/],
    ["from=999999", /^from: expected a batch from 1 to \d+, got 999999/],
    ["market=nowhere", /nowhere/],
  ] as const)
    void it(`refuses ${query}`, async () => {
      const reply = await ask(query);
      const { hint: told } = (await reply.json()) as { hint: string };
      assert.ok([400, 404].includes(reply.status), String(reply.status));
      assert.match(told, hint);
    });

  void it("names the header where that is no id", async () => {
    const reply = await ask("from=1", { "last-event-id": "12" });
    const { hint } = (await reply.json()) as { hint: string };
    assert.match(hint, /^Last-Event-ID: expected the id of an event like .*, got "12"$/);
  });

  void it("refuses a follower of a journal that is another one since the exchange went back", async () => {
    await exchange.context.snapshots.take("here");
    await split("rain", 1);
    const { id } = (await readAll()).at(-1)!;
    await exchange.context.snapshots.revert("here");
    await split("rain", 2);
    const now = (await readAll()).at(-1)!;
    assert.equal(now.id.replace(/-[0-9a-f]+$/, ""), id.replace(/-[0-9a-f]+$/, ""));
    assert.notEqual(now.id, id);
    for (const [query, headers, place] of [
      [`after=${id}`, {}, "after"],
      ["", { "last-event-id": id }, "Last-Event-ID"],
    ] as const) {
      const reply = await ask(query, headers);
      const { hint } = (await reply.json()) as { hint: string };
      assert.equal(reply.status, 400);
      assert.match(
        hint,
        new RegExp(`^${place}: batch ${now.seq} is another one than was read: the exchange was put back`),
      );
    }
  });

  void it("tells its readers why it ends", async () => {
    const stream = await listen("");
    exchange.context.changes.endAll("the exchange stops");
    await stream.ended;
    assert.match(stream.text(), /event: closed\ndata: {"reason":"the exchange stops"}\n\n$/);
  });
});

/** Reads a stream to its end. */
async function readOut(stream: Awaited<ReturnType<ChangeStreams["open"]>>): Promise<string> {
  assert.ok(stream !== undefined && "read" in stream);
  return readText(stream);
}

const CLOSED = /^(?:retry: 1000\n\n)?event: closed\ndata: {"reason":"it stops"}\n\n$/;

void it("tells those why it ends whose streams are being opened, or are asked for later", async () => {
  const streams = createChangeStreams(exchange.databaseUrl);
  const opening = streams.open({});
  streams.endAll("it stops");
  assert.match(await readOut(await opening), CLOSED);
  assert.match(await readOut(await streams.open({})), CLOSED);
});

void it("tells its readers why it ends where two reasons come at once", async () => {
  const streams = createChangeStreams(exchange.databaseUrl);
  const stream = await streams.open({});
  streams.endAll("it stops");
  streams.endAll("it stops again");
  assert.match(await readOut(stream), CLOSED);
});

void it("bounds its streams, and cuts off a reader that takes nothing", async () => {
  const streams = createChangeStreams(exchange.databaseUrl, { places: 1, idleMs: 300 });
  const stream = await streams.open({ from: batchStart(1) });
  assert.ok(stream !== undefined && "read" in stream);
  assert.equal(await streams.open({}), undefined);
  stream.read(0);
  for (let count = 0; count < 200; count += 1) await split("rain", 1);
  await until("the stream is cut off, and its place is free", async () => {
    const next = await streams.open({});
    if (next === undefined) return false;
    assert.ok("destroy" in next);
    next.destroy();
    return true;
  });
  assert.ok(stream.destroyed);
});
