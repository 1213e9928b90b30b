/** Checks that the web page's types are those of the documents. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GENERATED = "web/src/api/generated";

test("web/src/api/generated is up to date; else run npm run openapi", () => {
  const scratch = mkdtempSync(join(tmpdir(), "presage-types-"));
  try {
    cpSync(join(ROOT, "docs/openapi"), join(scratch, "docs/openapi"), { recursive: true });
    mkdirSync(join(scratch, "web"));
    cpSync(join(ROOT, "web/generate-api.ts"), join(scratch, "web/generate-api.ts"));
    execFileSync(process.execPath, [join(scratch, "web/generate-api.ts")]);
    for (const file of readdirSync(join(ROOT, GENERATED))) {
      const [made, kept] = [scratch, ROOT].map((root) =>
        withoutLayout(readFileSync(join(root, GENERATED, file), "utf8")),
      );
      assert.equal(kept, made, file);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

/** Removes layout: the formatter breaks lines, adds bars and removes brackets. */
const withoutLayout = (text: string): string => text.replaceAll(/[\s|();,"]/g, "");
