/**
 * The documents for analysts, beside an exchange with thirty days of trading and with trades that cost fees. Their commands,
 * their programs in Python and the notebook must run and agree. `npx node tests/clients/analysis.ts` runs them alone.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { createCallRecord } from "../conformance/call-record.ts";
import { readPage } from "../docs-blocks/page-blocks.ts";
import { openExchange } from "../docs-blocks/page-exchange.ts";
import type { PageExchange } from "../docs-blocks/page-exchange.ts";
import { runBlocks } from "../docs-blocks/run-page.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import { installPython } from "./install.ts";
import { ownSigning } from "./own-signing.ts";
import { tellStory } from "./story.ts";
import { createStages } from "./world.ts";
import type { Stage } from "./world.ts";

const PAGES = ["data/export.md", "data/formulas.md", "data/recompute.md", "data/hash-chain.md"];

type Analysis = {
  readonly exchange: PageExchange;
  /** Markets with fees, which those of the past lack. */
  readonly stage: Stage;
  close(): Promise<void>;
};

/** Opens the exchange, in whose shell `python3` has pandas, pyarrow and DuckDB; or gives the reason why that cannot be. */
export async function openAnalysis(): Promise<Analysis | { readonly missing: string }> {
  const python = await installPython("analysis", "3.12");
  if ("missing" in python) return python;
  const directories = await prepareDataDirectories();
  const exchange = await openExchange("sandbox with a past", directories);
  const close = async (): Promise<void> => {
    await exchange.close();
    directories.close();
  };
  const token = readFileSync(join(exchange.folder, "data", "admin-token"), "utf8").trim();
  const stages = createStages(exchange.addresses, token);
  const stage = await stages.createStage("an analyst", { dialect: "polymarket", version: "v1" });
  await run(exchange, `export PATH="${dirname(python.path)}:$PATH"`);
  return { exchange, stage, close };
}

async function run({ shell, toReal }: PageExchange, script: string): Promise<string> {
  const { code, output } = await shell.run(toReal(script));
  assert.equal(code, 0, output);
  return output;
}

/** Describes the tests of the pages, after two wallets have traded. */
export function describeAnalysis({ exchange, stage, close }: Analysis): void {
  describe("documents for analysts", { concurrency: 1 }, () => {
    after(close);
    describe("trades with fees, splits, conversions and payouts", { concurrency: 1 }, () => {
      tellStory(stage, async () => {
        const opening = { stage, installed: "", record: createCallRecord() };
        const { createTrader } = await ownSigning.open(opening);
        assert.ok(createTrader !== undefined);
        return createTrader();
      });
    });

    for (const path of PAGES) it(`docs/${path} does what it shows`, () => runInFolder(exchange, path));

    it("finds the export above its folder, and says what is wrong with a folder or a wallet", async () => {
      const start = (variables: string) =>
        exchange.shell.run(
          exchange.toReal(`(mkdir -p recompute/deep && cd recompute/deep && ${variables} ${NOTEBOOK})`),
        );
      const { code, output } = await start(`WALLET=$(${A_WALLET} | tr a-f A-F) EXPORT_FOLDER=june`);
      assert.equal(code, 0, output);
      for (const [variables, says] of [
        ["EXPORT_FOLDER=june WALLET=0xABC", /^WALLET: no such wallet in accounts: .*, got '0xabc'$/m],
        [
          "EXPORT_FOLDER=nowhere",
          /^EXPORT_FOLDER: expected a folder with the manifest\.json .*, got 'nowhere', .*$/m,
        ],
      ] as const) {
        const refused = await start(variables);
        assert.notEqual(refused.code, 0);
        assert.match(refused.output, says);
        assert.doesNotMatch(refused.output, /Traceback/);
      }
    });

    it("finds a difference in a table whose hash is that of the manifest", async () => {
      const { code, output } = await exchange.shell.run(exchange.toReal(FORGERY));
      assert.notEqual(code, 0);
      assert.match(output, /AssertionError: position of 0x[0-9a-f]{40} in \d+: computed Position\(/);
    });
  });
}

/** Runs the blocks of a page in a folder of its own, since pages write folders of the same names. */
async function runInFolder(exchange: PageExchange, path: string): Promise<void> {
  const folder = join(exchange.folder, basename(path, ".md"));
  mkdirSync(folder);
  symlinkSync(join(exchange.folder, "data"), join(folder, "data"));
  await run(exchange, `cd "${folder}"`);
  assert.ok((await runBlocks(readPage(`docs/${path}`), { ...exchange, folder })) > 0);
  await run(exchange, `cd "${exchange.folder}"`);
}

const NOTEBOOK = 'python3 "$EXAMPLES/run-notebook.py" "$EXAMPLES/recompute.ipynb"';

/** Prints a wallet of the tables of the page about the notebook. */
const A_WALLET = `python3 -c 'import pandas; print(pandas.read_parquet("../june/accounts.parquet")["wallet"].iloc[-1])'`;

/** Adds 0.01 share to the first trade in the tables of the page about the notebook. */
const FORGERY = `cd recompute && python3 - <<'END'
import hashlib, json
from decimal import Decimal
import pandas as pd
frame = pd.read_parquet("june/trades.parquet")
frame.loc[0, "shares"] += Decimal("0.01")
frame.to_parquet("june/trades.parquet")
manifest = json.load(open("june/manifest.json"))
manifest["tables"]["trades"]["sha256"] = hashlib.sha256(open("june/trades.parquet", "rb").read()).hexdigest()
json.dump(manifest, open("june/manifest.json", "w"))
END
EXPORT_FOLDER=june ${NOTEBOOK}
`;

if (import.meta.main) {
  const analysis = await openAnalysis();
  if ("missing" in analysis) it.skip(analysis.missing);
  else describeAnalysis(analysis);
}
