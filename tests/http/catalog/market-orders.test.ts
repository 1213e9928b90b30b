/** Orders of markets and found events by prices, and by how these changed in the last day. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { startCatalog } from "./world.ts";

const MARKETS = ["rises", "falls", "stays", "blank", "fresh", "rose"];
const HOUR_MS = 3_600_000;

let exchange: TestExchange;

/** Bids for one of the outcomes. */
const bid = (token: string, price: string): Promise<string> =>
  exchange.place({
    account: walletOf("maker"),
    tokenId: tokenOf(token),
    side: "BUY",
    price,
    size: "10",
  });

before(async () => {
  exchange = await startCatalog();
  for (const [index, name] of MARKETS.entries()) {
    const event = { id: String(index + 1), slug: `${name}-price`, title: `The price ${name}` };
    await exchange.list(testListing([{ name, id: String(index + 1) }], event));
  }
  await exchange.open(walletOf("maker"), "10000");
  for (const name of ["rises", "falls", "stays", "rose"])
    for (const outcome of ["yes", "no"]) await bid(`${name} ${outcome}`, "0.4");
  await exchange.wait(HOUR_MS);
  await bid("rose yes", "0.55");
  await exchange.wait(30 * HOUR_MS);
  await bid("rises yes", "0.55");
  await bid("falls no", "0.5");
  for (const outcome of ["yes", "no"]) await bid(`fresh ${outcome}`, "0.3");
  await exchange.wait(HOUR_MS);
});
after(() => exchange.close());

const slugsAt = async (path: string): Promise<string> => {
  const { body, text } = await exchange.get(path);
  const rows: { slug: string }[] = body.events ?? body;
  assert.ok(Array.isArray(rows), text);
  return rows.map(({ slug }) => slug.replace("-price", "")).join(" ");
};

const ROWS: readonly [path: string, slugs: string][] = [
  ["/markets?order=oneDayPriceChange", "rises rose fresh blank stays falls"],
  ["/markets?order=oneDayPriceChange&ascending=true", "falls stays blank fresh rose rises"],
  ["/markets?order=oneDayPriceChange&limit=2&offset=4", "stays falls"],
  ["/events?order=oneDayPriceChange", "rises falls rose fresh blank stays"],
  ["/events?order=oneDayPriceChange&ascending=true", "stays blank fresh rose falls rises"],
  ["/markets?order=spread&ascending=true", "rises rose falls stays fresh blank"],
  ["/markets?order=competitive", "fresh stays falls rose rises blank"],
  ["/events?order=competitive", "fresh stays falls rose rises blank"],
  ["/public-search?q=price&sort=competitive", "stays fresh falls rises rose blank"],
];

void describe("Orders by prices", () => {
  for (const [path, slugs] of ROWS)
    void it(`${path} has ${slugs}`, async () => assert.equal(await slugsAt(path), slugs));

  void it("has what was resolved last first", async () => {
    for (const name of ["blank", "falls"]) {
      await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout: [1, 0] });
      await exchange.wait(HOUR_MS);
    }
    const expected = "falls blank rose fresh stays rises";
    assert.equal(await slugsAt("/markets?order=closedTime"), expected);
    assert.equal(await slugsAt("/events?order=closedTime"), expected);
    assert.equal(
      await slugsAt("/public-search?q=price&sort=closed_time"),
      "falls blank rises stays fresh rose",
    );
  });
});
