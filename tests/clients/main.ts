/**
 * Client libraries as the registries have them, against a running exchange: each one's methods, and a story of trading
 * told by them. `npm run clients -- NAME...` runs some only, `documents` the pages of documents.ts and of analysis.ts. `--all` has also those that take minutes to build, `--write` writes the results into
 * docs/reference/compatibility.md.
 */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { parseArgs } from "node:util";
import { createCallRecord } from "../conformance/call-record.ts";
import { describeAnalysis, openAnalysis } from "./analysis.ts";
import { describeBindings, seedCatalog } from "./bindings.ts";
import { describeDocumentedSignatures } from "./documented-signatures.ts";
import { aiopolymarket } from "./aiopolymarket.ts";
import { clobJavaScript } from "./clob-javascript.ts";
import { kuestClientSdk, polymarketClientSdk, polymarketClientSdkV2 } from "./clob-rust-suites.ts";
import { eggplantSdk } from "./eggplant-sdk.ts";
import { describeDocuments } from "./documents.ts";
import { installJavaScript, installPython } from "./install.ts";
import { kuestPyClobClient } from "./kuest-py-clob-client.ts";
import { kuestSdk } from "./kuest-sdk.ts";
import { ownSigning } from "./own-signing.ts";
import { polyWebsockets } from "./poly-websockets.ts";
import { polymarketPaperTrader } from "./polymarket-paper-trader.ts";
import { pmquant } from "./pmquant.ts";
import { polymarketApis } from "./polymarket-apis.ts";
import { polymarketClient } from "./polymarket-client.ts";
import { polymarketKit } from "./polymarket-kit.ts";
import { polymarketPandas } from "./polymarket-pandas.ts";
import { polymarketWebsocketClient } from "./polymarket-websocket-client.ts";
import { polyoxide } from "./polyoxide.ts";
import { pyClobClientV2 } from "./py-clob-client-v2.ts";
import { pyClobClient } from "./py-clob-client.ts";
import { realTimeDataClient } from "./real-time-data-client.ts";
import { checkPage, resultsOf, writePage } from "./results.ts";
import { tellStory } from "./story.ts";
import type { OpenClient, Suite } from "./suite.ts";
import { unifiedClient } from "./unified-client.ts";
import { openWorld } from "./world.ts";
import type { Stage } from "./world.ts";

const QUICK: readonly Suite[] = [
  pyClobClient,
  pyClobClientV2,
  kuestPyClobClient,
  polymarketClient,
  kuestSdk,
  polymarketApis,
  ...clobJavaScript,
  ownSigning,
  realTimeDataClient,
  polyWebsockets,
  polymarketWebsocketClient,
  unifiedClient,
  polyoxide,
  polymarketKit,
  aiopolymarket,
  pmquant,
  polymarketPaperTrader,
  polymarketPandas,
  eggplantSdk,
];
/** Clients that are compiled, which takes minutes the first time. */
const BUILT: readonly Suite[] = [kuestClientSdk, polymarketClientSdk, polymarketClientSdkV2];

/** Name by which the pages are chosen. */
const DOCUMENTS = "documents";

/** Clients that trade at once, of which each keeps a process busy. */
const AT_ONCE = 8;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const SUITES = options.all ? [...QUICK, ...BUILT] : QUICK;
const known = [...SUITES.map(({ name }) => name), DOCUMENTS];
const unknown = names.filter((name) => !known.includes(name));
assert.deepEqual(unknown, [], `the names are ${known.join(", ")}; --all has more`);
const chosen = SUITES.filter(({ name }) => names.length === 0 || names.includes(name));

const record = createCallRecord();
const [world, javascript, ...installations] = await Promise.all([
  openWorld(),
  installJavaScript("javascript"),
  ...chosen.map((suite) => suite.install()),
]);
type Open = OpenClient & { readonly suite: Suite; readonly stage: Stage };
const open: Open[] = [];
after(async () => {
  for (const client of open) await client.close();
  await world.close();
});

const withDocuments = names.length === 0 || names.includes(DOCUMENTS);
const analysis = withDocuments ? await openAnalysis() : undefined;
await seedCatalog(world);
for (const [index, suite] of chosen.entries()) {
  const installation = installations[index]!;
  if ("missing" in installation) {
    it.skip(`${suite.name}: ${installation.missing}`);
    continue;
  }
  for (const version of suite.versions) {
    const name = version === "v1" ? suite.name : `${suite.name} by position ids`;
    const stage = await world.createStage(name, { dialect: suite.dialect, version });
    open.push({ suite, stage, ...(await suite.open({ stage, installed: installation.path, record })) });
  }
}
describe("clients", { concurrency: AT_ONCE }, () => {
  for (const { suite, stage, ...client } of open) {
    describe(`${suite.name} ${suite.version} in ${stage.version} markets`, { concurrency: 1 }, () => {
      const traders = client.createTrader === undefined ? [] : tellStory(stage, client.createTrader);
      client.describe(traders);
    });
  }
});

if ("missing" in javascript) it.skip(`JavaScript clients: ${javascript.missing}`);
else describeBindings(world, javascript.path);

const signing = installations[chosen.indexOf(pyClobClientV2)];
if (signing === undefined || "missing" in signing)
  it.skip("programs of docs/trading/sign-in.md and docs/trading/sign-orders.md: there is no eth-account");
else describeDocumentedSignatures(signing.path);

if (withDocuments) {
  const python = await installPython("py-clob-client-v2", "3.9.10");
  if ("missing" in python) it.skip(`documents: ${python.missing}`);
  else describeDocuments(python.path);
}

if (analysis !== undefined) {
  if ("missing" in analysis) it.skip(`documents for analysts: ${analysis.missing}`);
  else describeAnalysis(analysis);
}

// Last: it sees the calls of all tests.
describe("docs/reference/compatibility.md", () => {
  // A client has the same methods in markets of each version.
  const results = () =>
    chosen.flatMap((suite) => {
      const first = open.find((client) => client.suite === suite);
      return first === undefined ? [] : [resultsOf(suite, first.surfaces, record.calls)];
    });
  if (options.write)
    it("is written", () => {
      const ran = new Set(open.map(({ suite }) => suite));
      assert.ok(
        QUICK.every((suite) => ran.has(suite)),
        "all clients but those that are compiled must have run",
      );
      writePage(
        results(),
        [...QUICK, ...BUILT].map(({ name }) => name),
      );
    });
  else it("has the result of every public method", () => checkPage(results()));
});
