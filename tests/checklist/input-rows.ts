/** Input: each bad request is answered with its fault, and never with a 500. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Reply } from "../support/exchange.ts";
import { accepted, refused } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import { openLine, sendBytes, statusOf } from "./wire.ts";

const row = section("3.3");
const NO_ORDER = `0x${"cd".repeat(32)}`;
const KIB = 1024;
const WALLET = `0x${"5a".repeat(20)}`;

/** Asserts a refusal that is no fault of ours, with one of these statuses. */
const badInput = (reply: Reply, what: string, statuses: readonly number[] = [400, 404, 422]): void =>
  refused(reply, what, statuses);

const sizes = row(
  "a body that is too large is refused before the rest of it comes",
  async ({ wire, spec, ann }) => {
    const { trading } = spec;
    const large = await ann.request("POST", "/order", { body: `{"x":"${"y".repeat(65 * KIB)}"}` });
    refused(large, "an order of 65 KiB", 413, "payload_too_large");
    const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ token_id: String(index) }));
    badInput(await wire.ask(`${trading}/books`, { body: ids(501) }), "501 books");
    refused(
      await wire.ask(`${trading}/books`, { body: [{ token_id: "1".repeat(300 * KIB) }] }),
      "books of 300 KiB",
      413,
    );
    badInput(
      await wire.ask(`${trading}/batch-prices-history`, {
        body: { markets: Array.from({ length: 101 }, String) },
      }),
      "101 histories",
    );
    const head = (length: string): string => `POST /books HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n`;
    assert.equal(statusOf(await sendBytes(trading, head("content-length: 99999999"))), 413, "announced only");
    const part = `${(64 * KIB).toString(16)}\r\n${"y".repeat(64 * KIB)}\r\n`;
    assert.equal(
      statusOf(await sendBytes(trading, head("transfer-encoding: chunked") + part.repeat(8))),
      413,
      "in parts",
    );
  },
);

const encodings = row(
  "a packed body is refused, and other types are read as what they hold",
  async ({ wire, spec, ann }) => {
    const body = gzipSync("y".repeat(1_000_000));
    const headers = { "content-encoding": "gzip" };
    refused(await wire.ask(`${spec.trading}/books`, { body, headers }), "gzip", [400, 415]);
    for (const type of ["text/plain", "multipart/form-data", "x", "application/x-www-form-urlencoded"])
      badInput(
        await wire.ask(`${spec.trading}/books`, { body: "token_id=1", headers: { "content-type": type } }),
        type,
      );
    badInput(await ann.request("POST", "/order", { body: "" }), "no order");
  },
);

const slow = row(
  "a request that does not end is ended",
  async ({ spec }) => {
    const parts = [
      "GET /time HTTP/1.1\r\nx: ",
      "POST /books HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n[",
    ];
    const lines = await Promise.all(parts.map(() => openLine(spec.trading)));
    const drops = setInterval(() => lines.forEach(({ socket }) => socket.writable && socket.write(" ")), 500);
    lines.forEach(({ socket }, index) => socket.write(parts[index]!));
    const answers = await Promise.all(lines.map(({ all }) => all));
    clearInterval(drops);
    assert.deepEqual(answers.map(statusOf), [408, 408]);
    const idle = await openLine(spec.trading);
    assert.ok([0, 408].includes(statusOf(await idle.all)), "a connection without a byte");
  },
  ["patience", "production"],
);

const json = row("JSON has bounds, and reaches no prototype", async ({ wire, spec, ann }) => {
  const many = `[{${Array.from({ length: 2_001 }, (_, index) => `"f${index}":1`).join()}}]`;
  for (const [what, body] of [
    ["33 levels", "[".repeat(33) + "]".repeat(33)],
    ["30,000 levels", "[".repeat(30_000)],
    ["2,001 fields", many],
    ["__proto__", '[{"token_id":"1","__proto__":{"x":1}}]'],
    ["an escaped __proto__", '[{"token_id":"1","\\u005f_proto__":{"x":1}}]'],
    ["constructor.prototype", '[{"constructor":{"prototype":{"x":1}}}]'],
    ["half of it", '[{"token_id":'],
    ["two of it", "[][]"],
    ["a byte order mark alone", "\ufeff"],
    ["bytes that are no text", "\u00ff\u00fe"],
  ] as const) {
    badInput(await wire.ask(`${spec.trading}/books`, { body }), what);
    badInput(await ann.request("POST", "/orders", { body }), `${what}, signed`);
  }
});

