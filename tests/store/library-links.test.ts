/** The links of the carried PostgreSQL's libraries, where npm ran no install script. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { linkLibraries } from "../../src/store/server/embedded-server.ts";

/** A package with the library lib.so.1.2, and with a link to it that is still to be made. */
function packageWithout(context: TestContext, target: string): string {
  const directory = mkdtempSync(join(tmpdir(), "presage-links-"));
  context.after(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "native", "lib"), { recursive: true });
  writeFileSync(join(directory, "native", "lib", "lib.so.1.2"), "a library");
  const links = [{ source: "native/lib/lib.so.1.2", target }];
  writeFileSync(join(directory, "native", "pg-symlinks.json"), JSON.stringify(links));
  return directory;
}

test("links that are missing are made, and those that are there stay", (context) => {
  const directory = packageWithout(context, "native/lib/lib.so.1");
  linkLibraries(directory);
  linkLibraries(directory);
  const link = join(directory, "native", "lib", "lib.so.1");
  assert.deepEqual([readlinkSync(link), readFileSync(link, "utf8")], ["lib.so.1.2", "a library"]);
});

test("a link that cannot be made is refused in one line that says what to do", (context) => {
  const directory = packageWithout(context, "native/gone/lib.so.1");
  assert.throws(
    () => linkLibraries(directory),
    /npm did not run the install script .* start Presage once as the owner/,
  );
});

test("a package without links is left as it is", (context) => {
  const directory = mkdtempSync(join(tmpdir(), "presage-links-"));
  context.after(() => rmSync(directory, { recursive: true }));
  linkLibraries(directory);
});
