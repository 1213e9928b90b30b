/** GET /wallets: wallets in a few figures, against what the other reads tell. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { hashOf, START_AT, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startData } from "./world.ts";
import { twoTraders } from "./two-traders.ts";

const [ANN, BOB, IDLE, NOBODY] = ["ann", "bob", "idle", "nobody"].map((name) => walletOf(name)) as [
  string,
  string,
  string,
  string,
];
const DAY_MS = 86_400_000;

let exchange: TestExchange;

const { deal, bid } = twoTraders(() => exchange);

before(async () => {
  exchange = await startData();
  await exchange.list(
    testListing(["closed", "quoted", "wide", "last", "half", "won", "lost"].map((name) => ({ name }))),
  );
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  exchange.clock.now = START_AT + 3 * DAY_MS;
  await exchange.open(IDLE, "5");
  await deal("closed", "BUY", "0.2", "20");
  await deal("closed", "SELL", "0.6", "20");
  await deal("quoted", "BUY", "0.3", "10");
  await bid(ANN, "quoted yes", "0.45");
  await bid(BOB, "quoted no", "0.5");
  await deal("wide", "BUY", "0.3", "7");
  await bid(ANN, "wide yes", "0.1");
  await bid(BOB, "wide no", "0.1");
  await deal("last", "BUY", "0.35", "3");
  await exchange.submit({
    type: "split",
    address: ANN,
    owner: ANN,
    conditionId: hashOf("half"),
    lots: lots(1_100),
  });
  for (const market of ["won", "lost"]) await deal(market, "BUY", "0.4", "30");
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("won"), payout: [1, 0] });
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("lost"), payout: [1, 1] });
});
after(() => exchange.close());

type Row = Readonly<Record<string, number | string | null>>;

const read = async (path: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<readonly Row[]> =>
  answered(await exchange.get(path, dialect), path.replace(/\?.*/, ""), dialect);

const four = (sum: number): number => Math.round(sum * 10_000) / 10_000;

void describe("GET /wallets", () => {
  for (const wallet of [ANN, BOB])
    void it(`tells of ${wallet} what other reads tell`, async () => {
      const [figures] = await read(`/wallets?user=${wallet}`);
      const open = await read(`/positions?user=${wallet}&sizeThreshold=0&limit=500`);
      const closed = await read(`/closed-positions?user=${wallet}`);
      const [standing] = await read(`/v1/leaderboard?user=${wallet}&timePeriod=ALL`);
      const openProfit = four(open.reduce((sum, row) => sum + Number(row["cashPnl"]), 0));
      assert.ok(open.length > 3 && openProfit !== 0);
      assert.deepEqual(figures, {
        proxyWallet: wallet,
        name: "",
        pseudonym: generateName(wallet),
        volume: standing?.["vol"],
        profit: four(openProfit + Number(standing?.["pnl"])),
        realizedProfit: standing?.["pnl"],
        openProfit,
        biggestWin: Math.max(0, ...closed.map((row) => Number(row["realizedPnl"]))),
        joinedAt: START_AT / 1_000,
      });
    });

  for (const dialect of DIALECTS)
    void it(`lists wallets once, as they are asked for, without unknown ones (${dialect})`, async () => {
      const asked = [IDLE, NOBODY, ANN.toUpperCase().replace("0X", "0x"), IDLE, BOB];
      const rows = await read(`/wallets?user=${asked.join(",")}`, dialect);
      assert.deepEqual(
        rows.map(({ proxyWallet }) => proxyWallet),
        [IDLE, ANN, BOB],
      );
      assert.deepEqual(rows[0], {
        proxyWallet: IDLE,
        name: "",
        pseudonym: generateName(IDLE),
        volume: 0,
        profit: 0,
        realizedProfit: 0,
        openProfit: 0,
        biggestWin: 0,
        joinedAt: (START_AT + 3 * DAY_MS) / 1_000,
      });
    });
});

void describe("GET /wallets/search", () => {
  const found = async (q: string): Promise<unknown[]> =>
    (await read(`/wallets/search?q=${q}`)).map(({ proxyWallet }) => proxyWallet);

  void it("finds wallets by the beginnings of their addresses and names", async () => {
    for (const wallet of [ANN, BOB, IDLE]) {
      for (const length of [6, 10, 42]) {
        assert.deepEqual(await found(wallet.slice(0, length)), [wallet]);
        assert.deepEqual(await found(wallet.slice(0, length).toUpperCase()), [wallet]);
      }
      assert.deepEqual(await found(generateName(wallet)), [wallet]);
    }
    assert.deepEqual(await found(NOBODY), []);
    assert.deepEqual(await read(`/wallets/search?q=${ANN.slice(0, 8)}&offset=1`), []);
    await exchange.context.names.choose(ANN, "Ann of the sea");
    assert.deepEqual(await read("/wallets/search?q=sea"), [{ proxyWallet: ANN, name: "Ann of the sea" }]);
    await exchange.context.names.giveUp(ANN);
  });

  void it("finds nothing where no name and no address begins so", async () => {
    for (const q of ["0xgg", `${ANN}0`, "-", "nobody"]) assert.deepEqual(await found(q), [], q);
  });
});
