/** The checks of `presage conformance`: nothing differs on an exchange of ours, and each planted difference is found where it is. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { send } from "../../src/tools/conformance/shape/answer.ts";
import { activity } from "../../src/tools/conformance/shape/records.ts";
import { DIALECT_NAMES, DIALECT_RULES } from "../../src/tools/conformance/dialect-rules.ts";
import { findMarket } from "../../src/tools/conformance/find-market.ts";
import type { Report } from "../../src/tools/conformance/check.ts";
import { CannotRun, runChecks } from "../../src/tools/conformance/run-checks.ts";
import type { ServerUnderCheck } from "../../src/tools/conformance/run-checks.ts";
import { openTrading, place } from "../../src/tools/conformance/trading.ts";
import type { Trading } from "../../src/tools/conformance/trading.ts";
import { createWallet } from "../../src/tools/conformance/wallets.ts";
import { reportText } from "../../src/cli/conformance.ts";
import { startExchange } from "../../src/library.ts";
import type { RunningExchange } from "../../src/library.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { atDepth } from "../support/depth.ts";
import { requestsTo } from "../support/exchange.ts";
import { prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { CHANNEL_PLANTS } from "./planted-channel-differences.ts";
import { PLANTS, startPlantingProxy } from "./planted-differences.ts";
import type { Asked, Plant, PlantingProxy } from "./planted-differences.ts";
import { VALUE_PLANTS } from "./planted-values.ts";

let directories: DataDirectories;
let exchange: RunningExchange;
let proxy: PlantingProxy;
let polymarketProxy: PlantingProxy;

before(async () => {
  directories = await prepareDataDirectories();
  exchange = await startExchange({
    dataDirectory: directories.create(),
    settings: { PRESAGE_RATE_LIMITS: "off" },
  });
  proxy = await startPlantingProxy(exchange.addresses.spec);
  polymarketProxy = await startPlantingProxy(exchange.addresses.polymarket!);
});

after(async () => {
  proxy.close();
  polymarketProxy.close();
  await exchange.close();
  directories.close();
});

const check = (server: Partial<ServerUnderCheck> = {}): Promise<Report> =>
  runChecks({
    addresses: exchange.addresses.spec,
    dialect: "specified",
    readOnly: false,
    wallet: undefined,
    domains: builtInDomains([137]),
    chainId: 137,
    timeoutMs: 60_000,
    ...server,
  });

const rowsOf = (report: Report, result: string): string[] =>
  [...report.endpoints, ...report.optional]
    .filter((row) => row.result === result)
    .map(({ endpoint }) => endpoint);

const failuresOf = (report: Report) =>
  [...report.endpoints, ...report.optional]
    .flatMap(({ checks }) => checks)
    .filter(({ result }) => result !== "pass");

/** Lists the bids and asks that rest in any book. */
async function restingLevels(): Promise<unknown[]> {
  const { spec, polymarket, kuest } = exchange.addresses;
  const { get, post } = requestsTo({
    spec: spec.trading,
    polymarket: polymarket!.trading,
    kuest: kuest!.trading,
  });
  const { data } = (await get("/simplified-markets")).body;
  const tokens = data.map((market: Listed) => ({ token_id: market.tokens[0]!.token_id }));
  const books: readonly Levels[] = (await post("/books", tokens)).body;
  assert.equal(books.length, tokens.length);
  return books.flatMap(({ bids, asks }) => [...bids, ...asks]);
}

type Listed = { readonly tokens: readonly { readonly token_id: string }[] };
type Levels = { readonly bids: readonly unknown[]; readonly asks: readonly unknown[] };

/** Quotes the market that is checked a tick apart, so that orders of the checks meet others' and not each other. */
async function quoteMarket(): Promise<Trading> {
  const { spec } = exchange.addresses;
  const market = await findMarket((at, sent) => send(spec[at], sent, 60_000));
  assert.ok(market !== undefined);
  const { conditionId, tokenIds } = market;
  const trading = await openTrading({
    send: (sent) => send(spec.trading, sent, 60_000),
    terms: DIALECT_RULES.specified,
    market,
    wallet: undefined,
    domains: builtInDomains([137]),
    chainId: 137,
  });
  const terms = { conditionId, side: "BUY", shares: 100 } as const;
  await place(trading, { ...terms, tokenId: tokenIds[0], priceMicros: 500_000 });
  await place(trading, { ...terms, tokenId: tokenIds[1], priceMicros: 490_000 });
  assert.equal(trading.resting.length, 2);
  return trading;
}

