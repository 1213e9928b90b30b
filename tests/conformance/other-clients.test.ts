/** Checks that the exchange has the routes of clients that do not run here. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NEEDED_ROUTES } from "./needed-routes.ts";
import { ROUTES } from "./routes.ts";

test("every route that other clients need is one of the trading interface", () => {
  const missing = Object.entries(NEEDED_ROUTES).filter(([route]) => !ROUTES.includes(route));
  assert.deepEqual(missing, []);
});
