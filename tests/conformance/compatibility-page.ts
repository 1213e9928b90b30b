/**
 * Checks docs/reference/compatibility.md against the recorded calls: it must have every public method, with its result and its
 * routes.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Call, Surface } from "./call-record.ts";
import { listMissingFields } from "./declared-answers.ts";
import { DECLARATIONS, LIBRARIES, PUBLIC_METHODS } from "./libraries.ts";
import { rowsUnder } from "./compatibility-tables.ts";
import { routeOf } from "./routes.ts";

/** Headings of the tables. */
const TABLES: readonly (readonly [Surface, string])[] = [
  ["clob-client", "### @polymarket/clob-client"],
  ["clob-client RfqClient", "### RfqClient of @polymarket/clob-client"],
  ["clob-client-v2", "### @polymarket/clob-client-v2"],
];

export function testPage(calls: readonly Call[]): void {
  describe("docs/reference/compatibility.md", () => {
    for (const [surface, heading] of TABLES) {
      it(`has the result of every public method of ${surface}`, () => {
        const expected = PUBLIC_METHODS[surface]!.map((method) =>
          rowOf(
            method,
            calls.filter((call) => call.surface === surface && call.method === method),
          ),
        );
        assert.deepEqual(rowsUnder(heading), expected);
      });
    }
  });
}

/** Methods whose declaration differs from the answers of the service; its users read the answers. */
const MISDECLARED = new Set(["getPricesHistory", "getApiKeys", "getReadonlyApiKeys"]);

/** Checks answers of the Polymarket dialect, since the libraries are that service's. */
export function testDeclaredAnswers(calls: readonly Call[]): void {
  describe("answers have all fields that the libraries declare", () => {
    for (const { name } of LIBRARIES) {
      it(name, () => {
        const { answers } = DECLARATIONS[name];
        const missing = calls
          .filter(({ target, refusal }) => target === `${name}, polymarket` && refusal === "")
          .filter(({ method }) => answers.has(method) && !MISDECLARED.has(method))
          .flatMap(({ method, answer }) =>
            listMissingFields(DECLARATIONS[name], answers.get(method)!, answer).map(
              (path) => `${method}: ${path}`,
            ),
          );
        assert.deepEqual([...new Set(missing)], []);
      });
    }
  });
}

/** Expected cells of a method's row, by its calls. */
function rowOf(method: string, calls: readonly Call[]): string[] {
  const routes = [...new Set(calls.flatMap(({ requests }) => requests.map(routeOf)))].sort(byPath);
  return [`\`${method}\``, resultOf(calls), routes.map((route) => `\`${route}\``).join(", ")];
}

/**
 * Result of a method: it works when a call succeeded at every address. Refusals besides do not count, since some tests
 * expect them.
 */
function resultOf(calls: readonly Call[]): string {
  if (calls.length === 0) return "never called";
  const succeeded = calls.filter(({ refusal }) => refusal === "");
  const addresses = new Set(succeeded.map(({ target }) => target)).size;
  if (addresses === DIALECTS.length) return "works";
  const texts = [...new Set(calls.map(({ refusal }) => `"${refusal}"`))].join(", ");
  return addresses === 0 ? `refused clearly: ${texts}` : `works at ${addresses} addresses only: ${texts}`;
}

const byPath = (a: string, b: string): number => (a.split(" ")[1]! < b.split(" ")[1]! ? -1 : 1);
