/** GET /export/{what}: the files of the command, told over HTTP; and an export whose client goes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { after, before, describe, it } from "node:test";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { operatorErrorFormat } from "../../../src/http/admin/error-format.ts";
import { getBook } from "../../../src/http/trading/books/books.ts";
import { lots } from "../../../src/core/units.ts";
import { EXPORT_FORMATS } from "../../../src/operate/export/export-request.ts";
import type { ExportFormat } from "../../../src/operate/export/export-request.ts";
import { exportTable } from "../../../src/operate/export/export-table.ts";
import { EXPORTED_NAMES } from "../../../src/operate/export/data-dictionary.ts";
import type { ExportedName } from "../../../src/operate/export/data-dictionary.ts";
import { createExports } from "../../../src/operate/export/export-thread.ts";
import { openDatabase } from "../../../src/store/sql/database.ts";
import type { Sql } from "../../../src/store/sql/database.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { readRows } from "../../support/exported-rows.ts";
import { until } from "../../support/until.ts";
import { trade } from "../data/v2/world.ts";

const TOKEN = "ad".repeat(32);
const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];
const MINUTE_MS = 60_000;

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({
    endpoints: [...adminEndpoints(() => undefined), getBook],
    form: operatorErrorFormat,
  });
  await exchange.list(testListing([{ name: "rain" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  const split = { type: "split", address: ANN, owner: ANN, conditionId: hashOf("rain") } as const;
  await exchange.submit({ ...split, lots: lots(50_000) });
  for (const price of ["0.4", "0.55", "0.3"]) {
    await trade(exchange, "rain yes", price, "10.01");
    await exchange.wait(MINUTE_MS);
  }
});
after(() => exchange.close());

/** Asks on a connection of its own, so that none is left open unused, which the end would wait for. */
const get = (path: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${exchange.url.spec}${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, connection: "close" },
    ...(signal && { signal }),
  });

/** Asks by a client that reads trailers, which `fetch` does not. */
async function getWhole(path: string): Promise<{ reply: IncomingMessage; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: "close" };
  const sent = request(`${exchange.url.spec}${path}`, { headers }).end();
  const [reply]: IncomingMessage[] = await once(sent, "response");
  return { reply: reply!, bytes: await buffer(reply!) };
}

/** Formats to ask for: every one of the tables that are made in different ways. */
const formatsOf = (what: ExportedName): readonly ExportFormat[] =>
  what === "trades" || what === "books" ? EXPORT_FORMATS : ["csv"];

/** Tables without rows in this exchange, whose market is open and whose settlements stand. */
const EMPTY: ReadonlySet<ExportedName> = new Set(["redemptions", "reversals"]);