const duplicates = row(
  "of a key that comes twice the last counts, and the signature covers the bytes",
  async ({ ann, market }) => {
    const { body } = await ann.place({
      tokenId: market.tokenIds[0]!,
      side: "BUY",
      price: "0.01",
      size: "10",
    });
    const twice = `{"orderID":"${NO_ORDER}","orderID":"${body.orderID}"}`;
    const once = `{"orderID":"${body.orderID}"}`;
    refused(
      await ann.request("DELETE", "/order", { body: twice, signedBody: once }),
      "signed without the first",
      401,
    );
    const reply = await ann.request("DELETE", "/order", { body: twice });
    assert.deepEqual(reply.body?.canceled, [body.orderID], reply.text);
  },
  ["traders"],
);

const unknown = row("the data interface names a parameter that it does not have", async ({ data }) => {
  for (const [query, name] of [
    ["colour=red", "colour"],
    ["__proto__=1", "__proto__"],
    ["toString=1", "toString"],
    ["constructor=1", "constructor"],
    ["user[]=1", "user[]"],
    ["col%00o%0aur=1", String.raw`col\u0000o\u000aur`],
    [`${"x".repeat(5_000)}=1`, "x".repeat(100)],
  ] as const) {
    const reply = await data(`/positions?user=${WALLET}&${query}`);
    badInput(reply, query.slice(0, 40));
    assert.equal(reply.body.error, `unknown_field: ${name}`);
  }
  badInput(await data(`/positions?user=${WALLET}&user=${WALLET}`), "a user twice");
  badInput(await data("/positions?user="), "an empty user");
  badInput(await data("/positions"), "no user");
});

const NO_COUNTS = [
  "0x10",
  "12abc",
  "1.5",
  "-1",
  "NaN",
  "Infinity",
  "null",
  "١",
  "9".repeat(20),
  String(2n ** 63n),
];

const integers = row(
  "whole numbers are read as such, within what can be stored",
  async ({ data, wire, spec }) => {
    for (const text of NO_COUNTS) {
      badInput(await data(`/trades?offset=${text.replace("١", "%D9%A1")}`), `offset ${text}`);
      badInput(
        await wire.ask(`${spec.catalog}/markets?offset=${text.replace("١", "%D9%A1")}`),
        `catalog's offset ${text}`,
      );
    }
    for (const text of ["0x1", "1e-3", "NaN", "-1", "9".repeat(20)]) {
      badInput(await wire.ask(`${spec.catalog}/events/${text}`), `event ${text}`);
      badInput(await wire.ask(`${spec.trading}/prices-history?market=1&startTs=${text}`), `startTs ${text}`);
    }
  },
);

const numbers = row("least amounts are finite and not below zero", async ({ data }) => {
  for (const text of ["NaN", "Infinity", "-Infinity", "-1", "1e999", "0x1", "1%20", "--1", "abc"])
    badInput(await data(`/positions?user=${WALLET}&sizeThreshold=${text}`), `sizeThreshold ${text}`);
});

const texts = row(
  "NUL and halves of characters are refused before they reach the database",
  async (world) => {
    const { data, wire, spec, ann } = world;
    badInput(await data(`/positions?user=${WALLET}&title=a%00b`), "a title with NUL");
    badInput(await wire.ask(`${spec.catalog}/public-search?q=a%00b`), "a search with NUL");
    badInput(await wire.ask(`${spec.catalog}/events/slug/a%00b`), "a slug with NUL");
    badInput(await wire.ask(`${spec.trading}/data/order/a%00b`, {}), "an order with NUL", [400, 401, 404]);
    const cancel = await ann.request("DELETE", "/order", { body: '{"orderID":"a\\u0000b"}' });
    assert.ok(cancel.status < 500 && !cancel.body.canceled?.length, cancel.text);
    for (const q of ["%ff%fe", "%ed%a0%80", "%c0%80", "%"])
      assert.ok((await wire.ask(`${spec.catalog}/public-search?q=${q}`)).status < 500, `a search for ${q}`);
  },
);

