import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { DIALECTS, startCatalog } from "./world.ts";
import { rainListing } from "./rich-listing.ts";

/** Seconds for which each operation's answer may be kept. */
const LIFETIMES: readonly [path: string, seconds: number][] = [
  ["/events", 2],
  ["/events/keyset", 2],
  ["/events/pagination", 2],
  ["/cards", 2],
  ["/events/901", 2],
  ["/events/slug/rain-in-2026", 2],
  ["/events/901/tags", 60],
  ["/markets", 2],
  ["/markets/keyset", 2],
  ["/markets/1001", 2],
  ["/markets/slug/rain", 2],
  ["/markets/1001/description", 2],
  ["/markets/1001/tags", 60],
  ["/tags", 60],
  ["/tags/11", 60],
  ["/tags/slug/weather", 60],
  ["/series", 2],
  ["/series/21", 2],
  ["/series/slug/rain-years", 2],
  ["/public-search?q=rain", 2],
];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(rainListing());
  for (const name of ["maker", "taker"]) await exchange.open(walletOf(name), "1000");
});
after(() => exchange.close());

const tagOf = ({ headers }: Reply): string => headers.get("etag") ?? "";

void describe("An answer of the catalog", () => {
  void it("says for how long it may be kept, and is not sent again to who has it", async () => {
    for (const dialect of DIALECTS) {
      for (const [path, seconds] of LIFETIMES) {
        const reply = await exchange.get(path, dialect);
        assert.equal(reply.headers.get("cache-control"), `public, max-age=${seconds}`, path);
        assert.match(tagOf(reply), /^W\/"[^"]+"$/);
        const again = await exchange.send(path, { headers: { "if-none-match": tagOf(reply) } }, dialect);
        assert.deepEqual([again.status, again.text, tagOf(again)], [304, "", tagOf(reply)]);
      }
    }
  });

  /** Asks as a client that holds an answer and wants to know: 200 with a new tag when it has changed. */
  const revalidate = async (path: string, held: Reply, dialect: (typeof DIALECTS)[number]) => {
    const headers = { "cache-control": "no-cache", "if-none-match": tagOf(held) };
    const reply = await exchange.send(path, { headers }, dialect);
    assert.equal(reply.status, 200, path);
    assert.notEqual(tagOf(reply), tagOf(held));
    return reply.body;
  };

  void it("shows at once what was listed, traded, and resolved", async () => {
    const paths = ["/markets/1001", "/events", "/events/901", "/markets"];
    const seen = async () => {
      const replies = await Promise.all(paths.map((path) => exchange.get(path, "polymarket")));
      return new Map(paths.map((path, index) => [path, replies[index]!]));
    };

    let held = await seen();
    const orders = { tokenId: tokenOf("rain yes"), price: "0.25", size: "40" };
    await exchange.place({ ...orders, account: walletOf("maker"), side: "BUY" });
    for (const path of paths) await revalidate(path, held.get(path)!, "polymarket");

    held = await seen();
    const match = { tokenId: tokenOf("rain no"), price: "0.75", size: "10", account: walletOf("taker") };
    await exchange.place({ ...match, side: "BUY" });
    for (const path of paths) await revalidate(path, held.get(path)!, "polymarket");

    held = await seen();
    await exchange.list(
      testListing([{ name: "snow", id: "1003" }], { id: "903", slug: "snow", ticker: "snow" }),
    );
    assert.equal((await revalidate("/events", held.get("/events")!, "polymarket")).length, 2);
    assert.equal((await revalidate("/markets", held.get("/markets")!, "polymarket")).length, 2);

    held = await seen();
    await exchange.submit({ type: "pause-market", conditionId: hashOf("rain") });
    for (const path of paths) await revalidate(path, held.get(path)!, "polymarket");

    const plain = await exchange.get("/markets/1001");
    await exchange.submit({ type: "resolve-market", conditionId: hashOf("rain"), payout: [1, 0] });
    assert.equal((await revalidate("/markets/1001", plain, "spec")).closed, true);
    assert.equal((await exchange.get("/events?closed=true")).body.length, 1);
  });

  void it("shows a listing's change at once", async () => {
    const held = await exchange.get("/events/903");
    const renamed = { id: "903", slug: "snow", ticker: "snow", title: "Snow, renamed" };
    await exchange.list(testListing([{ name: "snow", id: "1003", question: "Will it snow?" }], renamed));
    const { title, markets } = await revalidate("/events/903", held, "spec");
    assert.deepEqual([title, markets[0].question], ["Snow, renamed", "Will it snow?"]);
  });
});
