/** GET /markets/{market}/holders on the operator's address: open interest, and the largest holders of each outcome. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const WALLETS = ["ann", "bob", "cid"].map(walletOf);

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(testListing([{ name: "rain" }, { name: "draft", active: false }]));
  for (const [index, address] of WALLETS.entries()) {
    await exchange.open(address, "1000");
    const size = lots(1000 * (index + 1));
    await exchange.submit({
      type: "split",
      address,
      owner: address,
      conditionId: hashOf("rain"),
      lots: size,
    });
  }
});
after(() => exchange.close());

const read = (market: string, query = "") => exchange.done("GET", `/markets/${market}/holders${query}`);

test("the largest holders of each outcome come first, and a limit cuts both lists", async () => {
  const { openInterest, outcomes } = await read(hashOf("rain"));
  assert.equal(openInterest, "60");
  const expected = WALLETS.map((address, index) => ({
    address,
    name: "",
    shares: String(10 * (index + 1)),
  })).reverse();
  assert.deepEqual(outcomes, [
    { outcome: "Yes", holders: expected },
    { outcome: "No", holders: expected },
  ]);
  const cut = await read(hashOf("rain"), "?limit=1");
  assert.deepEqual(cut.outcomes[1].holders, expected.slice(0, 1));
});

test("a draft has no holders and no open interest", async () => {
  const { openInterest, outcomes } = await read(hashOf("draft"));
  assert.deepEqual([openInterest, outcomes.map((one: { holders: [] }) => one.holders)], ["0", [[], []]]);
});

test("an unknown market is refused", async () => {
  for (const market of [hashOf("unlisted"), "no-such-slug"])
    assert.equal(
      (await exchange.call("admin", "GET", `/markets/${market}/holders`)).body.code,
      "unknown_market",
    );
});
