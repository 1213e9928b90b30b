/** The package in a test suite: an exchange, and all that a test does with it over documented routes. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { AssetType, Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { Fault, FAULT_KINDS } from "../../src/http/sandbox/faults/fault.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { startPresage } from "../../src/testing/start-presage.ts";
import type { TestExchange, TestFault, TestWallet } from "../../src/testing/test-exchange.ts";

const START = "2026-01-01T00:00:00.000Z";

const EVERY_KIND: Readonly<Record<TestFault["kind"], true>> = {
  latency: true,
  refuse: true,
  "lose-answer": true,
  "delay-answer": true,
  "delay-match": true,
  "fail-settlement": true,
  "stale-read": true,
  "repeat-cursor": true,
  silence: true,
  disconnect: true,
  drop: true,
  repeat: true,
  reorder: true,
  "swap-sides": true,
};
const EVERY_FIELD: Required<TestFault> = {
  kind: "refuse",
  ms: 1,
  jitterMs: 1,
  status: 503,
  retryAfterSeconds: 1,
  outcome: "match",
  routes: [],
  channels: [],
  key: "",
  share: 1,
  seed: 0,
  uses: 1,
  forMs: 1,
};

const folder = mkdtempSync(join(scratchRoot(), "presage-testing-"));
const { TMPDIR } = process.env;
let exchange: TestExchange;

before(async () => {
  process.env["TMPDIR"] = folder;
  exchange = await startPresage({ clockStart: START, funds: 2_500.5, settings: { PRESAGE_SEED: "test" } });
});

after(async () => {
  await exchange.stop();
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(folder, { recursive: true });
});

function clientOf({ privateKey, credentials: creds }: TestWallet): ClobClient {
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  return new ClobClient({ host: exchange.addresses.polymarket.trading, chain: Chain.POLYGON, signer, creds });
}

const temporary = (): string[] => readdirSync(folder).filter((name) => name.startsWith("presage-temporary-"));

describe("startPresage", () => {
  it("has wallets with funds, whose keys an unmodified client trades with", async () => {
    const [maker, taker] = exchange.wallets.map(clientOf);
    assert.equal(exchange.wallets.length, 2);
    assert.equal(exchange.wallets[0]!.address, privateKeyToAccount(exchange.wallets[0]!.privateKey).address);
    const { data: markets } = await maker!.getSamplingMarkets();
    const [{ token_id: yes }, { token_id: no }] = markets[0].tokens;
    const order = { price: 0.4, size: 10, side: Side.BUY };
    const resting = await maker!.createAndPostOrder({ ...order, tokenID: yes }, undefined, OrderType.GTC);
    const crossing = await taker!.createAndPostOrder(
      { ...order, tokenID: no, price: 0.6 },
      undefined,
      OrderType.GTC,
    );
    assert.deepEqual([resting.status, crossing.status], ["live", "matched"]);
    const { balance } = await taker!.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
    assert.equal(balance, "2494500000");
  });

  it("has a clock that stands, steps and runs", async () => {
    const { clock } = exchange;
    assert.equal((await clock.now()).toISOString(), START);
    assert.equal((await clock.step(90)).toISOString(), "2026-01-01T00:01:30.000Z");
    assert.equal((await clock.to(new Date("2026-02-01"))).toISOString(), "2026-02-01T00:00:00.000Z");
    assert.ok((await clock.rate(3_600)) >= new Date("2026-02-01"));
    const paused = await clock.pause();
    assert.deepEqual(await clock.now(), paused);
    assert.ok((await clock.resume()) >= paused);
    await clock.pause();
    await assert.rejects(clock.to(START), /^Error: clock\.to: time: expected one from 2026-02-01T/);
    await assert.rejects(clock.step(-1), /^Error: clock\.step: .*seconds/);
    await assert.rejects(
      clock.to(new Date("no")),
      /^Error: clock\.to: time: expected an instant .*"Invalid Date"/,
    );
  });

  it("puts faults on the wire", async () => {
    const { faults, addresses } = exchange;
    const time = async (): Promise<number> => (await fetch(`${addresses.spec.trading}/time`)).status;
    const [refusal, latency] = await faults.add(
      { kind: "refuse", status: 503, routes: ["GET /time"] },
      { kind: "latency", ms: 1, uses: 1 },
    );
    assert.equal(await time(), 503);
    assert.deepEqual(
      (await faults.list()).map(({ met, fault: { kind } }) => [kind, met]),
      [["refuse", 1]],
    );
    assert.deepEqual([await faults.off(refusal!.id), await faults.off(latency!.id)], [1, 0]);
    assert.equal(await time(), 200);
    assert.ok((await faults.preset("restart-425")).length > 0);
    assert.ok((await faults.off()) > 0);
    await assert.rejects(
      faults.preset("ghost"),
      /^Error: faults\.preset: preset: expected one of .*got "ghost"/,
    );
    await assert.rejects(faults.add({ kind: "refuse" }), /^Error: faults\.add: .*status/);
  });

  it("goes back to a snapshot and to its start", async () => {
    const [trader] = exchange.wallets.map(clientOf);
    const funds = async (): Promise<string> =>
      (await trader!.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance;
    const seen = await funds();
    await exchange.snapshot("before");
    const { data: markets } = await trader!.getSamplingMarkets();
    const order = { price: 0.4, size: 10, side: Side.BUY, tokenID: markets[0].tokens[0].token_id };
    await trader!.createAndPostOrder(order, undefined, OrderType.GTC);
    assert.equal((await trader!.getOpenOrders()).length, 1);
    await exchange.revert("before");
    assert.deepEqual([(await trader!.getOpenOrders()).length, await funds()], [0, seen]);
    await exchange.reset();
    assert.deepEqual([await funds(), await exchange.clock.now()], ["2500500000", new Date(START)]);
    assert.deepEqual(await trader!.getTrades(), []);
    await assert.rejects(
      exchange.revert("befor"),
      /^Error: revert: name: expected a snapshot, .*did you mean before/,
    );
    await assert.rejects(exchange.snapshot("Not So"), /^Error: snapshot: .*name/);
  });

  it("has the types of all faults that the sandbox takes", () => {
    assert.deepEqual(Object.keys(EVERY_FIELD).sort(), Object.keys(Fault.properties).sort());
    assert.deepEqual(Object.keys(EVERY_KIND).sort(), Object.keys(FAULT_KINDS).sort());
  });

  it("gives the same wallets each time", async () => {
    const other = await startPresage({ wallets: 1 });
    assert.equal(other.wallets[0]!.privateKey, exchange.wallets[0]!.privateKey);
    await assert.rejects(
      other.clock.pause(),
      /^Error: clock\.pause: .*startPresage\(\{ clock: "virtual" \}\)$/,
    );
    await other[Symbol.asyncDispose]();
    await Promise.all([other.stop(), other.stop()]);
    await assert.rejects(other.faults.list(), /^Error: faults\.list: this exchange was stopped/);
    assert.equal(temporary().length, 1);
  });

  for (const [options, reason] of [
    [{ wallet: 2 }, /^Error: wallet: expected one of wallets, /],
    [{ wallets: 1.5 }, /^Error: wallets: expected a whole number from 0 to 100, got 1.5$/],
    [{ funds: "1e3" }, /^Error: funds: expected a decimal .*got "1e3"$/],
    [{ settings: { PRESAGE_MODE: "production" } }, /^Error: PRESAGE_MODE: expected sandbox/],
    [
      { settings: { PRESAGE_CLOCK: "virtual" } },
      /^Error: PRESAGE_CLOCK: expected the option clock in its place$/,
    ],
    [{ settings: { PRESAGE_DATA_DIR: "x" } }, /^Error: PRESAGE_DATA_DIR: expected none/],
    [{ settings: { PRESAGE_KUEST_PORTS: "off" } }, /^Error: .*PRESAGE_KUEST_PORTS: expected ports/],
    [{ clock: "virtual", clockStart: "soon" }, /^Error: PRESAGE_CLOCK_START: expected /],
  ] as const)
    it(`refuses ${JSON.stringify(options)}`, async () => {
      await assert.rejects(startPresage(options as object), reason);
      assert.equal(temporary().length, 1);
    });

  it("removes its data directory", async () => {
    await exchange.stop();
    assert.deepEqual(temporary(), []);
  });
});
