/** Positions of all wallets in a market, against those of each wallet. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startData } from "./world.ts";

const [ANN, BOB, CID] = ["ann", "bob", "cid"].map(walletOf) as [string, string, string];
const RAIN = hashOf("rain");
const PATH = "/v1/market-positions";

type Position = Readonly<Record<string, unknown>> & {
  readonly proxyWallet: string;
  readonly totalPnl: number;
};
type Group = { readonly token: string; readonly positions: readonly Position[] };

let exchange: TestExchange;

const sell = async (seller: string, buyer: string, price: string, size: string): Promise<void> => {
  const order = { tokenId: tokenOf("rain yes"), price, size } as const;
  await exchange.place({ ...order, account: seller, side: "SELL" });
  await exchange.place({ ...order, account: buyer, side: "BUY" });
};

before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain", minimumLots: lots(1) }, { name: "snow" }]));
  for (const wallet of [ANN, BOB, CID]) await exchange.open(wallet, "1000");
  await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId: RAIN, lots: lots(5_000) });
  await sell(ANN, BOB, "0.2", "20");
  await sell(ANN, CID, "0.6", "10");
  await sell(CID, BOB, "0.9", "10");
});
after(() => exchange.close());

async function read(query: string): Promise<readonly Group[]> {
  return answered(await exchange.get(`${PATH}?market=${RAIN}${query}`, "polymarket"), PATH, "polymarket");
}

const walletsOf = ([group]: readonly Group[]): string[] =>
  (group?.positions ?? []).map((one) => one.proxyWallet);

/** Figures of a position that the list of its wallet's positions has, too. */
const SHARED = [
  "avgPrice",
  "size",
  "currentValue",
  "cashPnl",
  "totalBought",
  "realizedPnl",
  "asset",
  "outcome",
];

void describe("GET /v1/market-positions", () => {
  void it("has a group of each outcome, with the figures of each wallet's positions", async () => {
    const groups = await read("&status=OPEN");
    assert.deepEqual(
      groups.map(({ token }) => token),
      [tokenOf("rain yes"), tokenOf("rain no")],
    );
    for (const { token, positions } of groups)
      for (const position of positions) {
        const { body } = await exchange.get(
          `/positions?user=${position.proxyWallet}&sizeThreshold=0`,
          "polymarket",
        );
        const own = body.find(({ asset }: { asset: string }) => asset === token);
        for (const name of SHARED) assert.equal(position[name], own[name], name);
        assert.equal(position["currPrice"], own.curPrice);
        assert.equal(position.totalPnl, Number((own.cashPnl + own.realizedPnl).toFixed(4)));
      }
  });

  void it("sorts by what is asked for", async () => {
    // Ann lost 5 and has a gain of 8, Bob has one of 14, Cid earned 3: equal ones stay in order of their accounts.
    assert.deepEqual(walletsOf(await read("")), [BOB, ANN, CID]);
    assert.deepEqual(walletsOf(await read("&sortDirection=ASC")), [ANN, CID, BOB]);
    assert.deepEqual(walletsOf(await read("&sortBy=REALIZED_PNL")), [CID, BOB, ANN]);
    assert.deepEqual(walletsOf(await read("&sortBy=TOKENS")), [BOB, ANN, CID]);
    assert.deepEqual(walletsOf(await read("&sortBy=CASH_PNL")), [BOB, ANN, CID]);
  });

  void it("chooses by status and wallet, in pages", async () => {
    assert.deepEqual(walletsOf(await read("&status=CLOSED")), [CID]);
    assert.deepEqual(walletsOf(await read("&status=OPEN&sortBy=TOKENS")), [BOB, ANN]);
    assert.deepEqual(walletsOf(await read(`&user=${CID.toUpperCase().replace("X", "x")}`)), [CID]);
    assert.deepEqual(walletsOf(await read("&sortBy=TOKENS&limit=1&offset=1")), [ANN]);
    assert.deepEqual(walletsOf(await read("&limit=0")), []);
  });

  void it("has no groups of a market that there is not, and is not in the Kuest dialect", async () => {
    const none = await exchange.get(`${PATH}?market=${hashOf("nothing")}`, "polymarket");
    assert.deepEqual(answered(none, PATH, "polymarket"), []);
    assert.equal((await exchange.get(`${PATH}?market=${RAIN}`, "kuest")).status, 404);
  });
});

void describe("GET /live-volume in the Kuest dialect", () => {
  void it("takes the id of an event as well as markets", async () => {
    const byEvent = await exchange.get("/live-volume?id=7", "kuest");
    const byMarkets = await exchange.get(`/live-volume?market=${RAIN},${hashOf("snow")}`, "kuest");
    const [{ total, markets }] = answered(byEvent, "/live-volume", "kuest");
    assert.deepEqual(byMarkets.body, byEvent.body);
    assert.deepEqual([total, markets.length], [19, 2]);
  });
});
