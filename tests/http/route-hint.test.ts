/** Hints to routes that are not there: the interface and address that has one, or the name that is near. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

let exchange: ListeningExchange;

before(async () => {
  exchange = await startListeningExchange();
});
after(() => exchange.close());

async function hintAt(url: string, method = "GET"): Promise<string> {
  const response = await fetch(url, { method });
  const body = Object(await response.json());
  assert.deepEqual([response.status, body.error], [404, "not found"], url);
  return body.hint;
}

const LISTED = "expected a route of GET /openapi.json, got";

test("a route of another interface is named with the address of its dialect", async () => {
  const { spec, polymarket } = exchange.addresses;
  for (const interfaces of [spec, polymarket!]) {
    const { trading, data, catalog } = interfaces;
    assert.equal(
      await hintAt(`${trading}/positions?user=x`),
      `GET /positions is on the data interface, ${data}`,
    );
    assert.equal(
      await hintAt(`${trading}/events/slug/rain`),
      `GET /events/slug/rain is on the catalog interface, ${catalog}`,
    );
  }
});

test("on the one port it is named with its prefix", async () => {
  const { web } = exchange.addresses;
  assert.equal(
    await hintAt(`${web}/kuest/trading/holders`),
    "GET /holders is on the data interface, /kuest/data",
  );
  assert.equal(await hintAt(`${web}/book`), "GET /book is on the trading interface, /spec/trading");
});

test("on the one port a route that none of the interfaces has is told the nearest of all of them", async () => {
  const { web } = exchange.addresses;
  const rows = [
    ["/trading/markets", `${LISTED} GET /trading/markets; nearest: GET /spec/trading/markets`],
    [
      "/polymarket/tradin/book",
      `${LISTED} GET /polymarket/tradin/book; nearest: GET /polymarket/trading/book`,
    ],
    ["/kuest/events", `${LISTED} GET /kuest/events; nearest: GET /kuest/catalog/events`],
    ["/spek/tradin/boook", `${LISTED} GET /spek/tradin/boook; nearest: GET /spec/trading/book`],
    [
      "/kuest/catalogs/events/7",
      `${LISTED} GET /kuest/catalogs/events/7; nearest: GET /kuest/catalog/events/7`,
    ],
    ["/openapi.jsn", `${LISTED} GET /openapi.jsn; nearest: GET /openapi.json`],
    ["/nothing/of/the/kind", `${LISTED} GET /nothing/of/the/kind`],
  ] as const;
  for (const [path, hint] of rows) assert.equal(await hintAt(web + path), hint);
  const document = Object(await (await fetch(`${web}/openapi.json`)).json());
  assert.deepEqual(Object.keys(document.paths), ["/", "/health/live", "/health/ready"]);
});

test("a misspelt route is told the near one", async () => {
  const { trading } = exchange.addresses.spec;
  const rows = [
    ["/orderz", `${LISTED} GET /orderz; nearest: POST or DELETE /order`],
    ["//book", `${LISTED} GET //book; nearest: GET /book`],
    ["/Tick-Size", `${LISTED} GET /Tick-Size; nearest: GET /tick-size`],
    ["/spec/trading/book", `${LISTED} GET /spec/trading/book; nearest: GET /book`],
    ["/data/trade", `${LISTED} GET /data/trade; nearest: GET /data/trades`],
    ["/nothing/of/the/kind", `${LISTED} GET /nothing/of/the/kind`],
    ["/a".repeat(20_000), `${LISTED} GET ${"/a".repeat(50)}...`],
    [`/${"x".repeat(300)}`, `${LISTED} GET /${"x".repeat(99)}...`],
  ] as const;
  for (const [path, hint] of rows) assert.equal(await hintAt(trading + path), hint);
});

test("a path that cannot be decoded is told so, and has no nearest", async () => {
  const { trading } = exchange.addresses.spec;
  for (const path of ["/markets/%zz", "/markets/%", "/markets/%ff"])
    assert.equal(
      await hintAt(trading + path),
      `expected a path whose percent-encoding is right, % and two hex digits for each byte of UTF-8, got GET ${path}`,
    );
});

test("what is too long, or no HTTP, says what would have been right", async () => {
  const port = Number(new URL(exchange.addresses.spec.trading).port);
  const rows = [
    [`GET /${"x".repeat(60_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, /at most 49152 bytes, got more$/],
    ["nonsense\r\n\r\n", 400, /^expected a request line that begins with a method, .*, got other bytes$/],
  ] as const;
  for (const [request, status, hint] of rows) {
    const socket = connect(port, "127.0.0.1");
    socket.end(request);
    const [head = "", body = "{}"] = (await text(socket)).split("\r\n\r\n");
    assert.equal(Number(head.split(" ")[1]), status);
    assert.match(JSON.parse(body).hint, hint);
  }
});
