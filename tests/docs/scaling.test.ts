/** docs/explanation/scaling.md has the tables of the model of capacity and of simulated reservations. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scalingPage } from "./scaling-page.ts";

test("docs/explanation/scaling.md has its tables; npm run openapi writes it", () => {
  const { url, text } = scalingPage();
  assert.equal(readFileSync(url, "utf8"), text);
});
