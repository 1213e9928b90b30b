/** The story of a wallet in markets of both versions of Polymarket's protocol, and the mistakes that clients make. */
import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import { applyEvent } from "../../../src/core/events/apply.ts";
import { createExchange, decide } from "../../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../../src/core/limits.ts";
import { pickTerms } from "../../../src/core/markets/market-terms.ts";
import { listPositionIds } from "../../../src/core/markets/market-version.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import { computeProtocolV2Ids } from "../../../src/signing/orders/position-ids.ts";
import { hashOf, positionsOf, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

const EVENT = hashOf("lantern event");
const STREETS = [0, 1, 2].map((index) =>
  computeProtocolV2Ids({ module: "negative-risk", source: EVENT, index }),
);

before(async () => {
  ({ exchange, ann, ben } = await startTraders({ PRESAGE_AUTO_REDEEM: "false" }));
  const streets = STREETS.map((ids, index) => ({ name: `street ${index}`, negativeRisk: true, ...ids }));
  const event = { id: "8", slug: "lanterns", ticker: "lanterns", negativeRisk: true };
  await exchange.list(testListing(streets, { ...event, negativeRiskMarketId: EVENT }));
  await exchange.list(
    testListing([{ name: "old twin" }, { name: "new twin", version: "v2" }], {
      id: "9",
      slug: "twins",
      ticker: "twins",
    }),
  );
});
after(() => exchange.close());

const KINDS = {
  v1: {
    conditionId: hashOf("old twin"),
    forms: [hashOf("old twin")],
    tokenIds: [tokenOf("old twin yes"), tokenOf("old twin no")] as const,
    domain: "polymarket-v2-137",
    asset: "CONDITIONAL",
  },
  v2: {
    conditionId: positionsOf("new twin").conditionId,
    forms: [positionsOf("new twin").conditionId, positionsOf("new twin").conditionId.slice(0, -2)],
    tokenIds: positionsOf("new twin").tokenIds,
    domain: "polymarket-v3-137",
    asset: "CONDITIONAL-V2",
  },
};

for (const [version, { conditionId, forms, tokenIds, domain, asset }] of Object.entries(KINDS)) {
  const [yes, no] = tokenIds;
  const balance = async (trader: Trader, token: string) =>
    (await trader.request("GET", `/balance-allowance?asset_type=${asset}&token_id=${token}`)).body.balance;

  test(`${version}: place, fill, split, merge, resolve and redeem`, async () => {
    const bid = { tokenId: yes, side: "BUY", price: "0.4", size: "10", domain } as const;
    assert.equal((await ann.place(bid)).body.status, "live");
    const crossing = { tokenId: no, side: "BUY", price: "0.6", size: "10", domain } as const;
    assert.equal((await ben.place(crossing)).body.status, "matched");
    assert.deepEqual([await balance(ann, yes), await balance(ben, no)], ["10000000", "10000000"]);
    for (const [index, form] of forms.entries()) {
      const split = await ann.request("POST", "/positions/split", {
        body: { conditionId: form, amount: `${index + 1}` },
      });
      assert.deepEqual([split.status, split.body.condition_id], [200, conditionId], split.text);
      const merged = await ann.request("POST", "/positions/merge", {
        body: { condition_id: form, amount: `${index + 1}` },
      });
      assert.deepEqual([merged.status, merged.body.condition_id], [200, conditionId], merged.text);
      const resting = { tokenId: yes, side: "BUY", price: "0.1", size: "5", domain } as const;
      const placed = await ann.place(resting);
      const listed = await ann.request("GET", `/data/orders?market=${form}`);
      assert.deepEqual(
        listed.body.data.map(({ id, market }: { id: string; market: string }) => [id, market]),
        [[placed.body.orderID, conditionId]],
      );
      const canceled = await ann.request("DELETE", "/cancel-market-orders", { body: { market: form } });
      assert.deepEqual(canceled.body.canceled, [placed.body.orderID], canceled.text);
    }
    await exchange.submit({ type: "resolve-market", conditionId, payout: [1, 0] });
    const redeemed = await ann.request("POST", "/positions/redeem", { body: { conditionId: forms.at(-1) } });
    const lost = await ben.request("POST", "/positions/redeem", { body: { conditionId: forms.at(-1) } });
    assert.deepEqual([redeemed.body.paid, lost.body.paid], ["10", "0"], redeemed.text + lost.text);
  });
}

test("NO shares of a negative-risk event of Protocol V2 convert, named in either form", async () => {
  const [first, second, third] = STREETS.map(({ conditionId }) => conditionId);
  for (const conditionId of [first, second])
    await ben.request("POST", "/positions/split", { body: { conditionId, amount: "4" } });
  const body = { conditionIds: [first?.slice(0, -2), second], amount: "3" };
  const converted = await ben.request("POST", "/positions/convert", { body });
  assert.deepEqual([converted.body.paid, converted.body.received], ["3", [third]], converted.text);
});

describe("an order signed for the exchange of the other version", () => {
  const river = positionsOf("river");
  const cases = [
    {
      tokenId: tokenOf("rain yes"),
      domain: "polymarket-v3-137",
      says: /Conditional Tokens.*polymarket-v2-137/,
    },
    { tokenId: tokenOf("neg yes"), domain: "polymarket-v3-80002", says: /Conditional Tokens/ },
    { tokenId: river.tokenIds[0], domain: "polymarket-v2-137", says: /Protocol V2.*"3".*polymarket-v3-137/ },
    { tokenId: river.tokenIds[1], domain: "polymarket-v2-137-neg", says: /Protocol V2.*"3"/ },
    { tokenId: river.tokenIds[1], domain: "kuest-v2-august-137", says: /Protocol V2.*"3"/ },
  ];
  for (const { tokenId, domain, says } of cases)
    for (const signatureType of [0, 3] as const)
      for (const dialect of DIALECTS)
        it(`${domain}, type ${signatureType}, in the ${dialect} dialect`, async () => {
          const maker = signatureType === 3 ? { maker: `0x${"7".repeat(40)}` } : {};
          const terms = { tokenId, side: "BUY", price: "0.01", domain, signatureType, ...maker } as const;
          const reply = await ann.place(terms, { dialect });
          assert.equal(reply.body.code, "unsupported_contract", reply.text);
          assert.match(reply.body.hint, says);
        });
});

test("the asset type of a balance is that of the market's version", async () => {
  const [yes = ""] = positionsOf("river").tokenIds;
  for (const [asset, token, expected] of [
    ["CONDITIONAL", yes, "CONDITIONAL-V2 for a token of a v2 market, got CONDITIONAL"],
    ["CONDITIONAL-V2", tokenOf("rain yes"), "CONDITIONAL for a token of a v1 market, got CONDITIONAL-V2"],
  ] as const) {
    const reply = await ann.request("GET", `/balance-allowance?asset_type=${asset}&token_id=${token}`);
    assertRefused(reply, { status: 400, code: "invalid_payload", error: reply.body.error });
    assert.equal(reply.body.hint, `asset_type: expected ${expected}`);
  }
  const loose = { dialect: "polymarket" } as const;
  for (const spelling of ["CONDITIONAL_V2", "conditional-v2", "conditionalv2"]) {
    const path = `/balance-allowance?asset_type=${spelling}&token_id=`;
    const [right, wrong] = [
      await ann.request("GET", path + yes, loose),
      await ann.request("GET", path + tokenOf("rain yes"), loose),
    ];
    const live = await ann.request(
      "GET",
      `/balance-allowance?asset_type=CONDITIONAL-V2&token_id=${yes}`,
      loose,
    );
    assert.deepEqual([right.status, right.body], [200, live.body], "one answer for all spellings");
    assert.match(wrong.body.hint, /got CONDITIONAL-V2$/, "the name as it is described");
    const spec = await ann.request("GET", path + yes);
    assert.match(
      spec.body.hint,
      new RegExp(`^asset_type: expected .*got "${spelling}"; nearest: CONDITIONAL-V2$`),
    );
  }
  const spenders = async (query: string) =>
    Object.keys((await ann.request("GET", `/balance-allowance?${query}`)).body.allowances);
  const v3 = ["0xe3333700cA9d93003F00f0F71f8515005F6c00Aa", "0x9fE6e61422AdB6F610d8597F9684b16912D50C3D"];
  assert.deepEqual((await spenders(`asset_type=CONDITIONAL-V2&token_id=${yes}`)).toSorted(), v3.toSorted());
  const old = await spenders(`asset_type=CONDITIONAL&token_id=${tokenOf("rain yes")}`);
  assert.deepEqual(
    old.filter((one) => v3.includes(one)),
    [],
  );
  const all = await spenders("asset_type=COLLATERAL");
  assert.deepEqual(new Set(all), new Set([...old, ...v3]));
});

describe("a listing whose ids contradict its version", () => {
  const [yes, no] = positionsOf("brook").tokenIds;
  const { conditionId } = positionsOf("brook");
  const street = { name: "street 3", negativeRisk: true };
  const cases = {
    "position ids in a market of the Conditional Tokens": {
      market: { name: "brook", tokenIds: [yes, no] as const },
      says: /has the form of Protocol V2, its condition has not/,
    },
    "position ids of another condition": {
      market: { name: "brook", conditionId, tokenIds: listPositionIds(positionsOf("pond").conditionId) },
      says: /are not the position ids of its condition/,
    },
    "the module of negative risk in a market without it": {
      market: {
        name: "brook",
        ...computeProtocolV2Ids({ module: "negative-risk", source: EVENT, index: 9 }),
      },
      says: /the module in its condition id is 2, of markets with negative risk only/,
    },
    "a market of the Conditional Tokens in a negative-risk event of Protocol V2": {
      market: street,
      event: { id: "8", slug: "lanterns", ticker: "lanterns", negativeRisk: true },
      says: /^market "Will street 3 happen\?": .* have one version/,
    },
  };
  for (const [name, { market, says, ...given }] of Object.entries(cases))
    it(`is refused: ${name}`, async () => {
      const event = "event" in given ? given.event : { id: "10", slug: "brooks", ticker: "brooks" };
      const listing = testListing([market], event);
      const outcome = await exchange.context.engine.submit({ type: "list", listing });
      assert.ok(outcome.type === "rejected", outcome.type);
      assert.equal(outcome.rejection.code, "listing_conflict");
      assert.match(outcome.rejection.hint, says);
    });
});

test("a market whose module contradicts it is refused when new, and changes when a journal has it", () => {
  const conditionId = positionsOf("brook").conditionId.replace("0x01", "0x03");
  const market = { name: "brook", conditionId, tokenIds: listPositionIds(conditionId) };
  const core = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  const listing = testListing([market]);
  const refused = decide(core, { type: "list", listing }, 1);
  assert.match(isRejection(refused) ? refused.hint : "", /the module in its condition id is 3/);
  const markets = listing.markets.map((terms) => ({
    no: 1,
    status: "active" as const,
    ...pickTerms(terms),
    payout: undefined,
  }));
  applyEvent(core, { type: "listed", listing, markets }, 1);
  const edited = testListing([{ ...market, description: "Resolves as the brook does." }]);
  assert.ok(!isRejection(decide(core, { type: "list", listing: edited }, 2)));
  const exclusive = testListing([{ ...market, negativeRisk: true }]);
  assert.ok(isRejection(decide(core, { type: "list", listing: exclusive }, 2)));
});
