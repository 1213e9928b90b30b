/** The programs in Python on docs/trading/sign-in.md and docs/trading/sign-orders.md, beside those in TypeScript there. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);

const PAGES = ["docs/trading/sign-in.md", "docs/trading/sign-orders.md"];

/** Tells that the programs print what the same page shows for those in TypeScript; `python` has eth-account. */
export function describeDocumentedSignatures(python: string): void {
  for (const path of PAGES)
    it(`${path} has a program in Python that signs as the one in TypeScript`, async () => {
      const page = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
      const [, program = ""] = /^```python\n([^]*?)^```$/m.exec(page) ?? [];
      const [, printed = ""] = /^```sh\nnode \S+\n```\n+```text\n([^]*?)^```$/m.exec(page) ?? [];
      assert.match(printed, /^0x[\da-f]+\n/);
      const { stdout } = await run(python, ["-c", program]);
      assert.equal(stdout, printed);
    });
}