describe("an exchange of ours", () => {
  for (const dialect of DIALECT_NAMES)
    it(`differs in nothing in the ${dialect} dialect, and every check is made`, async () => {
      const { spec, polymarket, kuest } = exchange.addresses;
      const addresses = { specified: spec, polymarket: polymarket!, kuest: kuest! }[dialect];
      const report = await check({ addresses, dialect });
      assert.deepEqual(failuresOf(report), []);
      assert.equal(report.result, "pass");
      assert.deepEqual(report.left, []);
    });

  for (const dialect of DIALECT_NAMES)
    it(`differs in nothing with a market of Protocol V2 in the ${dialect} dialect`, async () => {
      const { spec, polymarket, kuest } = exchange.addresses;
      const addresses = { specified: spec, polymarket: polymarket!, kuest: kuest! }[dialect];
      const report = await check({ addresses, dialect, marketVersion: "v2" });
      assert.deepEqual(failuresOf(report), []);
      assert.equal(report.result, "pass");
    });

  it("has no order of the checks left", async () => {
    assert.deepEqual(await restingLevels(), []);
  });

  it("differs in nothing where others quote the market, and what was bought is sold again", async () => {
    const quotes = await quoteMarket();
    const report = await check();
    assert.deepEqual(await quotes.cleanUp(), []);
    assert.deepEqual(failuresOf(report), []);
    assert.deepEqual(report.left, []);
  });

  it("is read alone where nothing may be placed", async () => {
    const report = await check({ readOnly: true });
    assert.deepEqual(rowsOf(report, "fail"), []);
    const skipped = rowsOf(report, "skipped");
    for (const endpoint of [
      "POST /order",
      "DELETE /order",
      "GET /data/trades",
      "GET /positions",
      "GET /midpoint",
    ])
      assert.ok(skipped.includes(endpoint), endpoint);
    assert.match(reportText(report), /skipped +read-only: nothing is placed/);
  });

  it("skips the interfaces without an address, with the reason", async () => {
    const { trading } = exchange.addresses.spec;
    const report = await check({ addresses: { trading }, readOnly: true });
    assert.ok(rowsOf(report, "skipped").includes("GET /public-search"));
    assert.match(reportText(report), /no address of the catalog interface: give it with --catalog/);
  });

  it("takes orders of a given key, and trades nothing with it", async () => {
    const report = await check({ wallet: createWallet(Buffer.alloc(32, 7)) });
    assert.deepEqual(rowsOf(report, "fail"), []);
    assert.ok(rowsOf(report, "pass").includes("DELETE /order"));
    assert.ok(rowsOf(report, "skipped").includes("GET /data/trades"));
    assert.deepEqual(await restingLevels(), []);
  });
});

/** Groups differences that hide none of each other: each is in a row of its own, and one that loses orders stands alone. */
function groupsOf(plants: readonly Plant[]): Plant[][] {
  const groups: Plant[][] = [];
  for (const plant of plants) {
    const fits = (group: readonly Plant[]): boolean =>
      group.every(
        ({ row, alone, dialect, waits }) =>
          row !== plant.row && alone !== true && dialect === plant.dialect && waits === plant.waits,
      );
    const group = plant.alone === true ? undefined : groups.find(fits);
    if (group === undefined) groups.push([plant]);
    else group.push(plant);
  }
  return groups;
}

/** Short waits of a check for a message that never comes. A longer one follows where a busy machine was late with others. */
const VAIN_WAITS_MS = [1_000, 5_000];

const sortedRows = (plants: readonly Plant[]): string[] => plants.map(({ row }) => row).sort();

/** Checks with the standard wait, unless a message is awaited in vain and a short one shows the differences. */
async function checkPlants(plants: readonly Plant[]): Promise<Report> {
  const dialect = plants[0]?.dialect ?? "specified";
  const { addresses } = dialect === "specified" ? proxy : polymarketProxy;
  if (plants.some(({ waits }) => waits === true))
    for (const timeoutMs of VAIN_WAITS_MS) {
      const report = await check({ addresses, dialect, timeoutMs });
      if (isDeepStrictEqual(rowsOf(report, "fail").sort(), sortedRows(plants))) return report;
    }
  return check({ addresses, dialect });
}

describe("an activity", () => {
  const [hash, wallet] = [`0x${"ab".repeat(32)}`, `0x${"cd".repeat(20)}`];
  const texts = ["title", "slug", "icon", "eventSlug", "outcome", "name", "pseudonym", "bio"];
  const pictures = ["profileImage", "profileImageOptimized"];
  const blank = Object.fromEntries([...texts, ...pictures].map((field) => [field, ""]));
  const amounts = { timestamp: 1, size: 5, usdcSize: 5, price: 0, outcomeIndex: 999 };
  const row = { ...blank, ...amounts, proxyWallet: wallet, conditionId: hash, transactionHash: hash };
  for (const [type, fits] of [
    ["SPLIT", true],
    ["TRADE", false],
  ] as const)
    it(`of ${type} ${fits ? "may" : "must not"} leave its token and side blank`, () => {
      const fault = activity(DIALECT_RULES.specified)({ ...row, type, asset: "", side: "" }, "");
      assert.equal(fault?.at, fits ? undefined : "asset");
    });
});

