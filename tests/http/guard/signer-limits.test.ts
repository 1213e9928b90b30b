/** The limits of signers at Polymarket's address: two buckets by tier, what each request costs, headers, and warnings. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAllowances } from "../../../src/http/guard/allowances.ts";
import { cancelAll } from "../../../src/http/trading/orders/cancels.ts";
import type { ActiveKey } from "../../../src/store/keys/api-keys.ts";
import { micros } from "../../../src/core/units.ts";
import { createSignerLimits, TIERS, tierOfVolume } from "../../../src/http/guard/signer-limits.ts";
import { requestsTo, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";

const YES = tokenOf("rain yes");
const DIALECT = { dialect: "polymarket" } as const;
const HOURS_MS = 3_600_000;

let exchange: ListeningExchange;
let lenient: ListeningExchange;

before(async () => {
  exchange = await startListeningExchange();
  lenient = await startListeningExchange({ PRESAGE_STRICTNESS: "live,-signer-limits" });
  for (const each of [exchange, lenient]) await each.list(testListing([{ name: "rain" }]));
});
after(async () => {
  await exchange.close();
  await lenient.close();
});

const newTrader = (name: string, of: ListeningExchange = exchange): Promise<Trader> => {
  const { spec, polymarket, kuest } = of.addresses;
  const { send } = requestsTo({
    spec: spec.trading,
    polymarket: polymarket!.trading,
    kuest: kuest!.trading,
  });
  return createTrader({ clock: of.clock, send }, name);
};

const idsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(64, "0")}`);

const cancelMany = (trader: Trader, count: number): Promise<Reply> =>
  trader.request("DELETE", "/orders", { ...DIALECT, body: idsOf(count) });

const placeMany = (trader: Trader, count: number): Promise<Reply> =>
  trader.request("POST", "/orders", {
    ...DIALECT,
    body: Array.from({ length: count }, () => "no order"),
  });

const headersOf = ({ headers }: Reply) =>
  ["remaining", "tier", "warning"].map((name) => headers.get(`poly-ratelimit-${name}`));

describe("the tiers", () => {
  it("are as Polymarket publishes them", () => {
    assert.deepEqual(
      TIERS.map(({ name, volume, orders, cancels, mayOwe }) =>
        [name, volume, orders.perSecond, orders.burst, cancels.perSecond, cancels.burst, mayOwe].join(" "),
      ),
      [
        "standard 0 40 60 80 120 true",
        "copper 30000 60 90 120 180 true",
        "bronze 50000 80 120 160 240 true",
        "silver 100000 200 300 400 600 true",
        "gold 500000 400 600 800 1200 true",
        "platinum 2500000 450 675 900 1350 false",
        "diamond 5000000 525 787 1050 1575 false",
        "elite 10000000 600 900 1200 1800 false",
      ],
    );
    assert.equal(tierOfVolume(29_999_999_999).name, "standard");
    assert.equal(tierOfVolume(30_000_000_000).name, "copper");
    assert.equal(tierOfVolume(Number.MAX_SAFE_INTEGER).name, "elite");
  });
});

describe("the limits of a signer", () => {
  it("cost an order each, and refuse a batch whole", async () => {
    const trader = await newTrader("batches");
    for (const left of [45, 30, 15]) assert.equal(headersOf(await placeMany(trader, 15))[0], String(left));
    const one = await trader.place({ tokenId: YES, side: "BUY", price: "0.3", size: "10" }, DIALECT);
    assert.deepEqual([one.status, headersOf(one)], [200, ["14", "standard", null]]);
    const refused = await placeMany(trader, 15);
    assert.equal(refused.status, 429);
    assert.deepEqual(
      [refused.body.error, refused.body.code, refused.body.hint],
      [
        "Too Many Requests",
        "rate_limited",
        "orders of a signer of the tier standard: expected at most 60 at once, and 40 a second, got more",
      ],
    );
    const now = exchange.clock.now / 1_000;
    assert.deepEqual(headersOf(refused), ["14", "standard", null]);
    assert.equal(refused.headers.get("retry-after"), "1");
    assert.equal(refused.headers.get("poly-ratelimit-reset"), String(Math.ceil(now + 1 / 40)));
    // Cancels have a bucket of their own, and other dialects none.
    assert.equal(headersOf(await cancelMany(trader, 1))[0], "119");
    const spec = await trader.request("POST", "/orders", {
      body: Array.from({ length: 15 }, () => "no order"),
    });
    assert.deepEqual([spec.status, headersOf(spec)], [200, [null, null, null]]);
    await exchange.wait(25);
    assert.equal((await placeMany(trader, 15)).status, 200);
  });

  it("say of a request that costs more than a full bucket that it can never succeed", async () => {
    const trader = await newTrader("never");
    const reply = await cancelMany(trader, 121);
    assert.equal(reply.status, 429);
    assert.equal(
      reply.body.hint,
      "cancels of a signer of the tier standard: expected at most 120 at once, and 80 a second, got 121 in one request, which can never succeed: send at most 120 in a request",
    );
    assert.deepEqual([headersOf(reply)[0], reply.headers.get("retry-after")], ["120", null]);
    assert.equal((await cancelMany(trader, 120)).status, 200);
    const orders = await placeMany(trader, 61);
    assert.match(
      orders.body.hint,
      /got 61 in one request, which can never succeed: send at most 15 in a request$/,
    );
  });

  it("count what a cancel of all has cancelled, may be owed, and are paid off", async () => {
    const trader = await newTrader("owing");
    for (let no = 0; no < 50; no += 1)
      await exchange.place({ account: trader.address, tokenId: YES, side: "BUY", price: "0.01", size: "1" });
    assert.equal(headersOf(await cancelMany(trader, 100))[0], "20");
    const all = await trader.request("DELETE", "/cancel-all", DIALECT);
    assert.equal(all.body.canceled.length, 50);
    assert.equal(headersOf(all)[0], "-31");
    assert.equal((await cancelMany(trader, 1)).status, 429);
    await exchange.wait(400);
    const paid = await cancelMany(trader, 1);
    assert.deepEqual([paid.status, headersOf(paid)[0]], [200, "0"]);
    assert.equal(headersOf(await trader.request("DELETE", "/cancel-all", DIALECT))[0], "0");
  });

  it("grow with the volume of thirty days, which is looked up every three hours", async () => {
    const trader = await newTrader("trading much");
    const maker = walletOf("maker of much");
    await exchange.open(maker, "1000000");
    await exchange.submit({ type: "credit", address: trader.address, amount: micros(100_000_000_000) });
    const trade = async (size: string): Promise<void> => {
      await exchange.place({ account: maker, tokenId: tokenOf("rain no"), side: "BUY", price: "0.5", size });
      await exchange.place({ account: trader.address, tokenId: YES, side: "BUY", price: "0.5", size });
    };
    await trade("60000");
    const tierNow = async () => headersOf(await cancelMany(trader, 1))[1];
    assert.equal(await tierNow(), "standard");
    await until("the volume is known", async () => {
      await exchange.wait(1_000);
      return (await tierNow()) === "copper";
    });
    await trade("40000");
    assert.equal(await tierNow(), "copper");
    await exchange.wait(3 * HOURS_MS);
    await until("the volume is known again", async () => {
      await exchange.wait(1_000);
      return (await tierNow()) === "bronze";
    });
    await exchange.wait(31 * 24 * HOURS_MS);
    await until("the volume is too long ago", async () => {
      await exchange.wait(1_000);
      return (await tierNow()) === "standard";
    });
  });

  it("only warn where they are off", async () => {
    const trader = await newTrader("warned", lenient);
    const full = await cancelMany(trader, 120);
    assert.deepEqual([full.status, headersOf(full)], [200, ["0", "standard", null]]);
    for (const count of [1, 121]) {
      const over = await cancelMany(trader, count);
      assert.deepEqual([over.status, headersOf(over)], [200, ["0", "standard", "true"]]);
    }
  });
});

describe("a bucket of a tier that may not owe", () => {
  it("is emptied by a cancel of more than it has, and not below", () => {
    const { allowances, shown, reply } = recordedReply();
    const [, , , , , platinum] = TIERS;
    const limits = createSignerLimits({
      strictness: new Set(["signer-limits"]),
      allowances,
      clock: () => 1_000_000,
      tiers: { find: () => platinum },
    });
    const gate = limits?.gateOf({ of: "trading", dialect: "polymarket", endpoint: cancelAll });
    assert.equal(gate?.take({ body: undefined } as FastifyRequest, reply, KEY), undefined);
    assert.deepEqual(shown(), ["1349", "1000", "platinum"]);
    gate?.settle(reply, KEY, 5_000);
    assert.deepEqual(shown(), ["0", "1001", "platinum"]);
  });
});

const KEY = { apiKey: "key", address: walletOf("platinum") } as ActiveKey;

/** A reply that notes its headers. */
function recordedReply() {
  const headers = new Map<string, string>();
  const reply = {
    header: (name: string, value: string) => (headers.set(name, value), reply),
  } as FastifyReply;
  const names = ["remaining", "reset", "tier"].map((name) => `poly-ratelimit-${name}`);
  return { allowances: createAllowances(), reply, shown: () => names.map((name) => headers.get(name)) };
}
