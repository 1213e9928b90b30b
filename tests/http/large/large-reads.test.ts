/** Large answers over HTTP: few at a time, the others in a line, and nothing left behind whatever clients do. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { after, before, beforeEach, describe, it } from "node:test";
import { Type } from "typebox";
import { readConfig } from "../../../src/settings/config.ts";
import { catalogErrorFormat } from "../../../src/http/catalog/refusal.ts";
import { dataErrorFormat } from "../../../src/http/data/refusal.ts";
import { createSlowQueries } from "../../../src/http/guard/slow-queries/slow-queries.ts";
import type { SlowQueryClass, SlowQueries } from "../../../src/http/guard/slow-queries/slow-queries.ts";
import { lazyRows } from "../../../src/http/guard/slow-queries/json-slices.ts";
import type { ErrorFormat } from "../../../src/http/operation/error-format.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";

const LANE: SlowQueryClass = {
  rows: 20,
  places: 1,
  placesOfAddress: 1,
  waiting: 1,
  waitingOfAddress: 1,
  waitMs: 60_000,
  sendMs: 60_000,
  unsentBytes: 1,
  unsentBytesOfAddress: 1,
};
/** More than sockets keep for a client that does not read. */
const LONG_ROWS = 400_000;
const longRow = (row: number): string => `row ${row} `.repeat(10);
const LONG_BODY = JSON.stringify(Array.from({ length: LONG_ROWS }, (_, row) => longRow(row)));
const NONE = [{ reading: 0, waiting: 0, unsentBytes: 0 }];

let exchange: TestExchange;
before(async () => (exchange = await startTestExchange({ endpoints: [] })));
after(() => exchange.close());

/** Rows that are made once the test lets them. */
function heldRows() {
  let begun = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();
  let begins = 0;
  const list = testEndpoint({
    method: "GET",
    path: "/held",
    summary: "List rows when the test says so",
    answer: Type.Unknown(),
    maxAgeSeconds: 1,
    rows: 1_000,
    handle: async () => {
      begins += 1;
      begun.resolve();
      await released.promise;
      return { body: lazyRows([1, 2, 3], (row) => row) };
    },
  });
  const again = (): void => {
    begun = Promise.withResolvers();
    released = Promise.withResolvers();
    begins = 0;
  };
  return { list, again, begins: () => begins, begun: () => begun.promise, release: () => released.resolve() };
}

const held = heldRows();
const ofOperators = testEndpoint({
  method: "GET",
  path: "/operators",
  summary: "List rows for operators",
  access: "operator",
  answer: Type.Unknown(),
  rows: 1_000,
  handle: () => ({ body: lazyRows([4, 5, 6], (row) => row) }),
});
const long = testEndpoint({
  method: "GET",
  path: "/long",
  summary: "List more rows than sockets keep",
  answer: Type.Unknown(),
  rows: LONG_ROWS,
  handle: async () => ({
    body: lazyRows(
      Array.from({ length: LONG_ROWS }, (_, row) => row),
      longRow,
    ),
  }),
});

type Started = {
  readonly url: string;
  readonly reads: SlowQueries;
  /** Number of clients that have gone. */
  readonly left: () => number;
};

async function withReads(
  {
    lane = LANE,
    form = tradingErrorFormat,
    limits = "off",
    reach = exchange.context.tables.reach,
  }: { lane?: SlowQueryClass; form?: ErrorFormat; limits?: string; reach?: () => Promise<void> },
  use: (started: Started) => Promise<void>,
): Promise<void> {
  const config = readConfig({ PRESAGE_RATE_LIMITS: limits }, []);
  const reads = createSlowQueries({ config, clock: () => exchange.clock.now }, [lane]);
  const mount = { dialect: "spec", prefix: "", endpoints: [held.list, ofOperators, long], form } as const;
  const context = { ...exchange.context, tables: { ...exchange.context.tables, reach } };
  const server = createServer(context, [mount], { reads });
  let left = 0;
  server.server.on("connection", (socket: Socket) => socket.once("close", () => (left += 1)));
  try {
    await use({ url: await server.listen({ host: "127.0.0.1", port: 0 }), reads, left: () => left });
  } finally {
    held.release();
    server.server.closeAllConnections();
    await server.close();
  }
}

