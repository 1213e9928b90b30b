/**
 * docs/compatibility.md against what the matrix did: every public method stands there with what came of it, and with
 * the routes that it asked.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Call, Surface } from "./call-record.ts";
import { missingFrom } from "./declared-answers.ts";
import { DECLARATIONS, LIBRARIES, PUBLIC_METHODS } from "./libraries.ts";
import { rowsUnder } from "./page.ts";
import { routeOf } from "./routes.ts";

/** The heading of each table. */
const TABLES: readonly (readonly [Surface, string])[] = [
  ["clob-client", "### @polymarket/clob-client"],
  ["clob-client RfqClient", "### RfqClient of @polymarket/clob-client"],
  ["clob-client-v2", "### @polymarket/clob-client-v2"],
];

export function testPage(calls: readonly Call[]): void {
  describe("docs/compatibility.md", () => {
    for (const [surface, heading] of TABLES) {
      it(`says of every public method of ${surface} what came of it`, () => {
        const expected = PUBLIC_METHODS[surface].map((method) =>
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

/** Where a declaration says something else than the service, whose clients read what the service gives. */
const MISDECLARED = new Set(["getPricesHistory", "getApiKeys"]);

/** At the address of the service whose clients they are. */
export function testDeclaredAnswers(calls: readonly Call[]): void {
  describe("answers have all that the libraries declare", () => {
    for (const { name } of LIBRARIES) {
      it(name, () => {
        const { answers } = DECLARATIONS[name];
        const missing = calls
          .filter(({ target, refusal }) => target === `${name}, polymarket` && refusal === "")
          .filter(({ method }) => answers.has(method) && !MISDECLARED.has(method))
          .flatMap(({ method, answer }) =>
            missingFrom(DECLARATIONS[name], answers.get(method)!, answer).map((path) => `${method}: ${path}`),
          );
        assert.deepEqual([...new Set(missing)], []);
      });
    }
  });
}

/** What the page has to say of a method that was called like this: the cells of its row. */
function rowOf(method: string, calls: readonly Call[]): string[] {
  const routes = [...new Set(calls.flatMap(({ requests }) => requests.map(routeOf)))].sort(byPath);
  return [`\`${method}\``, resultOf(calls), routes.map((route) => `\`${route}\``).join(", ")];
}

/** It works when it succeeded at every address, however often it was refused besides, as some tests want it to be. */
function resultOf(calls: readonly Call[]): string {
  if (calls.length === 0) return "never called";
  const succeeded = calls.filter(({ refusal }) => refusal === "");
  const addresses = new Set(succeeded.map(({ target }) => target)).size;
  if (addresses === DIALECTS.length) return "works";
  const texts = [...new Set(calls.map(({ refusal }) => `"${refusal}"`))].join(", ");
  return addresses === 0 ? `refused clearly: ${texts}` : `works at ${addresses} addresses only: ${texts}`;
}

const byPath = (a: string, b: string): number => (a.split(" ")[1]! < b.split(" ")[1]! ? -1 : 1);
