/** The house's accounts in data: named wherever a wallet has a name, and listed so that analysts can leave them out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encodeDetails } from "../../../src/core/events/audit-actions.ts";
import { lots, micros, ticks } from "../../../src/core/units.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { dataErrorFormat } from "../../../src/http/data/refusal.ts";
import { listTradeEvents } from "../../../src/http/trading/trades/live-activity.ts";
import {
  hashOf,
  START_AT,
  startTestExchange,
  testListing,
  tokenOf,
  walletOf,
} from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS } from "./world.ts";

const RAIN = hashOf("rain");
const ANN = walletOf("ann");

let exchange: TestExchange;
let house: string;

before(async () => {
  exchange = await startTestExchange({
    endpoints: [...dataEndpoints, ...listTradeEvents],
    form: dataErrorFormat,
  });
  await exchange.list(testListing([{ name: "rain" }]));
  await exchange.open(ANN, "1000");
  house = exchange.context.house.walletOf(RAIN, 1).address;
  await operate("start-house-maker");
  // The house closes a position at a profit, and then holds shares of the other outcome.
  await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId: RAIN, lots: lots(10_000) });
  await trade("yes", { seller: ANN, buyer: house, price: "0.4" });
  await trade("yes", { seller: house, buyer: ANN, price: "0.6" });
  await trade("no", { seller: ANN, buyer: house, price: "0.5" });
});
after(() => exchange.close());

async function operate(action: "start-house-maker" | "stop-house-maker"): Promise<void> {
  const [budget, maximumLoss] = [micros(500_000_000), micros(100_000_000)];
  const run = {
    kind: "lmsr",
    budget,
    maximumLoss,
    startPrice: ticks(5_000),
    levels: 10,
    run: 1,
    address: house,
  } as const;
  await exchange.submit({
    type: "operate",
    operator: "admin",
    action,
    subject: RAIN,
    reason: "a test",
    details: encodeDetails("start-house-maker", run),
    command:
      action === "start-house-maker"
        ? { type: "open-account", address: house, owner: house, credit: budget }
        : undefined,
  });
}

type Trade = { readonly seller: string; readonly buyer: string; readonly price: string };

/** Trades 50 shares, of which the seller rests. */
async function trade(outcome: "yes" | "no", { seller, buyer, price }: Trade): Promise<void> {
  const order = { tokenId: tokenOf(`rain ${outcome}`), price, size: "50" };
  await exchange.place({ ...order, account: seller, side: "SELL" });
  await exchange.place({ ...order, account: buyer, side: "BUY" });
}

type Named = { readonly wallet: string; readonly names: readonly unknown[] };

/** Lists the wallets of an answer with the names beside them. */
function namedIn(value: unknown): Named[] {
  if (typeof value !== "object" || value === null) return [];
  const record: { readonly [key: string]: unknown } = { ...value };
  const wallet = ["proxyWallet", "proxy_wallet", "user_id", "address"]
    .map((key) => record[key])
    .find(Boolean);
  const names = ["name", "userName", "user_name", "username"].flatMap((key) =>
    Object.hasOwn(record, key) ? [record[key]] : [],
  );
  const own = typeof wallet === "string" && names.length > 0 ? [{ wallet: wallet.toLowerCase(), names }] : [];
  return [...own, ...Object.values(value).flatMap(namedIn)];
}

const ASKED: readonly (readonly [path: string, only?: "polymarket" | "kuest"])[] = [
  ["/activity?user=HOUSE"],
  ["/trades?takerOnly=false"],
  [`/holders?market=${RAIN}`],
  [`/v1/market-positions?market=${RAIN}`, "polymarket"],
  ["/v1/leaderboard?timePeriod=ALL"],
  ["/v1/biggest-winners?timePeriod=all", "kuest"],
  ["/v2/positions?user=HOUSE", "polymarket"],
  ["/v2/activity?user=HOUSE", "polymarket"],
  ["/v2/trades?user=HOUSE", "polymarket"],
  [`/v2/holders?condition_id=${RAIN}`, "polymarket"],
  ["/v2/leaderboard?time_period=all", "polymarket"],
  ["/v2/leaderboard?time_period=all&user=HOUSE", "polymarket"],
  ["/markets/live-activity/" + RAIN],
];

for (const [path, only] of ASKED)
  test(`names the house in GET ${path.replace(RAIN, "ID")}`, async () => {
    const reply = await exchange.get(path.replace("HOUSE", house), only ?? "spec");
    assert.equal(reply.status, 200, reply.text);
    const named = namedIn(reply.body);
    for (const { wallet, names } of named)
      for (const name of names) assert.equal(name, wallet === house ? "House" : "", wallet);
    assert.ok(
      named.some(({ wallet }) => wallet === house),
      reply.text,
    );
  });

test("lists its accounts with their markets, those that were stopped too", async () => {
  const account = { proxyWallet: house, name: "House", conditionId: RAIN, startedAt: START_AT / 1_000 };
  for (const dialect of DIALECTS)
    assert.deepEqual(answered(await exchange.get("/house", dialect), "/house", dialect), [
      { ...account, stoppedAt: null },
    ]);
  exchange.clock.now += 60_000;
  await operate("stop-house-maker");
  const listed = await exchange.get("/house");
  assert.deepEqual(listed.body, [{ ...account, stoppedAt: START_AT / 1_000 + 60 }]);
});
