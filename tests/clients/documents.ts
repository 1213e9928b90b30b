/** The pages docs/start/quickstart-python.md and docs/start/market-maker.md, on a Python with the client that they name. */
import { after, before, describe, it } from "node:test";
import { delimiter, dirname } from "node:path";
import { readPage } from "../docs-blocks/page-blocks.ts";
import { runPage } from "../docs-blocks/run-page.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { describeMarketMaker } from "./market-maker.ts";

/** Describes the tests of the pages; `python` is the interpreter that has the client. */
export function describeDocuments(python: string): void {
  describe("docs/start/quickstart-python.md", () => {
    let directories: DataDirectories;
    before(async () => (directories = await prepareDataDirectories()));
    after(() => directories.close());

    it("does what it shows", async () => {
      process.env["PATH"] = [dirname(python), process.env["PATH"]].join(delimiter);
      const page = readPage("docs/start/quickstart-python.md");
      await runPage({ ...page, kind: "sandbox with residents" }, directories);
    });
  });
  describeMarketMaker(python);
}