void describe("GET /export/{what}", () => {
  for (const what of EXPORTED_NAMES)
    for (const format of formatsOf(what))
      void it(`has the ${format} of ${what} that the command writes`, async () => {
        const reply = await get(`/export/${what}?format=${format}`);
        const sent = Buffer.from(await reply.arrayBuffer());
        assert.equal(reply.status, 200, sent.toString());
        const written = await inSnapshot(exchange.databaseUrl, "test", async (snapshot) => {
          const asked = { what, format, every: MINUTE_MS };
          const { rows, batch, pieces } = await exportTable(snapshot, asked);
          return { rows, batch, bytes: await buffer(pieces) };
        });
        assert.ok(sent.equals(written.bytes));
        const { headers } = reply;
        assert.deepEqual(
          [headers.get("x-rows"), headers.get("x-batch"), headers.get("content-disposition")],
          [
            written.rows === undefined ? null : String(written.rows),
            String(written.batch),
            `attachment; filename="${what}.${format}"`,
          ],
        );
      });

  for (const what of EXPORTED_NAMES)
    for (const format of formatsOf(what))
      void it(`tells after the ${format} of ${what} how many rows were sent`, async () => {
        const { reply, bytes } = await getWhole(`/export/${what}?format=${format}`);
        const rows = (await readRows(bytes, format)).length;
        assert.ok(rows > 0 || EMPTY.has(what));
        assert.equal(reply.headers.trailer, "x-rows");
        assert.deepEqual(reply.trailers, { "x-rows": String(rows) });
        assert.equal(reply.headers["x-rows"], what === "books" ? undefined : String(rows));
      });

  void it("sends clients of HTTP/1.0 the file alone", async () => {
    const { hostname, port } = new URL(exchange.url.spec);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /export/trades?format=ndjson HTTP/1.0\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`);
    const [head = "", body = ""] = (await buffer(socket)).toString().split("\r\n\r\n");
    assert.doesNotMatch(head, /\r\n(trailer|transfer-encoding):/i);
    assert.equal(body, (await getWhole("/export/trades?format=ndjson")).bytes.toString());
  });

  void it("tells that no row was sent", async () => {
    const { reply, bytes } = await getWhole("/export/books?to=2000-01-01&format=ndjson");
    assert.deepEqual([bytes.length, reply.trailers], [0, { "x-rows": "0" }]);
  });

  void it("ends with the books that GET /book answers", async () => {
    for (const side of ["yes", "no"])
      for (const price of ["0.21", "0.24", "0.24"])
        await exchange.place({
          account: BOB,
          tokenId: tokenOf(`rain ${side}`),
          side: "BUY",
          price,
          size: "7",
        });
    const text = await (await get("/export/books?format=ndjson&market=rain")).text();
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line): Record<string, string> => JSON.parse(line));
    const levels = rows.filter(({ time }) => time === rows.at(-1)?.["time"]);
    const { body } = await exchange.get(`/book?token_id=${tokenOf("rain yes")}`);
    const sideOf = (name: string) =>
      levels.filter(({ side }) => side === name).map(({ price, shares }) => [Number(price), Number(shares)]);
    const shown = (side: readonly { price: string; size: string }[]) =>
      side.map(({ price, size }) => [Number(price), Number(size)]).toReversed();
    assert.deepEqual([sideOf("BUY"), sideOf("SELL")], [shown(body.bids), shown(body.asks)]);
    assert.equal(body.bids.length + body.asks.length, 4);
  });

  void it("refuses a market that nothing names", async () => {
    const reply = await get("/export/books?market=no-such");
    const { hint }: { hint: string } = JSON.parse(await reply.text());
    assert.deepEqual(
      [reply.status, hint],
      [404, 'no market has the condition id, token id, number or slug "no-such"'],
    );
  });

  const REFUSED = [
    ["/export/trades?every=1h", "every: expected with candles and books only, got 1h with trades"],
    [
      "/export/markets?to=2026-05-01",
      "to: expected with deposits, splits, redemptions, reversals, trades, orders, positions, prices, candles, books and journal only, got 2026-05-01 with markets",
    ],
    ["/export/prices?market=rain", "market: expected with books only, got rain with prices"],
    ["/export/books?levels=0", "levels: expected an integer from 1 to 10000, got 0; nearest: 1"],
    [
      "/export/trades?from=today",
      'from: expected a day or a time in UTC as 2026-05-01T12:00:00Z, got "today"',
    ],
    [
      "/export/trades?from=2026-02-30",
      'from: expected a day or a time in UTC as 2026-05-01T12:00:00Z, got "2026-02-30"',
    ],
    [
      "/export/trades?from=2026-05-02&to=2026-05-01",
      'to: expected a time after 2026-05-02, got "2026-05-01"',
    ],
  ] as const;
  for (const [path, hint] of REFUSED)
    void it(`refuses ${path}`, async () => {
      const reply = await get(path);
      const { code, hint: told }: { code: string; hint: string } = JSON.parse(await reply.text());
      assert.deepEqual([reply.status, code, told], [400, "invalid_payload", hint]);
    });

  void describe("of a table that takes long", () => {
    let sql: Sql;
    before(async () => {
      sql = openDatabase(exchange.databaseUrl, { maxConnections: 1 });
      await sql`
        insert into price_history (market, minute, midpoint)
        select (select min(no) from markets), minute, 5000 from generate_series(1, 300000) as minute`;
    });
    after(() => sql.end());

    const countSessions = async (): Promise<number> => {
      const [{ count }] = await sql<[{ count: number }]>`
        select count(*) from pg_stat_activity
        where application_name = 'presage export' and datname = current_database()`;
      return count;
    };

    /**
     * Begins an export once there is a place, which an earlier one may leave a little after its session ended, and reads its first
     * piece; `abort` is its client going.
     */
    async function begin(): Promise<AbortController> {
      const gone = new AbortController();
      const ask = () => get("/export/prices", gone.signal);
      let reply = await ask();
      await until("there is a place", async () => {
        if (reply.status === 503) {
          await reply.arrayBuffer();
          reply = await ask();
        }
        return reply.status === 200;
      });
      await reply.body!.getReader().read();
      return gone;
    }

    void it("ends its session when the client goes", async () => {
      const gone = await begin();
      assert.equal(await countSessions(), 1);
      gone.abort();
      while ((await countSessions()) > 0);
    });

    void it("is refused beside three others, and carried out once one of them has ended", async () => {
      const [first, ...others] = await Promise.all([begin(), begin(), begin()]);
      const reply = await get("/export/trades");
      const { code }: { code: string } = JSON.parse(await reply.text());
      assert.deepEqual([reply.status, code], [503, "read_unavailable"]);
      assert.match(reply.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      first.abort();
      await until("a place is free", async () => {
        const again = await get("/export/trades");
        await again.arrayBuffer();
        return again.status === 200;
      });
      for (const other of others) other.abort();
      while ((await countSessions()) > 0);
    });

    void it("ends when nobody reads it for as long as it waits", async () => {
      const begun = await createExports(exchange.databaseUrl, { places: 1, idleMs: 1 })({
        what: "prices",
        format: "csv",
        every: MINUTE_MS,
      });
      await begun!.stream[Symbol.asyncIterator]().next();
      await assert.rejects(finished(begun!.stream), /nobody read the export any more/);
      while ((await countSessions()) > 0);
    });
  });
});
