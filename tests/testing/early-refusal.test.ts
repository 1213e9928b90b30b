/** Settings that cannot be read, and runtimes that are too old, are refused before a place is made for an exchange. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSupportedRuntime } from "../../src/base/oldest-runtime.ts";
import { startExchange } from "../../src/library.ts";

test("a wrong setting is refused though no directory could be made", async (context) => {
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = "/dev/null/nowhere";
  context.after(() => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  });
  for (const [settings, reason] of [
    [{ PRESAGE_CLOCK: "foo" }, /^Error: PRESAGE_CLOCK: expected .*got "foo"$/],
    [{ PRESAGE_CLOCK: "virtual", PRESAGE_CLOCK_START: "soon" }, /^Error: PRESAGE_CLOCK_START: expected /],
  ] as const)
    await assert.rejects(startExchange({ settings }), reason);
});

test("an older runtime is told the commands that run on the one of the package", () => {
  assertSupportedRuntime("v24.0.0");
  assert.throws(
    () => assertSupportedRuntime("v20.19.4"),
    /^Error: presage-exchange needs Node.js 24 or newer .*, this is v20\.19\.4; .*npx --no -- node --test .*npx vitest run/,
  );
});