/** Looks again with every turn of the event loop until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function open(url: string, path: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket;
}

describe("large reads", { timeout: 300_000 }, () => {
  beforeEach(() => held.again());

  const FORMS: readonly [
    string,
    ErrorFormat,
    (body: { error: string; code?: string }) => string | undefined,
  ][] = [
    ["trading", tradingErrorFormat, ({ code }) => code],
    ["data", dataErrorFormat, ({ error }) => error],
    ["catalog", catalogErrorFormat, ({ error }) => error],
  ];
  const CODES: Readonly<Record<string, string>> = {
    trading: "not_accepting",
    data: "unavailable: overloaded",
    catalog: "overloaded",
  };
  for (const [name, form, codeOf] of FORMS)
    it(`are refused with 503 in the form of the ${name} interface when the line is full`, () =>
      withReads({ form }, async ({ url, reads }) => {
        const first = fetch(`${url}/held`);
        await held.begun();
        const second = fetch(`${url}/held`);
        await until(() => reads.standing()[0]!.waiting === 1);
        const third = await fetch(`${url}/held`);
        assert.deepEqual([third.status, third.headers.get("retry-after")], [503, "1"]);
        assert.equal(codeOf((await third.json()) as { error: string }), CODES[name]);
        held.release();
        for (const answer of [await first, await second]) assert.equal(await answer.text(), "[1,2,3]");
        await until(() => reads.standing()[0]!.unsentBytes === 0);
        assert.deepEqual(reads.standing(), NONE);
      }));

  it("of operators wait in no line, and are not refused when it is full", () =>
    withReads({}, async ({ url, reads }) => {
      const first = fetch(`${url}/held`);
      await held.begun();
      const second = fetch(`${url}/held`);
      await until(() => reads.standing()[0]!.waiting === 1);
      const headers = { authorization: `Bearer ${exchange.context.adminToken}` };
      assert.equal(await (await fetch(`${url}/operators`, { headers })).text(), "[4,5,6]");
      assert.deepEqual(reads.standing(), [{ reading: 1, waiting: 1, unsentBytes: 0 }]);
      held.release();
      for (const answer of [await first, await second]) assert.equal(await answer.text(), "[1,2,3]");
    }));

  it("give their place back when a client that waits goes, and when one goes whose answer is being made", () =>
    withReads({}, async ({ url, reads }) => {
      const first = await open(url, "/held");
      await held.begun();
      const second = await open(url, "/held");
      await until(() => reads.standing()[0]!.waiting === 1);
      second.destroy();
      await until(() => reads.standing()[0]!.waiting === 0);
      first.destroy();
      held.release();
      await until(() => reads.standing()[0]!.reading === 0);
      assert.deepEqual(reads.standing(), NONE);
    }));

  it("have no place while they wait for the read tables, and do not begin when their client has gone meanwhile", async () => {
    const tables = Promise.withResolvers<void>();
    let questions = 0;
    const reach = (): Promise<void> => {
      questions += 1;
      return tables.promise;
    };
    await withReads({ reach }, async ({ url, reads, left }) => {
      const leaving = await open(url, "/held");
      await until(() => questions === 1);
      const staying = fetch(`${url}/held`);
      await until(() => questions === 2);
      assert.deepEqual(reads.standing(), NONE);
      leaving.destroy();
      await until(() => left() === 1);
      held.release();
      tables.resolve();
      assert.equal(await (await staying).text(), "[1,2,3]");
      assert.equal(held.begins(), 1);
    });
  });

  it("that are read slowly keep no place, only the room of their address, until they are read or their client goes", () =>
    withReads({}, async ({ url, reads }) => {
      const slow = await open(url, "/long");
      await until(() => reads.standing()[0]!.unsentBytes > 0);
      assert.deepEqual(reads.standing(), [{ ...NONE[0], unsentBytes: LONG_BODY.length }]);
      const other = fetch(`${url}/long`, { headers: { "accept-encoding": "identity" } });
      await until(() => reads.standing()[0]!.waiting === 1);
      slow.destroy();
      const answer = await other;
      assert.equal(answer.headers.get("content-length"), String(LONG_BODY.length));
      assert.equal((await answer.text()) === LONG_BODY, true);
      await until(() => reads.standing()[0]!.unsentBytes === 0);
      assert.deepEqual(reads.standing(), NONE);
    }));

  it("are cut off where a client takes too long to read them", () =>
    withReads({ lane: { ...LANE, sendMs: 20 } }, async ({ url, reads }) => {
      const slow = await open(url, "/long");
      slow.pause();
      await until(() => reads.standing()[0]!.unsentBytes > 0);
      await until(() => reads.standing()[0]!.unsentBytes === 0);
      assert.deepEqual(reads.standing(), NONE);
    }));

  it("let others in while they are made", () =>
    withReads(
      { lane: { ...LANE, unsentBytes: Infinity, unsentBytesOfAddress: Infinity } },
      async ({ url }) => {
        const answers = [fetch(`${url}/long`), fetch(`${url}/long`)];
        for (const answer of answers) assert.equal((await (await answer).text()) === LONG_BODY, true);
      },
    ));

  it("have the tag of their content, and are not sent again to who has them", () =>
    withReads({}, async ({ url, reads }) => {
      held.release();
      const first = await fetch(`${url}/held`);
      const tag = first.headers.get("etag");
      assert.equal(tag, `W/"${createHash("sha256").update("[1,2,3]").digest("base64url").slice(0, 22)}"`);
      await first.text();
      await until(() => reads.standing()[0]!.unsentBytes === 0);
      const again = await fetch(`${url}/held`, { headers: { "if-none-match": tag ?? "" } });
      assert.deepEqual([again.status, await again.text()], [304, ""]);
    }));

  it("are refused with 429 when an address had too many bytes, and headers say so", () =>
    withReads({ limits: "0.001" }, async ({ url, reads }) => {
      const first = await fetch(`${url}/long`);
      assert.match(first.headers.get("ratelimit") ?? "", /^"bytes";r=0;t=\d+$/);
      await first.text();
      await until(() => reads.standing()[0]!.unsentBytes === 0);
      const second = await fetch(`${url}/long`);
      assert.equal(second.status, 429);
      assert.match(second.headers.get("retry-after") ?? "", /^\d+$/);
      assert.equal(second.headers.get("ratelimit-policy"), '"bytes";q=268435;qu="content-bytes";w=10');
      assert.equal(((await second.json()) as { code: string }).code, "rate_limited");
      exchange.clock.now += 3_600_000;
      held.release();
      assert.equal((await fetch(`${url}/held`)).status, 200);
    }));
});
