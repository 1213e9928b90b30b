/** Addresses of the live channels, and the effect of a restart on subscribers of a market. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectTo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { testListing, tokenOf } from "../support/exchange.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { connect, refusedConnection } from "./live-client.ts";
import { createLocalBooks } from "./local-book.ts";
import { startHere } from "../support/start-here.ts";

void describe("the live channels", () => {
  let exchange: ListeningExchange;
  const YES = tokenOf("rain yes");

  before(async () => {
    exchange = await startListeningExchange();
    await exchange.list(testListing([{ name: "rain" }]));
  });

  after(() => exchange.close());

  void it("are on every dialect's trading address, and on the one port", async () => {
    const { addresses } = exchange;
    const bases = DIALECTS.flatMap((dialect) => [
      addresses[dialect]?.trading ?? "",
      `${addresses.web}/${dialect}/trading`,
    ]);
    for (const base of bases) {
      const client = await connect(base);
      client.send({ type: "market", assets_ids: [YES] });
      const [book] = [await client.next()].flat();
      assert.deepEqual([book.event_type, book.asset_id], ["book", YES]);
      await client.end();
      for (const path of ["", "/", "/ws/user", "/ws/user/", "/ws/market/"])
        await (await connect(base, path)).end();
    }
  });

  void it("are nowhere else", async () => {
    const { spec, admin, web } = exchange.addresses;
    for (const base of [spec.data, spec.catalog, admin]) {
      const { status, body } = await refusedConnection(base);
      // Data and catalog have errors without codes.
      assert.deepEqual([status, body.code], [404, base === admin ? "unknown_channel" : undefined]);
    }
    for (const path of [
      "",
      "/ws/market",
      "/spec/ws/market",
      "/spec/data/ws/market",
      "/spec/tradingx/ws/market",
    ])
      assert.equal((await refusedConnection(web, path)).status, 404);
    const { body } = await refusedConnection(web, "/ws/market");
    assert.match(body.hint, /^expected .*\/kuest\/trading\/ws\/market.*, got "\/ws\/market"$/);
    const misspelt = await refusedConnection(spec.trading, "/ws/markets");
    assert.match(misspelt.body.hint, /, got "\/ws\/markets"; nearest: \/ws\/market$/);
  });

  void it("are not opened before the answers to requests that came earlier on the connection", async () => {
    const { port } = new URL(exchange.addresses.spec.trading);
    const socket = connectTo(Number(port), "127.0.0.1");
    const ask = (target: string, ...lines: string[]): string =>
      [`GET ${target} HTTP/1.1`, "host: x", ...lines, "", ""].join("\r\n");
    const upgrade = ask(
      "/ws/market",
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      `sec-websocket-key: ${Buffer.alloc(16).toString("base64")}`,
    );
    socket.write(ask("/markets") + ask("/time") + upgrade + ask("/time"));
    const answers = await text(socket);
    assert.deepEqual(
      [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ["200", "200", "426"],
    );
    assert.match(answers, /connect after the answer to the request before on this connection/);
    const alone = connectTo(Number(port), "127.0.0.1");
    alone.write(ask("/time"));
    await once(alone, "data");
    alone.write(upgrade);
    const [switched] = await once(alone, "data");
    assert.match(String(switched), /^HTTP\/1\.1 101 /);
    alone.destroy();
  });
});

void describe("a restart", () => {
  let directories: DataDirectories;
  before(async () => {
    directories = await prepareDataDirectories();
  });
  after(() => directories.close());

  void it("ends connections, and begins other streams", async (test) => {
    const directory = directories.create();
    const first = await startHere(test, directory);
    const token = await firstToken(first.addresses.spec.trading);
    const books = createLocalBooks({ askFor: () => {} });
    const client = await connect(first.addresses.spec.trading);
    client.send({ type: "market", assets_ids: [token] });
    books.apply(await client.event("book"));
    const { streamId } = books.find(token)!;
    await first.stop();
    assert.equal((await client.closed).code, 1012);

    const second = await startHere(test, directory);
    const again = await connect(second.addresses.spec.trading);
    again.send({ type: "market", assets_ids: [token] });
    const book = await again.event("book");
    assert.notEqual(book.stream_id, streamId);
    books.apply({
      event_type: "heartbeat",
      streams: [{ stream_id: book.stream_id, sequence: book.sequence }],
    });
    assert.equal(books.find(token), undefined);
    books.apply(book);
    assert.equal(books.find(token)?.streamId, book.stream_id);
    await again.end();
    await second.stop();
  });
});

async function firstToken(url: string): Promise<string> {
  const reply = await fetch(`${url}/markets`);
  const { data } = JSON.parse(await reply.text());
  return data[0].tokens[0].token_id;
}
