/** Figures that the services' sites ask for: profit over time, volume, and fees, of which nobody receives any. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startData } from "./world.ts";

const [ANN, BOB, NOBODY] = [walletOf("ann"), walletOf("bob"), walletOf("nobody")];
const UPPER = `0x${ANN.slice(2).toUpperCase()}`;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Noon of the first day, unix seconds. */
const FIRST = START_AT / 1000;
const MIDNIGHT = FIRST + DAY / 2;

let exchange: TestExchange;

/** Ann's fill at noon of a day: she buys of nobody's shares, or sells to Bob. */
async function fill(day: number, side: "BUY" | "SELL", price: string, size: string): Promise<void> {
  exchange.clock.now = START_AT + day * DAY * 1000;
  const yes = { tokenId: tokenOf("rain yes"), price, size };
  const no = { tokenId: tokenOf("rain no"), price: String(1 - Number(price)), size };
  await exchange.place({ account: ANN, side, ...yes });
  await exchange.place({ account: BOB, side: "BUY", ...(side === "BUY" ? no : yes) });
}

before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }], { slug: "weather" }));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await fill(0, "BUY", "0.25", "20");
  await fill(1, "SELL", "0.5", "8");
  await fill(3, "SELL", "0.75", "12");
  exchange.clock.now += 2 * HOUR * 1000;
});
after(() => exchange.close());

type Point = { readonly t: number; readonly p: number };

async function pnlOf(query: string): Promise<Point[]> {
  const reply = await exchange.get(`/user-pnl?user_address=${ANN}${query}`, "kuest");
  return answered(reply, "/user-pnl", "kuest");
}

void describe("GET /user-pnl", () => {
  const now = FIRST + 3 * DAY + 2 * HOUR;

  void it("tells the realized profit at the end of each day, and as it is now", async () => {
    assert.deepEqual(await pnlOf("&interval=all&fidelity=1d"), [
      { t: MIDNIGHT - DAY, p: 0 },
      { t: MIDNIGHT, p: 0 },
      { t: MIDNIGHT + DAY, p: 2 },
      { t: MIDNIGHT + 2 * DAY, p: 2 },
      { t: now, p: 8 },
    ]);
  });

  void it("goes back as far, and in such steps, as the pages of sites ask", async () => {
    for (const [interval, fidelity, back, step] of [
      ["1d", "1h", DAY, HOUR],
      ["1w", "3h", 7 * DAY, 3 * HOUR],
      ["1m", "18h", 30 * DAY, 18 * HOUR],
    ] as const) {
      const points = await pnlOf(`&interval=${interval}&fidelity=${fidelity}`);
      assert.equal(points[0]?.t, Math.ceil((now - back) / step) * step, interval);
      assert.equal(Number(points[1]?.t) - Number(points[0]?.t), step);
      assert.deepEqual(points.at(-1), { t: now, p: 8 });
    }
    assert.deepEqual(await pnlOf(""), await pnlOf("&interval=1d&fidelity=1h"));
    assert.deepEqual(await pnlOf("&interval=max&fidelity=12h"), await pnlOf("&interval=all&fidelity=12h"));
  });

  void it("is the same to Polymarket's clients, and not there for others", async () => {
    const path = `/user-pnl?user_address=${UPPER}&interval=1w&fidelity=3h`;
    assert.deepEqual((await exchange.get(path, "polymarket")).body, (await exchange.get(path, "kuest")).body);
    assert.equal((await exchange.get(path, "spec")).status, 404);
  });

  void it("has no points of a wallet that never traded", async () => {
    const { body } = await exchange.get(`/user-pnl?user_address=${NOBODY}&interval=all`, "kuest");
    assert.deepEqual(body, []);
  });
});

void describe("What only Kuest's site asks for", () => {
  const ask = async (path: string) =>
    answered(await exchange.get(path, "kuest"), path.split("?")[0] ?? path, "kuest");

  void it("is a wallet's volume as a decimal", async () => {
    assert.deepEqual(await ask(`/volume?user=${UPPER}`), { user: ANN, volume: "18" });
    assert.deepEqual(await ask(`/volume?user=${NOBODY}`), { user: NOBODY, volume: "0" });
  });

  void it("is what the exchange has none of", async () => {
    assert.deepEqual(await ask(`/other?slug=weather&user=${ANN}`), []);
    assert.deepEqual(await ask(`/referrers?address=${ANN}&feeType=AFFILIATE&limit=100&offset=0`), []);
    assert.deepEqual(await ask(`/referrers?address=${ANN}&exchange=${BOB}&tokenId=7`), []);
    for (const feeType of ["BUILDER", "AFFILIATE"]) {
      const received = { address: ANN, feeType };
      assert.deepEqual(await ask(`/fees/total?address=${UPPER}&feeType=${feeType}&interval=all`), {
        ...received,
        interval: "all",
        totalAmount: "0",
        eventCount: 0,
      });
      assert.deepEqual(await ask(`/fees/timeseries?address=${UPPER}&feeType=${feeType}&interval=1m`), {
        ...received,
        interval: "1m",
        bucket: "day",
        items: [],
      });
    }
  });

  void it("is not there in other dialects", async () => {
    for (const path of ["/volume", "/other", "/referrers", "/fees/total", "/fees/timeseries"])
      for (const dialect of ["spec", "polymarket"] as const)
        assert.equal((await exchange.get(`${path}?user=${ANN}`, dialect)).status, 404, path);
  });
});