const titles = row(
  "what operators write is text that can be stored and shown",
  async ({ operate }) => {
    for (const title of ["a\u0000b", "a\ud800b", " ", "x".repeat(100_000)])
      badInput(
        await operate("/events", { title }),
        `a title ${JSON.stringify(title).slice(0, 20)}`,
        [400, 413],
      );
  },
  ["operator"],
);

const search = row(
  "text that is looked for is no pattern and no SQL",
  async ({ data, wire, spec, market }) => {
    const find = async (q: string): Promise<Reply> =>
      wire.ask(`${spec.catalog}/public-search?q=${encodeURIComponent(q)}`);
    for (const q of ["%", "_", "\\", "%\\", "' or 1=1 --", "';drop table orders;--", "a:*", "!", "("]) {
      const reply = await find(q);
      assert.ok(reply.status < 500, `${q}: ${reply.text}`);
      if (q === "%" || q === "_") assert.ok(!reply.text.includes(market.slug), `${q} finds everything`);
      accepted(await data(`/positions?user=${WALLET}&title=${encodeURIComponent(q)}`), `title ${q}`);
    }
    badInput(await data(`/positions?user=${WALLET}&title=${"x".repeat(101)}`), "a title of 101");
    assert.ok((await find("x".repeat(5_000))).status < 500);
    for (const order of ["1;drop table orders", "(select 1)", "id desc", "__proto__"]) {
      const sorted = encodeURIComponent(order);
      badInput(await wire.ask(`${spec.catalog}/markets?order=${sorted}`), `order ${order}`);
      badInput(await data(`/positions?user=${WALLET}&sortBy=${sorted}`), `sortBy ${order}`);
    }
    assert.notEqual((await wire.ask(`${spec.trading}/markets`)).status, 500);
  },
);

const paths = row("a path leads to an operation or to none", async ({ wire, spec }) => {
  for (const base of [spec.trading, spec.data, spec.catalog])
    for (const path of [
      "/markets/%00",
      "/markets/%2f%2f",
      "/..%2f..%2fetc%2fpasswd",
      "/../../../../etc/passwd",
      "/markets/../../package.json",
      "/%zz",
      "/markets/%E0%A4%A",
      "/events/abc",
      `/markets/${"x".repeat(20_000)}`,
      "/__proto__",
      "/docs/../../package.json",
    ]) {
      const reply = await wire.ask(base + path);
      badInput(reply, path.slice(0, 40), [400, 401, 404, 414]);
      assert.notEqual(reply.body, undefined, `${path.slice(0, 40)}: no JSON`);
    }
});

const methods = row("a method that is not there says which are", async ({ wire, spec }) => {
  for (const method of ["PUT", "PATCH", "TRACE"])
    refused(await wire.ask(`${spec.trading}/order`, { method }), method, [404, 405]);
});

/** Texts that give away the inside: stack traces, file names, SQL, paths. */
const INSIDE = [
  /\n\s+at /,
  /node_modules|node:internal/,
  /\.ts[:"]/,
  /\bselect\b.*\bfrom\b|\binsert into\b|syntax error at or near|PostgresError|ECONNREFUSED/i,
  /\/(src|home|root|tmp|dev\/shm)\//,
];

const inside = row("no answer was a fault, and none told of our inside", async ({ wire }) => {
  assert.ok(wire.answers.length > 100);
  for (const { asked, reply } of wire.answers) {
    assert.notEqual(reply.status, 500, `${asked}: ${reply.text}`);
    for (const told of INSIDE) assert.doesNotMatch(reply.text, told, asked);
  }
});

const output = row(
  "every answer is JSON, says so, and is not to be taken for anything else",
  async ({ wire }) => {
    for (const { asked, reply } of wire.answers) {
      const shown = `${asked}: ${reply.status} ${JSON.stringify(Object.fromEntries(reply.headers))}`;
      assert.equal(reply.headers.get("x-content-type-options"), "nosniff", shown);
      assert.ok(reply.headers.get("x-request-id"), shown);
      if (reply.status !== 204)
        assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8", shown);
      assert.doesNotMatch(reply.text, /\p{Cc}(?<![\n])/u, shown);
    }
  },
);

/** Last of all: they look at everything that was answered. */
export const ANSWER_ROWS: readonly Row[] = [inside, output];

export const INPUT_ROWS: readonly Row[] = [
  sizes,
  encodings,
  slow,
  json,
  duplicates,
  unknown,
  integers,
  numbers,
  texts,
  titles,
  search,
  paths,
  methods,
];
