/** The routes that docs/compatibility.md lists for clients which do not run here are all there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsUnder } from "./page.ts";
import { ROUTES } from "./routes.ts";

test("every route that other clients need is one of the trading interface, and stands there once", () => {
  const needed = rowsUnder("## Other clients").map(([route]) => route!.slice(1, -1));
  assert.ok(needed.length > 0);
  assert.deepEqual(
    needed.filter((route) => !ROUTES.includes(route)),
    [],
  );
  assert.deepEqual([...new Set(needed)], needed);
});

test("every one of them has a client that needs it", () => {
  for (const [route, polymarket, kuest] of rowsUnder("## Other clients"))
    assert.notEqual(polymarket! + kuest!, "", route);
});
