/** The package in a test suite: an exchange, and all that a test does with it over documented routes. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { AssetType, Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount, toAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { createMarket as createMarketRoute } from "../../src/http/admin/markets/markets.ts";
import { EVENT_ENDPOINTS } from "../../src/http/admin/markets/events.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { Fault, FAULT_KINDS } from "../../src/http/sandbox/faults/fault.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { startPresage } from "../../src/testing/start-presage.ts";
import type {
  EventFields,
  MarketFields,
  TestExchange,
  TestFault,
  TestWallet,
} from "../../src/testing/test-exchange.ts";

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

const EVERY_MARKET_FIELD: Readonly<Record<keyof MarketFields, true>> = {
  question: true,
  outcomes: true,
  slug: true,
  description: true,
  label: true,
  tick: true,
  minimumSize: true,
  fees: true,
  autoRedeem: true,
  version: true,
  startDate: true,
  endDate: true,
  gameStartTime: true,
  image: true,
  icon: true,
  resolutionSource: true,
  creator: true,
};
const EVERY_EVENT_FIELD: Readonly<Record<keyof EventFields, true>> = {
  title: true,
  markets: true,
  slug: true,
  description: true,
  tags: true,
  negativeRisk: true,
  startDate: true,
  endDate: true,
  image: true,
  icon: true,
  resolutionSource: true,
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

function clientAt(place: TestExchange, { privateKey, credentials: creds }: TestWallet): ClobClient {
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  return new ClobClient({ host: place.addresses.polymarket.trading, chain: Chain.POLYGON, signer, creds });
}
const clientOf = (wallet: TestWallet): ClobClient => clientAt(exchange, wallet);

const fundsAt = async (place: TestExchange, wallet: TestWallet): Promise<string> =>
  (await clientAt(place, wallet).getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance;

const bid = (place: TestExchange, wallet: TestWallet, tokenID: string, price = 0.4) =>
  clientAt(place, wallet).createAndPostOrder(
    { tokenID, price, size: 10, side: Side.BUY },
    undefined,
    OrderType.GTC,
  );

/** Returns the names of the fields that a body takes, without the reason and those of the method itself. */
const fieldsOf = ({ body }: Pick<Endpoint, "body">): string[] =>
  Object.keys((body as { properties: object }).properties)
    .filter((name) => !["reason", "event", "open"].includes(name))
    .sort();

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

  it("makes markets in one call, which unmodified clients trade on", async () => {
    const [wallet] = exchange.wallets;
    const market = await exchange.createMarket("Does a market of one call take orders?");
    const { errorMsg, status } = await bid(exchange, wallet!, market.tokenIds[1]);
    assert.deepEqual([errorMsg, status], ["", "live"]);
    const { title, markets } = await exchange.createEvent({
      title: "Who is first?",
      negativeRisk: true,
      markets: [
        { question: "Is Ada first?", label: "Ada", tick: 0.001, slug: "is-ada-first" },
        { question: "Is Bob first?", label: "Bob", minimumSize: "5" },
      ],
    });
    assert.deepEqual(
      [title, markets.map(({ tick, minimumSize, negativeRisk }) => [tick, minimumSize, negativeRisk])],
      [
        "Who is first?",
        [
          ["0.001", "1", true],
          ["0.01", "5", true],
        ],
      ],
    );
    assert.equal((await bid(exchange, wallet!, markets[0]!.tokenIds[0], 0.123)).status, "live");
    const again = { question: "Is Ada first again?", slug: "is-ada-first" };
    await assert.rejects(
      exchange.createMarket(again),
      /^Error: createMarket: markets\.0\.slug: .*is-ada-first/,
    );
    await assert.rejects(
      exchange.createEvent({ title: "None", markets: [] }),
      /^Error: createEvent: markets: expected at least one, got \[\]$/,
    );
    await assert.rejects(
      exchange.createMarket({ question: "Is it so?", tick: 0.5 }),
      /^Error: createMarket: markets\.0\.tick: expected one of .*got 0\.5/,
    );
  });

  it("makes a market of a version, and refuses arguments that would have no effect", async () => {
    const versions = [await exchange.createMarket("Is it v1?")];
    versions.push(await exchange.createMarket({ question: "Is it v2?", version: "v2" }));
    assert.deepEqual(
      versions.map(({ version }) => version),
      ["v1", "v2"],
    );
    const { clock, faults } = exchange;
    const methods = { ...exchange, ...clock, ...faults } as unknown as Record<string, unknown>;
    const taken = { addWallet: 1, fund: 2, impersonate: 1, createEvent: 1, snapshot: 1, revert: 1, save: 2 };
    const counts = { createMarket: 1, ...taken, fork: 1, step: 1, to: 1, rate: 1, preset: 1, off: 1 };
    for (const [name, count] of Object.entries(counts)) {
      const method = methods[name] as (...given: unknown[]) => Promise<unknown>;
      await assert.rejects(
        method(...Array.from({ length: count }, () => "x"), { version: "v2" }),
        new RegExp(`^TypeError: (?:\\w+\\.)?${name}: expected .* got ${count + 1}`),
      );
    }
    await assert.rejects(
      (exchange.createMarket as (...given: unknown[]) => Promise<unknown>)("v2?", { version: "v2" }),
      /give all fields in one object, as createMarket\(\{ question, version \}\)$/,
    );
    const mapped = await Promise.all(["Is it mapped?"].map(exchange.createMarket));
    assert.equal(mapped[0]!.question, "Is it mapped?");
  });

  it("has the types of all fields that events and markets take", () => {
    const createEvent = EVENT_ENDPOINTS.find(({ method, path }) => method === "POST" && path === "/events");
    assert.deepEqual(Object.keys(EVERY_MARKET_FIELD).sort(), fieldsOf(createMarketRoute));
    assert.deepEqual(Object.keys(EVERY_EVENT_FIELD).sort(), fieldsOf(createEvent!));
  });

  it("makes and funds further wallets", async () => {
    await exchange.reset();
    const third = await exchange.addWallet({ funds: "0.5" });
    assert.equal(await fundsAt(exchange, third), "500000");
    await exchange.fund(third, 2.25);
    await exchange.fund(third.address, "0.000001");
    assert.equal(await fundsAt(exchange, third), "2750001");
    const privateKey = `0x${"7".repeat(64)}` as const;
    const own = await exchange.addWallet({ privateKey });
    assert.equal(own.address, privateKeyToAccount(privateKey).address);
    assert.equal(await fundsAt(exchange, own), "10000000000");
    assert.deepEqual(await exchange.addWallet({ privateKey, funds: 5 }), own);
    assert.equal(await fundsAt(exchange, own), "10000000000");
    await exchange.reset();
    const anew = await exchange.addWallet();
    assert.deepEqual([anew.address, await fundsAt(exchange, anew)], [third.address, "10000000000"]);
    for (const [work, reason] of [
      [
        () => exchange.addWallet({ privateKey: "0x7" }),
        /^Error: addWallet: privateKey: expected 0x and 64 hexadecimal digits, got another text$/,
      ],
      [
        () => exchange.addWallet({ privateKey: `0x${"f".repeat(64)}` }),
        /^Error: addWallet: privateKey: .*order/,
      ],
      [() => exchange.addWallet({ funds: -1 }), /^Error: addWallet: funds: expected a decimal .*got -1$/],
      [
        () => exchange.addWallet({ fund: 1 } as object),
        /^Error: addWallet: fund: expected one of privateKey, /,
      ],
      [() => exchange.fund("0x12", 1), /^Error: fund: .*address: expected .*got "0x12"/],
      [() => exchange.fund(own, "much"), /^Error: fund: amount: expected a decimal .*got "much"$/],
      [() => exchange.fund(own, 0), /^Error: fund: .*amount: expected .*got "0"/],
    ] as const)
      await assert.rejects(work(), reason);
  });

  it("impersonates a wallet, whose orders an unmodified client sends", async () => {
    const whale = await exchange.impersonate("0x52908400098527886E0F7030069857D2E4169EE7");
    const { address, signature, credentials: creds } = whale;
    const sign = async (): Promise<`0x${string}`> => signature;
    const account = toAccount({
      address,
      signMessage: sign,
      signTransaction: sign,
      signTypedData: sign,
    });
    const signer = createWalletClient({ account, chain: polygon, transport: http() });
    const host = exchange.addresses.polymarket.trading;
    const client = new ClobClient({ host, chain: Chain.POLYGON, signer, creds });
    const { tokenIds } = await exchange.createMarket("Does a whale trade?");
    const order = { tokenID: tokenIds[0], price: 0.4, size: 10, side: Side.BUY };
    assert.equal((await client.createAndPostOrder(order, undefined, OrderType.GTC)).status, "live");
    assert.equal((await client.getOpenOrders()).length, 1);
    await assert.rejects(exchange.impersonate("0x1"), /^Error: impersonate: address: expected .*got "0x1"$/);
  });

  it("goes its own way in a fork, of now or of a snapshot", async () => {
    const [wallet] = exchange.wallets;
    const market = await exchange.createMarket("Is a fork alone?");
    await exchange.clock.step(60);
    await exchange.snapshot("calm");
    await bid(exchange, wallet!, market.tokenIds[0]);
    await using fork = await exchange.fork();
    await using calm = await exchange.fork({ snapshot: "calm" });
    assert.deepEqual([fork.wallets, calm.wallets], [exchange.wallets, exchange.wallets]);
    const openAt = async (place: TestExchange): Promise<number> =>
      (await clientAt(place, wallet!).getOpenOrders()).length;
    assert.deepEqual([await openAt(fork), await openAt(calm)], [1, 0]);
    assert.deepEqual(await fork.clock.now(), await exchange.clock.now());
    await clientAt(fork, wallet!).cancelAll();
    await calm.fund(wallet!, 1);
    assert.deepEqual([await openAt(exchange), await openAt(fork)], [1, 0]);
    assert.deepEqual(
      [await fundsAt(exchange, wallet!), await fundsAt(calm, wallet!)],
      ["2500500000", "2501500000"],
    );
    const [extra, other] = await Promise.all([exchange.addWallet(), fork.addWallet()]);
    assert.deepEqual(extra, other);
    await calm.reset();
    assert.equal(await fundsAt(calm, wallet!), "2500500000");
    await assert.rejects(exchange.fork({ snapshot: "none" }), /^Error: fork: there is no snapshot "none"$/);
    await assert.rejects(exchange.fork({ name: "calm" } as object), /^Error: fork: name: expected snapshot$/);
  });

  it("begins with the state of a file", async () => {
    await exchange.reset();
    const file = join(folder, "seeded.presage");
    const [wallet] = exchange.wallets;
    const market = await exchange.createMarket("Is a state in a file?");
    const extra = await exchange.addWallet({ funds: 7 });
    await bid(exchange, wallet!, market.tokenIds[0]);
    await exchange.save(file);
    await using other = await startPresage({ from: file, wallets: 4, funds: 3 });
    assert.deepEqual(other.wallets.slice(0, 3), [...exchange.wallets, extra]);
    assert.deepEqual(await Promise.all(other.wallets.map((one) => fundsAt(other, one))), [
      "2500500000",
      "2500500000",
      "7000000",
      "3000000",
    ]);
    assert.deepEqual(await other.clock.now(), await exchange.clock.now());
    assert.equal((await clientAt(other, wallet!).getOpenOrders()).length, 1);
    await clientAt(other, wallet!).cancelAll();
    await other.reset();
    assert.equal((await clientAt(other, wallet!).getOpenOrders()).length, 1);
    for (const [work, reason] of [
      [
        () => exchange.save(join(folder, "none", "x")),
        /^Error: save: there is no directory .*none for the state$/,
      ],
      [() => exchange.save(""), /^Error: save: expected a file for the state, got ""$/],
      [() => startPresage({ from: "" }), /^Error: from: expected the name of a file, got ""$/],
      [() => startPresage({ from: join(folder, "gone") }), /^Error: from: .*gone/],
      [
        () => startPresage({ from: file, clockStart: START }),
        /^Error: clockStart: expected none beside from/,
      ],
    ] as const)
      await assert.rejects(work(), reason);
    writeFileSync(file, readFileSync(file).subarray(0, 900));
    await assert.rejects(startPresage({ from: file }), /^Error: from: .*seeded\.presage/);
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
