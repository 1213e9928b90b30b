/** Settings that cannot be read are refused before a place is made for an exchange. */
import assert from "node:assert/strict";
import { test } from "node:test";
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
