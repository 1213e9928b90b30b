/** Lists of markets by filters in a body, against the list by parameters. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MarketFilterBody } from "../../../src/http/catalog/markets/market-lists.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { bareListing, rainListing } from "./rich-listing.ts";
import { answered, assertBadValue, startCatalog } from "./world.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const listing of [
    rainListing(),
    bareListing(),
    testListing([{ name: "snow", id: "2001" }], { id: "903" }),
  ])
    await exchange.list(listing);
  await exchange.open(walletOf("maker"), "10000");
  const buy = { side: "BUY", price: "0.5", size: "10", account: walletOf("maker") } as const;
  await exchange.place({ ...buy, tokenId: tokenOf("snow yes") });
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("bare"), payout: [1, 0] });
});
after(() => exchange.close());

const FORMS = ["/markets/information", "/markets/abridged"] as const;
type Form = (typeof FORMS)[number];

async function ask(form: Form, body: unknown, query = "") {
  return answered(await exchange.post(form + query, body, "polymarket"), form, "polymarket");
}

/** Filters, each with the query that asks the same, and the ids of the markets that it leaves. */
const FILTERS: readonly (readonly [body: Record<string, unknown>, query: string, ids: string[]])[] = [
  [{ id: [1001, 2001] }, "id=1001&id=2001", ["1001", "2001"]],
  [{ slug: ["rain"] }, "slug=rain", ["1001"]],
  [{ closed: true }, "closed=true", ["1002"]],
  [{ clobTokenIds: [tokenOf("rain yes")] }, `clob_token_ids=${tokenOf("rain yes")}`, ["1001"]],
  [
    { conditionIds: [hashOf("snow").toUpperCase().replace("X", "x")] },
    `condition_ids=${hashOf("snow")}`,
    ["2001"],
  ],
  [{ liquidityNumMin: 1.5 }, "liquidity_num_min=1.5", ["2001"]],
  [{ liquidityNumMax: 0 }, "liquidity_num_max=0", ["1001", "1002"]],
  [{ volumeNumMin: 1 }, "volume_num_min=1", []],
  [{ volumeNumMax: 1, slug: ["rain"] }, "volume_num_max=1&slug=rain", ["1001"]],
  [{ startDateMin: "2020-01-01" }, "start_date_min=2020-01-01", ["1001"]],
  [{ startDateMax: "2027-01-01T00:00:00Z" }, "start_date_max=2027-01-01", ["1001"]],
  [{ endDateMin: "2020-01-01" }, "end_date_min=2020-01-01", ["1001"]],
  [{ endDateMax: "2028-01-01" }, "end_date_max=2028-01-01", ["1001"]],
  [{ tagId: 11 }, "tag_id=11", ["1001"]],
  [{ umaResolutionStatus: "resolved" }, "uma_resolution_status=resolved", ["1002"]],
];

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

void describe("markets by filters in a body", () => {
  for (const [body, query, ids] of FILTERS)
    void it(`${Object.keys(body).join()} chooses as ${query} does`, async () => {
      const listed = await exchange.get(`/markets?${query}`, "polymarket");
      assert.deepEqual(await ask("/markets/information", body), listed.body);
      assert.deepEqual(idsOf(listed.body), ids);
      assert.deepEqual(idsOf(await ask("/markets/abridged", body)), ids);
    });

  void it("know a filter for every field", () => {
    const known = new Set(FILTERS.flatMap(([body]) => Object.keys(body)));
    assert.deepEqual(
      Object.keys(MarketFilterBody.properties).filter((name) => !known.has(name)),
      ["relatedTags"],
    );
  });

  void it("are all markets without a filter, in pages and orders as the list", async () => {
    const nothing = {
      id: null,
      closed: null,
      volumeNumMin: null,
      startDateMin: null,
      tagId: null,
      relatedTags: true,
    };
    assert.deepEqual(idsOf(await ask("/markets/information", nothing)), ["1001", "1002", "2001"]);
    assert.deepEqual(idsOf(await ask("/markets/information", {}, "?order=id&limit=1&offset=1")), ["1002"]);
    assert.deepEqual(idsOf(await ask("/markets/abridged", {}, "?order=id&ascending=true&limit=1")), ["1001"]);
    assert.deepEqual(await ask("/markets/abridged", {}, `?creator=${walletOf("nobody")}`), []);
  });

  void it("are abridged without events, the place in them, texts and rewards", async () => {
    const [whole] = await ask("/markets/information", { slug: ["rain"] });
    const { description, resolutionSource, clobRewards, events, groupItemThreshold, ...record } = whole;
    for (const part of [description, resolutionSource, clobRewards, events, groupItemThreshold])
      assert.ok(part.length > 0);
    assert.deepEqual(await ask("/markets/abridged", { slug: ["rain"] }), [record]);
  });

  void it("are refused by fields that there are not, and by values that cannot be used", async () => {
    for (const form of FORMS) {
      const refused = async (body: unknown, error: RegExp | string): Promise<void> => {
        const reply = await exchange.post(form, body, "polymarket");
        assert.equal(reply.status, 422, reply.text);
        assert.match(reply.body.error, typeof error === "string" ? new RegExp(`^${error}$`) : error);
      };
      await refused({ cyom: true }, /expected no field but id, .* got "cyom"/);
      await refused({ closed: "yes" }, /closed: expected .* got "yes"/);
      await refused({ volumeNumMin: -1 }, /volumeNumMin/);
      await refused({ volumeNumMin: 1e-9 }, "volumeNumMin is invalid");
      await refused({ endDateMax: "soon" }, "endDateMax is invalid");
      await refused([], /body: expected/);
      const byOrder = await exchange.post(`${form}?order=nope`, {}, "polymarket");
      assertBadValue(byOrder, "order fields are not valid", "polymarket");
      for (const dialect of ["spec", "kuest"] as const)
        assert.equal((await exchange.post(form, {}, dialect)).status, 405);
    }
  });
});
