/** Checks the routes that docs/reference/compatibility.md lists for clients which do not run here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsUnder } from "./compatibility-tables.ts";
import { ROUTES } from "./routes.ts";

test("every route that other clients need is one of the trading interface, and is listed once", () => {
  const needed = rowsUnder("### Routes").map(([route]) => route!.slice(1, -1));
  assert.ok(needed.length > 0);
  assert.deepEqual(
    needed.filter((route) => !ROUTES.includes(route)),
    [],
  );
  assert.deepEqual([...new Set(needed)], needed);
});

test("every listed route names a client that needs it", () => {
  for (const [route, polymarket, kuest] of rowsUnder("### Routes"))
    assert.notEqual(polymarket! + kuest!, "", route);
});
