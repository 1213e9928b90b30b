/**
 * Walks over the parameters of an interface, in each dialect, as its operations describe them: a value of each changes
 * the answer. A parameter that is new has no row, and fails until it has one.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { routeOf } from "../../src/http/endpoint.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import type { Reply } from "./exchange.ts";

/** Two queries that only the parameter tells apart. Each is laid over the operation's own; an empty value takes one out. */
export type Change = readonly [query: string, other: string];

/** A query that only adds the parameter to another. */
export const adding = (text: string, beside = ""): Change => [
  beside,
  beside === "" ? text : `${beside}&${text}`,
];

/** A request: of the operation, with a query laid over the operation's own. */
export type WalkedRead = { readonly endpoint: Endpoint; readonly query: string; readonly dialect: Dialect };

/** The next cursor of an answer, wherever the interface puts it. */
type CursorOf = (reply: Reply) => string;

export type ParameterRows = {
  /** Gives the changes by the parameter's name, or by operation and name as in `GET /trades limit`, which comes first. */
  readonly changes: () => Readonly<Record<string, readonly Change[]>>;
  /** The query that makes a first page with another after it, by the cursor's name as above. */
  readonly pages: Readonly<Record<string, string>>;
  /** Names of parameters whose value in `changes` may be refused instead, as of what there is not. */
  readonly mayBeRefused: ReadonlySet<string>;
  /**
   * Parameters without effect, by operation and name, with the words of docs/dialects.md that say why. An operation alone
   * stands for all of its parameters: it answers nothing that they could change.
   */
  readonly withoutEffect: Readonly<Record<string, string>>;
  readonly cursorOf: CursorOf;
  readonly read: (asked: WalkedRead) => Promise<Reply>;
};

/** Describes a test for each parameter of each GET operation in each dialect. */
export function describeParameterWalk(endpoints: readonly Endpoint[], rows: ParameterRows): void {
  for (const dialect of DIALECTS)
    for (const endpoint of operationsIn(endpoints, dialect).filter(({ method }) => method === "GET")) {
      const route = routeOf(endpoint);
      const names = route in rows.withoutEffect ? [] : Object.keys(endpoint.query?.properties ?? {});
      const walked = names.filter((name) => !(`${route} ${name}` in rows.withoutEffect));
      if (walked.length > 0)
        void describe(`${route} in the ${dialect} dialect`, () => {
          for (const name of walked)
            void it(`changes with ${name}`, () => assertEffect(rows, { endpoint, name, dialect }));
        });
    }
  void it("says in docs/dialects.md of what there is nothing to change", () =>
    assertExplained(endpoints, rows.withoutEffect));
}

const DIALECTS_PAGE = readFileSync(new URL("../../docs/dialects.md", import.meta.url), "utf8").replaceAll(
  /\s+/g,
  " ",
);

/** Asserts that there is each parameter or operation without effect, and that the document has the words about it. */
function assertExplained(
  endpoints: readonly Endpoint[],
  withoutEffect: ParameterRows["withoutEffect"],
): void {
  const known = new Set(
    endpoints.flatMap((endpoint) => {
      const names = Object.keys(endpoint.query?.properties ?? {});
      return [routeOf(endpoint), ...names.map((name) => `${routeOf(endpoint)} ${name}`)];
    }),
  );
  for (const [parameter, words] of Object.entries(withoutEffect)) {
    assert.ok(known.has(parameter), parameter);
    assert.ok(DIALECTS_PAGE.includes(words), `docs/dialects.md says not: ${words}`);
  }
}

const rowOf = <Row>(rows: Readonly<Record<string, Row>>, endpoint: Endpoint, name: string): Row | undefined =>
  rows[`${routeOf(endpoint)} ${name}`] ?? rows[name];

type Parameter = { readonly endpoint: Endpoint; readonly name: string; readonly dialect: Dialect };

async function assertEffect(rows: ParameterRows, { endpoint, name, dialect }: Parameter): Promise<void> {
  const ask = async (query: string): Promise<Reply> => {
    const reply = await rows.read({ endpoint, query, dialect });
    assert.equal(reply.status, 200, `?${query}: ${reply.text}`);
    return reply;
  };
  const page = rowOf(rows.pages, endpoint, name);
  const changes =
    page === undefined
      ? rowOf(rows.changes(), endpoint, name)
      : [adding(`${name}=${encodeURIComponent(rows.cursorOf(await ask(page)))}`, page)];
  assert.ok(changes !== undefined && changes.length > 0, `no value of ${name} is known to change anything`);
  for (const [query, other] of changes) {
    const one = await ask(query);
    const two = await rows.read({ endpoint, query: other, dialect });
    const isRefused = two.status === 400 && rows.mayBeRefused.has(name);
    assert.ok(two.status === 200 || isRefused, `?${other}: ${two.text}`);
    assert.notEqual(two.text, one.text, `${name} changes nothing: ?${query} and ?${other}`);
  }
}

/** The query with others laid over it: each of their values takes the place of those before. */
export function laidOver(...queries: readonly string[]): string {
  const parameters = new URLSearchParams();
  for (const query of queries)
    for (const [name, value] of new URLSearchParams(query))
      if (value === "") parameters.delete(name);
      else parameters.set(name, value);
  return parameters.toString();
}
