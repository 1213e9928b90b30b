/** The schema library prints what it finds odd in a schema; no schema of an operation makes it do so. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { createValidators } from "../../src/http/server/caching.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";

const OPERATIONS = [
  ...DIALECTS.flatMap((dialect) =>
    [tradingEndpoints("sandbox"), dataEndpoints, catalogEndpoints].flatMap((endpoints) =>
      operationsIn(endpoints, dialect),
    ),
  ),
  ...adminEndpoints(() => null),
  ...houseMakerEndpoints(countHouseMakerQuotes),
  ...sandboxEndpoints(noFaults(), noResidents()),
];

test("compile without a word of the schema library", () => {
  const validators = createValidators();
  const printed = new Set<string>();
  const listeners = (["warn", "log", "error"] as const).map((level) =>
    mock.method(console, level, (...words: unknown[]) => void printed.add(words.join(" "))),
  );
  let compiled = 0;
  try {
    for (const { method, path, params, query, body } of OPERATIONS)
      for (const schema of [params, query, body]) {
        if (schema === undefined) continue;
        validators({ schema, method, url: path })({});
        compiled += 1;
      }
  } finally {
    for (const { mock: listener } of listeners) listener.restore();
  }
  assert.ok(compiled > 300, `${compiled} schemas`);
  assert.deepEqual([...printed], []);
});
