/** The events of the log: each one is told somewhere, and stands in the operators' guide. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LOG_EVENTS } from "../../src/base/log-event.ts";
import { logEventsPage } from "./log-events-page.ts";

const SOURCES = join(import.meta.dirname, "..", "..", "src");

test("docs/operating/log.md has the table of events; npm run openapi writes it", () => {
  const { url, text } = logEventsPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

test("every event is told by the exchange", () => {
  const code = globSync("**/*.ts", { cwd: SOURCES, exclude: ["base/log-event.ts"] })
    .map((file) => readFileSync(join(SOURCES, file), "utf8"))
    .join("");
  const names = Object.keys(LOG_EVENTS);
  assert.deepEqual(
    names.filter((name) => !code.includes(`event: "${name}"`)),
    [],
  );
  assert.deepEqual(names, names.toSorted());
});
