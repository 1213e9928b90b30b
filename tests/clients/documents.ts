/** Pages and blocks in Python, on an interpreter with the client that they name. */
import { after, before, describe, it } from "node:test";
import { delimiter, dirname } from "node:path";
import { readPage } from "../docs-blocks/page-blocks.ts";
import type { Page } from "../docs-blocks/page-blocks.ts";
import { runPage } from "../docs-blocks/run-page.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { describeMarketMaker } from "./market-maker.ts";

/** Pages whose blocks are all for this test, each with the exchange beside which it is run. */
const WHOLE: Readonly<Record<string, string>> = {
  "docs/start/quickstart-python.md": "sandbox with residents",
  "docs/start/market-maker.md": "sandbox with a past",
};
/** Pages of other tests, with programs in Python for this one. */
const PARTS = [
  "docs/trading/order-types.md",
  "docs/trading/live-channels.md",
  "docs/trading/fills.md",
  "docs/trading/restart.md",
  "docs/trading/heartbeats.md",
];

/** Keeps of a page the blocks that say `<!-- run by: clients -->`. */
function partOf(page: Page): Page {
  const own = page.blocks.filter(({ runBy }) => runBy === "clients");
  return { ...page, blocks: own.map((block) => ({ ...block, runBy: undefined })) };
}

/** Describes the tests of the pages; `python` is the interpreter that has the client. */
export function describeDocuments(python: string): void {
  describe("the blocks in Python do what the page shows:", () => {
    const pages = [
      ...Object.entries(WHOLE).map(([path, kind]) => ({ ...readPage(path), kind })),
      ...PARTS.map((path) => partOf(readPage(path))),
    ];
    let directories: DataDirectories;
    before(async () => {
      process.env["PATH"] = [dirname(python), process.env["PATH"]].join(delimiter);
      directories = await prepareDataDirectories();
    });
    after(() => directories.close());

    for (const page of pages)
      it(page.path, async (context) => {
        const count = await runPage(page, directories);
        context.diagnostic(`${count} shell blocks are run`);
        if (count === 0) throw new Error(`${page.path}: expected a shell block of this test, got none`);
      });
  });
  describeMarketMaker(python);
}
