/**
 * The table of what clients take from together (src/base/slot-pools.ts): for each row one address takes all that it gets, and beside it
 * another one and the cancels of a known key find room.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { createGuard } from "../../../src/http/guard/guard.ts";
import { MAX_PIPELINED, createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { createSlotPools, configureSlotPools } from "../../../src/base/slot-pools.ts";
import type { SlotPoolName, SlotPools } from "../../../src/base/slot-pools.ts";
import { createSlotPool, isShort } from "../../../src/base/slot-pool.ts";
import type { Slot } from "../../../src/base/slot-pool.ts";
import { requestsTo, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";
import { createTrader, requestHeaders, traderWith } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";

const GREEDY = "127.0.0.2";
const NEIGHBOUR = "127.0.0.3";
const KILOBYTE = 1024;

let exchange: TestExchange;
let ann: Trader;
let eve: Trader;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain" }]));
  ann = await createTrader(exchange, "ann");
  eve = await createTrader(exchange, "eve");
});
after(() => exchange.close());

/** A server with few places, and what waits at it until the end. */
async function withFewPlaces(use: (server: FewPlaces) => Promise<void>): Promise<void> {
  const { context } = exchange;
  const config = { ...context.config, maxConnections: 60, maxConnectionsPerAddress: 40 };
  const rows = configureSlotPools(config);
  const few = { most: 8, ofAddress: 4 };
  const places = createSlotPools(config, {
    ...rows,
    incomplete: { ...rows.incomplete, ...few },
    strangers: { ...rows.strangers, ...few },
    known: { ...rows.known, ...few, reserve: 0.5 },
    bodies: { ...rows.bodies, most: 100 * KILOBYTE, ofAddress: 50 * KILOBYTE },
  });
  const released = Promise.withResolvers<void>();
  const handle = async () => {
    await released.promise;
    return { body: 1 };
  };
  const slow = { summary: "Answer at the end of the test", answer: Type.Unknown(), handle } as const;
  const endpoints = [
    ...tradingEndpoints("sandbox"),
    testEndpoint({ ...slow, method: "GET", path: "/slow" }),
    testEndpoint({ ...slow, method: "GET", path: "/slow-key", access: "key" }),
  ];
  const mount = {
    dialect: "spec",
    prefix: "",
    endpoints,
    form: tradingErrorFormat,
    limited: "trading",
  } as const;
  const guard = createGuard({ ...context, config, places });
  const server = createServer({ ...context, config, places }, [mount], { guard });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const sockets: Socket[] = [];
  const open = async (localAddress: string): Promise<Client> => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), localAddress });
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    return { socket, all: () => text(socket).catch(() => "") };
  };
  try {
    await use({ url, places, open });
  } finally {
    released.resolve();
    for (const socket of sockets) socket.destroy();
    guard.close();
    server.server.closeAllConnections();
    await server.close();
  }
}

type Client = { readonly socket: Socket; readonly all: () => Promise<string> };
type FewPlaces = {
  readonly url: string;
  readonly places: SlotPools;
  readonly open: (localAddress: string) => Promise<Client>;
};

const HEAD = "host: x\r\n";
const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
const part = (length: number): string =>
  `DELETE /order HTTP/1.1\r\n${HEAD}content-length: ${length}\r\n\r\n{`;

/** Sends the same on so many connections of the greedy address. */
async function send({ open }: FewPlaces, count: number, request: string): Promise<Client[]> {
  const clients: Client[] = [];
  for (let one = 0; one < count; one += 1) {
    const client = await open(GREEDY);
    client.socket.write(request);
    clients.push(client);
  }
  return clients;
}

const signed = (trader: Trader, path: string): string =>
  Object.entries(requestHeaders(trader, { method: "GET", path, body: undefined, now: exchange.clock.now }))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/** Takes all that one address gets of a place; rows without clients of their own are taken from by hand. */
const GREED: Readonly<Partial<Record<SlotPoolName, (server: FewPlaces) => Promise<unknown>>>> = {
  incomplete: (server) => send(server, 12, part(10)),
  bodies: (server) => send(server, 4, part(30 * KILOBYTE)),
  strangers: async (server) => {
    const clients = await send(server, 6, get("/slow"));
    await until("there is no place", () => server.places.strangers.state().shortForMs !== undefined);
    const answers = await Promise.race(clients.map(({ socket }) => once(socket, "data")));
    assert.match(
      String(answers[0]),
      /503 .*expected at most 4 requests underway of callers who are not known/s,
    );
  },
  known: (server) => send(server, 6, get("/slow-key", signed(eve, "/slow-key"))),
  connections: (server) => send(server, 50, ""),
};

