/** Compression of answers: their kinds, their callers, and the number at once. */
import assert from "node:assert/strict";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { parseRanges } from "../../src/base/address-ranges.ts";
import { createSlotPool } from "../../src/base/slot-pool.ts";
import { createCompression } from "../../src/http/server/compression.ts";
import { lots } from "../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

type Raw = { readonly status: number; readonly headers: IncomingMessage["headers"]; readonly bytes: Buffer };

/** Asks without anything that a client would add or decode by itself. */
async function ask(url: string, accepts?: string, method = "GET"): Promise<Raw> {
  const headers = accepts === undefined ? {} : { "accept-encoding": accepts };
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { method, headers }, resolve).on("error", reject).end(),
  );
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes };
}

describe("an answer", () => {
  let exchange: ListeningExchange;
  let book = "";
  let status = "";

  before(async () => {
    exchange = await startListeningExchange();
    await exchange.list(testListing([{ name: "rain" }]));
    const account = walletOf("maker");
    await exchange.open(account, "100000");
    const owned = { address: account, owner: account, conditionId: hashOf("rain") };
    await exchange.submit({ type: "split", ...owned, lots: lots(100_000) });
    for (let cents = 1; cents <= 60; cents += 1) {
      const price = (cents / 100).toFixed(2);
      await exchange.place({ account, tokenId: tokenOf("rain yes"), side: "BUY", price, size: "7" });
    }
    book = `${exchange.addresses.spec.trading}/book?token_id=${tokenOf("rain yes")}`;
    status = `${exchange.addresses.spec.trading}/time`;
  });
  after(() => exchange.close());

  test("is compressed for who takes it, and the same", async () => {
    const plain = await ask(book);
    const packed = await ask(book, "gzip, deflate, br");
    assert.deepEqual([plain.status, packed.status], [200, 200]);
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(packed.headers["content-encoding"], "gzip");
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    assert.ok(packed.bytes.length * 3 < plain.bytes.length);
    assert.equal(Number(packed.headers["content-length"]), packed.bytes.length);
    for (const { headers } of [plain, packed]) assert.match(headers.vary ?? "", /accept-encoding/);
  });

  test("is as it was for who does not name gzip, or refuses it", async () => {
    for (const accepts of ["identity", "br", "*", "gzip;q=0", "gzip; q=0.000", "xgzip", "gzipx"])
      assert.equal((await ask(book, accepts)).headers["content-encoding"], undefined, accepts);
    for (const accepts of ["gzip", "br, gzip", "GZIP", "gzip;q=0.5", "br;q=1.0, gzip; q=0.8, *;q=0.1"])
      assert.equal((await ask(book, accepts)).headers["content-encoding"], "gzip", accepts);
  });

  test("is as it was where it is short, refused, or only its head is asked for", async () => {
    const short = await ask(status, "gzip");
    assert.deepEqual([short.headers["content-encoding"], short.headers.vary], [undefined, undefined]);
    const refused = await ask(book.replace("book", "boook"), "gzip");
    assert.deepEqual([refused.status, refused.headers["content-encoding"]], [404, undefined]);
    const head = await ask(book, "gzip", "HEAD");
    assert.deepEqual([head.status, head.headers["content-encoding"]], [200, undefined]);
  });

  test("of the page's scripts is the copy that the build compressed", async () => {
    const page = await fetch(exchange.addresses.web, { headers: { accept: "text/html" } });
    const [script] = /\/assets\/index-[^"]+\.js/.exec(await page.text()) ?? [];
    assert.ok(script !== undefined);
    const [plain, packed] = [
      await ask(exchange.addresses.web + script),
      await ask(exchange.addresses.web + script, "gzip"),
    ];
    assert.equal(packed.headers["content-encoding"], "gzip");
    assert.match(packed.headers["content-type"] ?? "", /javascript/);
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    assert.match(plain.headers.vary ?? "", /accept-encoding/);
    const packedBest = await ask(exchange.addresses.web + script, "gzip, br");
    assert.equal(packedBest.headers["content-encoding"], "br");
    assert.deepEqual(brotliDecompressSync(packedBest.bytes), plain.bytes);
  });
});

describe("compression", () => {
  let server: FastifyInstance;
  const LONG = "ab".repeat(10_000);
  /** A long answer whose length is known and whose end has not come. */
  const open: Readable[] = [];

  before(async () => {
    server = Fastify();
    const pools = {
      compressions: createSlotPool({ most: 5, ofAddress: 4 }),
      compressedStreams: createSlotPool({ most: 3, ofAddress: 2 }),
    };
    const onSend = createCompression({ trustedProxies: parseRanges("") }, pools);
    server.get("/long", { onSend }, () => LONG);
    server.get("/longer", { onSend }, () => LONG.repeat(50));
    server.get("/open", { onSend }, (_request, reply) => {
      const slow = new Readable({ read() {} });
      slow.push(LONG);
      open.push(slow);
      return reply.header("content-length", String(LONG.length)).send(slow);
    });
    await server.listen({ port: 0 });
  });
  after(() => server.close());

  const address = (path: string): string => server.listeningOrigin + path;

  const encodingOf = async (path: string): Promise<string | undefined> =>
    (await ask(address(path), "gzip")).headers["content-encoding"];

  test("is of two streams of an address at once, and others go as they are", async () => {
    const slow = [ask(address("/open"), "gzip"), ask(address("/open"), "gzip")];
    while (open.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const third = ask(address("/open"), "gzip");
    while (open.length < 3) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await encodingOf("/long"), "gzip", "whole answers do not wait for streams");
    for (const stream of open) stream.push(null);
    for (const { headers, bytes } of await Promise.all(slow)) {
      assert.equal(headers["content-encoding"], "gzip");
      assert.equal(String(gunzipSync(bytes)), LONG);
    }
    assert.equal((await third).headers["content-encoding"], undefined);
  });

  test("is of answers that a page asks for together, up to the limit of an address", async () => {
    const encodings = await Promise.all(["/long", "/long", "/long", "/long"].map(encodingOf));
    assert.deepEqual(encodings, ["gzip", "gzip", "gzip", "gzip"]);
    const many = await Promise.all(Array.from({ length: 100 }, () => encodingOf("/longer")));
    assert.deepEqual(new Set(many), new Set(["gzip", undefined]));
    assert.equal(await encodingOf("/long"), "gzip");
  });
});
