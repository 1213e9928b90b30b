/** Operations: each one that is described is served, and stands with the others of its group. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { sandboxEndpoints } from "../../src/http/sandbox/endpoints.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { noFaults } from "../support/no-faults.ts";
import { noResidents } from "../support/no-residents.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** The operations of each interface by its folder in src/http. */
const LISTS: Readonly<Record<string, readonly Endpoint[]>> = {
  trading: tradingEndpoints("sandbox"),
  data: dataEndpoints,
  catalog: catalogEndpoints,
  admin: [...adminEndpoints(() => null), ...houseMakerEndpoints(countHouseMakerQuotes)],
  sandbox: sandboxEndpoints(noFaults(), noResidents()),
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "path" in value && "summary" in value && "handle" in value;

/** Lists the operations that a file exports, alone or in lists; those that a function makes are not among them. */
async function exportedBy(file: string): Promise<Endpoint[]> {
  const exports: Readonly<Record<string, unknown>> = await import(join(ROOT, file));
  return Object.values(exports).flat().filter(isEndpoint);
}

for (const [name, operations] of Object.entries(LISTS)) {
  describe(`operations of ${name}`, () => {
    it("stand in its list, each that a file describes", async () => {
      const files = globSync(`src/http/${name}/**/*.ts`, { cwd: ROOT });
      const described = (await Promise.all(files.map(exportedBy))).flat();
      const missing = described.filter((operation) => !operations.includes(operation));
      assert.ok(described.length > 0);
      assert.deepEqual(
        missing.map((operation) => `${formatRoute(operation)} is missing in src/http/${name}/endpoints.ts`),
        [],
      );
    });

    it("stand beside the others of their group", () => {
      const groups = operations.map(({ group }) => group.name);
      const runs = groups.filter((group, index) => group !== groups[index - 1]);
      assert.deepEqual(runs, [...new Set(groups)], "a group of the document is in two places of the list");
    });
  });
}

describe("operators' subcommands", () => {
  it("name operations that there are, with their path parameters", () => {
    const routes = new Set(Object.values(LISTS).flat().map(formatRoute));
    const named = globSync("src/cli/operator/*.ts", { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]*)"/g)].map(
        ([, route]) => ({ file, route: route! }),
      ),
    );
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter(({ route }) => !routes.has(route)),
      [],
    );
  });
});
