/** Open interest and volumes where there is little to tell; random histories of them are in tests/reads. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, testListing } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startData } from "./world.ts";

const NAMES = ["rain", "snow"];
const IDS = NAMES.map(hashOf);
const NONE = hashOf("no market");
const zeroOf = (market: string) => ({ market, value: 0 });

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  const markets = NAMES.map((name) => ({ name }));
  await exchange.list(testListing(markets, { id: "11" }));
});
after(() => exchange?.close());

async function read(path: string, dialect: "spec" | "polymarket" = "spec"): Promise<unknown> {
  const { pathname } = new URL(path, "http://presage.test");
  return answered(await exchange.get(path, dialect), pathname, dialect);
}

void describe("GET /oi and /live-volume", () => {
  void it("are zero before anything happened", async () => {
    assert.deepEqual(await read("/oi"), [zeroOf("GLOBAL")]);
    assert.deepEqual(await read(`/oi?market=${IDS.join(",")}`), IDS.map(zeroOf));
    const none = [{ total: 0, markets: IDS.map(zeroOf) }];
    assert.deepEqual(await read(`/live-volume?market=${IDS.join(",")}`), none);
    assert.deepEqual(await read("/live-volume?id=11", "polymarket"), none);
  });

  void it("leave out markets that there are not, and repeat none", async () => {
    const [first = "", second = ""] = IDS;
    const asked = [second.toUpperCase().replace("0X", "0x"), NONE, first, second].join(",");
    assert.deepEqual(await read(`/oi?market=${asked}`), [zeroOf(second), zeroOf(first)]);
    const shown = { total: 0, markets: [zeroOf(second), zeroOf(first)] };
    assert.deepEqual(await read(`/live-volume?market=${asked}`), [shown]);
    assert.deepEqual(await read(`/oi?market=${NONE}`), []);
    assert.deepEqual(await read(`/live-volume?market=${NONE}`), [{ total: 0, markets: [] }]);
    assert.deepEqual(await read("/live-volume?id=999", "polymarket"), [{ total: 0, markets: [] }]);
  });
});
