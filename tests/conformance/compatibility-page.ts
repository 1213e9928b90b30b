/**
 * Checks docs/reference/compatibility.md against the recorded calls: each table must have every public method with its routes, and
 * all methods of a table must have the result that the page states.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Call, Surface } from "./call-record.ts";
import { listMissingFields } from "./declared-answers.ts";
import { DECLARATIONS, LIBRARIES, PUBLIC_METHODS } from "./libraries.ts";
import { rowsUnder } from "./compatibility-tables.ts";
import { routeOf } from "./routes.ts";

const NOT_SUPPORTED = /^refused: "(Error fetching RFQ quote: )?not supported"$/;

/** Headings of the tables, and the result of all methods of a table. */
const TABLES: readonly (readonly [Surface, string, RegExp])[] = [
  ["clob-client", "### @polymarket/clob-client", /^works$/],
  ["clob-client RfqClient", "### RfqClient of @polymarket/clob-client", NOT_SUPPORTED],
  ["clob-client-v2", "### @polymarket/clob-client-v2", /^works$/],
];

export function testPage(calls: readonly Call[]): void {
  describe("docs/reference/compatibility.md", () => {
    for (const [surface, heading, result] of TABLES) {
      const callsOf = (method: string): Call[] =>
        calls.filter((call) => call.surface === surface && call.method === method);
      it(`has the result of every public method of ${surface}`, () => {
        for (const method of PUBLIC_METHODS[surface]!)
          assert.match(resultOf(callsOf(method)), result, method);
      });
      it(`has the routes of every public method of ${surface}`, () => {
        const expected = PUBLIC_METHODS[surface]!.map((method) => rowOf(method, callsOf(method)));
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
  return [`\`${method}\``, routes.map((route) => `\`${route}\``).join(", ")];
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
  return addresses === 0 ? `refused: ${texts}` : `works at ${addresses} addresses only: ${texts}`;
}

const byPath = (a: string, b: string): number => (a.split(" ")[1]! < b.split(" ")[1]! ? -1 : 1);