describe("places", () => {
  const rows = Object.entries(configureSlotPools(exchangeConfig()));

  for (const [name, row] of rows)
    it(`of ${row.what} are left by one address for others, which the largest gives way to`, () => {
      assert.ok(row.ofAddress < row.most, "the share of an address leaves room");
      const shares = createSlotPool(row);
      const size = row.ofAddress / 4;
      let held = 0;
      const take = (address: string): Slot | undefined => {
        const giveUp = () => void (held -= 1);
        const place = shares.take({ address, size, giveUp, keepsOwn: true });
        if (isShort(place)) return undefined;
        held += 1;
        return place;
      };
      for (let one = 0; one < 4; one += 1) assert.ok(take("greedy"));
      assert.equal(take("greedy"), undefined, `${name} has a bound`);
      for (let address = 0; address < (4 * row.most) / row.ofAddress - 1; address += 1)
        assert.ok(take(`address ${address}`), "the largest gives way");
      assert.ok(shares.taken() <= row.most);
      assert.equal(shares.taken(), held * size);
      assert.ok(shares.state().shortForMs !== undefined && shares.state().holders.length > 0);
    });

  for (const [name, row] of rows) {
    const greed = GREED[name as SlotPoolName];
    if (greed === undefined) {
      it(`of ${row.what} are taken where the parts are tested`, () => {
        const file = TAKEN_IN[name as SlotPoolName];
        assert.ok(file, `${name} needs clients here, or a test of its part`);
        const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
        assert.match(source, /createSlotPool\(|places\.\w+\.take\(|maxStreamsPerAddress|PER_ADDRESS/);
      });
      continue;
    }
    it(`of ${row.what} are refused to one address alone, and orders and cancels go on`, async () => {
      await withFewPlaces(async (server) => {
        await greed(server);
        await until(
          "there is no shortage",
          () => server.places[name as SlotPoolName].state().shortForMs !== undefined,
        );
        const reached = {
          ...requestsTo({ spec: server.url, polymarket: server.url, kuest: server.url }),
          clock: exchange.clock,
        };
        const trader = traderWith(reached, ann.account, ann.credentials);
        const placed = await trader.place({
          tokenId: tokenOf("rain yes"),
          side: "BUY",
          price: "0.10",
          size: "5",
        });
        assert.equal(placed.status, 200, JSON.stringify(placed.body));
        const cancelled = await trader.cancel(placed.body.orderID);
        assert.deepEqual([cancelled.status, cancelled.body.canceled], [200, [placed.body.orderID]]);
        const neighbour = await server.open(NEIGHBOUR);
        neighbour.socket.write(get("/book?token_id=" + tokenOf("rain yes"), "connection: close\r\n"));
        assert.match(await neighbour.all(), /^HTTP\/1\.1 200 /);
        const named = server.places.shortages().find((short) => short.name === name);
        assert.equal(named?.holders[0]?.address, GREEDY, "the operator is told who has the most");
      });
    });
  }
});

/** Tests of the parts that take these. */
const TAKEN_IN: Readonly<Partial<Record<SlotPoolName, string>>> = {
  compressions: "tests/http/compression.test.ts",
  compressedStreams: "tests/http/compression.test.ts",
  explanations: "tests/signing/explainer.test.ts",
  nearestSlugs: "tests/http/catalog/nearest-slug.test.ts",
  pictures: "tests/http/event-previews.test.ts",
  streams: "tests/stream/connection.test.ts",
};

function exchangeConfig() {
  return {
    maxConnections: 10_000,
    maxConnectionsPerAddress: 4_000,
    maxStreams: 5_000,
    maxStreamsPerAddress: 2_000,
  };
}

describe("a request", () => {
  it("that is incomplete goes first, is told so, and is late after a while", async () => {
    await withFewPlaces(async (server) => {
      const clients = await send(server, 2, part(10));
      await until("there is two bodies", () => server.places.incomplete.taken() === 2);
      server.places.incomplete.endOlder(0);
      for (const { all } of clients) {
        const answer = await all();
        assert.match(
          answer,
          /^HTTP\/1\.1 408 .*expected a body within 10 s, got a part of one; nothing was done/s,
        );
      }
      assert.equal(server.places.bodies.taken(), 0);
    });
  });

  it("with right credentials that are urgent has room above the most", async () => {
    const shares = createSlotPool({ most: 4, ofAddress: 2, reserve: 0.5 });
    const take = (address: string, isUrgent: boolean) => isShort(shares.take({ address, isUrgent }));
    assert.deepEqual([take("a", false), take("a", false), take("a", false)], [false, false, true]);
    assert.deepEqual([take("a", true), take("a", true)], [false, true]);
    assert.deepEqual([take("b", false), take("b", true)], [false, false]);
    assert.deepEqual([take("c", false), take("c", true), take("d", true)], [true, false, true]);
  });

  it("waits until the answer before it on its connection has left, whatever is asked", async () => {
    await withFewPlaces(async (server) => {
      const { socket } = await server.open(GREEDY);
      const other = await server.open(NEIGHBOUR);
      socket.write(get("/slow").repeat(3) + part(10));
      other.socket.write(get("/slow").repeat(3));
      await until("both are served", () => server.places.strangers.taken() === 2);
      other.socket.destroy();
      await until("one has gone", () => server.places.strangers.taken() === 1);
      const { taken } = server.places.incomplete;
      assert.equal(taken(), 0, "the last one has not begun");
    });
  });

  it("one too many on a connection whose answers are not taken is refused, and is the last", async () => {
    await withFewPlaces(async ({ open }) => {
      const { socket, all } = await open(GREEDY);
      socket.write(get("/time").repeat(MAX_PIPELINED + 20));
      const statuses = [...(await all()).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      assert.deepEqual(statuses, [...Array<string>(MAX_PIPELINED).fill("200"), "503"]);
    });
  });
});