describe("a server that differs", () => {
  const all = [...PLANTS, ...CHANNEL_PLANTS];
  for (const plants of atDepth({
    quick: [
      ...groupsOf(all.filter(({ waits }, no) => waits !== true && no % 3 === 0)),
      groupsOf(VALUE_PLANTS)[0]!,
    ],
    deep: [...groupsOf(all.filter((_, no) => no % 3 === 1)), ...groupsOf(VALUE_PLANTS).slice(0, 2)],
    long: [...groupsOf(all), ...groupsOf(VALUE_PLANTS)],
  })) {
    const rows = plants.map(({ row }) => row);
    it(`fails in ${rows.join(", ")} alone where ${plants.map(({ name }) => name).join(", ")}`, async () => {
      proxy.plants = plants;
      polymarketProxy.plants = plants;
      const report = await checkPlants(plants);
      const failures = JSON.stringify(failuresOf(report), undefined, 1);
      assert.deepEqual(rowsOf(report, "fail").sort(), sortedRows(plants), failures);
      assert.match(reportText(report), /\n {2}request .*\n {2}expected .*\n {2}got /);
    });
  }

  const ODD = { data: [{ tokens: 7 }], events: [null], error: 5 };
  for (const json of atDepth<readonly unknown[]>({
    quick: [null, ODD],
    deep: [{}, [], null, "text", [[null]], ODD],
  }))
    it(`fails without a crash where it always answers ${JSON.stringify(json)}`, async () => {
      const replace = () => ({ status: 200, type: "application/json", json });
      proxy.plants = [{ name: "nonsense", row: "", replace }];
      const report = await check({ addresses: proxy.addresses });
      const failed = rowsOf(report, "fail");
      assert.ok(failed.includes("GET /book") && failed.includes("GET /public-search"), failed.join());
      assert.deepEqual(rowsOf(report, "pass"), []);
    });

  it("passes in nothing that needs an order where the wallets have no funds", async () => {
    const replace = ({ path }: Asked) =>
      path.startsWith("/balance-allowance")
        ? { status: 200, type: "application/json", json: { balance: "0" } }
        : undefined;
    proxy.plants = [{ name: "no funds", row: "", replace }];
    const report = await check({ addresses: proxy.addresses });
    assert.deepEqual(rowsOf(report, "fail"), []);
    const skipped = rowsOf(report, "skipped");
    for (const endpoint of ["POST /order", "DELETE /order", "GET /data/order/{id}", "GET /data/trades"])
      assert.ok(skipped.includes(endpoint), endpoint);
    assert.match(
      reportText(report),
      /skipped +the wallet 0x[0-9a-f]{40} has 0 of collateral, and 2 are needed/,
    );
  });

  it("offers no live channels without a difference, unless their address is named", async () => {
    proxy.plants = [{ name: "no channels", row: "", refuse: () => 404 }];
    const { addresses } = proxy;
    const report = await check({ addresses });
    assert.equal(report.result, "pass");
    assert.deepEqual(rowsOf(report, "not offered"), ["/ws/market", "/ws/user"]);
    assert.match(reportText(report), /\nnot offered no live channel at ws:.*: status 404\n/);
    const named = await check({ addresses: { ...addresses, channels: addresses.trading }, readOnly: true });
    assert.deepEqual(rowsOf(named, "fail"), ["/ws/market", "/ws/user"]);
  });

  it("cannot be checked where it does not answer", async () => {
    const trading = "http://127.0.0.1:1";
    await assert.rejects(check({ addresses: { trading } }), CannotRun);
  });
});

describe("the subcommand", () => {
  it("reports in JSON, and ends with 1 where something differs", async (context) => {
    proxy.plants = PLANTS.filter(({ row }) => row === "GET /midpoint");
    const { code, stdout } = await runPresage(context, ["conformance", proxy.addresses.trading, "--json"]);
    const report: Report = JSON.parse(stdout);
    assert.deepEqual(rowsOf(report, "fail"), ["GET /midpoint"]);
    assert.deepEqual(rowsOf(report, "skipped"), []);
    assert.equal(code, 1);
  });

  it("ends with 0 where nothing differs, and with 2 where it cannot run", async (context) => {
    const { trading } = exchange.addresses.spec;
    const [read, silent, wrong] = await Promise.all(
      [
        [trading, "--read-only"],
        ["http://127.0.0.1:1", "--read-only"],
        [trading, "--dialect", "specifed"],
      ].map((args) => runPresage(context, ["conformance", ...args])),
    );
    assert.equal(read!.code, 0);
    assert.match(read!.stdout, / 0 failed, \d+ were not or not wholly checked \(dialect specified\)\.\n$/);
    assert.equal(silent!.code, 2);
    assert.match(silent!.stderr, /expected an answer within 10 s, got no connection/);
    assert.equal(wrong!.code, 2);
    assert.match(wrong!.stderr, /--dialect: expected one of specified, .*, got "specifed"/);
  });
});
