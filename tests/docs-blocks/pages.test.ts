/** Each page of the documents with blocks beside an exchange, run as a reader runs them. */
import { after, before, describe, it } from "node:test";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { listPages, readPage } from "./page-blocks.ts";
import { isRunHere } from "./page-faults.ts";
import { runPage } from "./run-page.ts";

/** Pages at once: each has an exchange and a database of its own. */
const concurrency = 2;
/** Page that is run alone, for one who writes it. */
const only = process.env["PAGE"];

describe("the blocks of a page do what the page shows:", { concurrency }, () => {
  let directories: DataDirectories;
  before(async () => {
    directories = await prepareDataDirectories();
  });
  after(() => directories.close());

  for (const page of listPages().map(readPage).filter(isRunHere))
    if (only === undefined || page.path.endsWith(only))
      it(page.path, async (context) => {
        context.diagnostic(`${await runPage(page, directories)} shell blocks are run`);
      });
});
