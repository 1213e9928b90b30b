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
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import { AMOUNT_PATTERN } from "../../src/http/operation/id-patterns.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
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
   * Parameters without effect, by operation and name, with the words of docs/reference/dialects.md that say why. An operation alone
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
      const route = formatRoute(endpoint);
      const names = route in rows.withoutEffect ? [] : Object.keys(endpoint.query?.properties ?? {});
      const walked = names.filter((name) => !(`${route} ${name}` in rows.withoutEffect));
      if (walked.length > 0)
        void describe(`${route} in the ${dialect} dialect`, () => {
          for (const name of walked)
            void it(`changes with ${name}`, () => assertEffect(rows, { endpoint, name, dialect }));
        });
    }
  void it("says in docs/reference/dialects.md of what there is nothing to change", () =>
    assertExplained(endpoints, rows.withoutEffect));
}

const DIALECTS_PAGE = readFileSync(
  new URL("../../docs/reference/dialects.md", import.meta.url),
  "utf8",
).replaceAll(/\s+/g, " ");

/** Asserts that there is each parameter or operation without effect, and that the document has the words about it. */
function assertExplained(
  endpoints: readonly Endpoint[],
  withoutEffect: ParameterRows["withoutEffect"],
): void {
  const known = new Set(
    endpoints.flatMap((endpoint) => {
      const names = Object.keys(endpoint.query?.properties ?? {});
      return [formatRoute(endpoint), ...names.map((name) => `${formatRoute(endpoint)} ${name}`)];
    }),
  );
  for (const [parameter, words] of Object.entries(withoutEffect)) {
    assert.ok(known.has(parameter), parameter);
    assert.ok(DIALECTS_PAGE.includes(words), `docs/reference/dialects.md says not: ${words}`);
  }
}

const rowOf = <Row>(rows: Readonly<Record<string, Row>>, endpoint: Endpoint, name: string): Row | undefined =>
  rows[`${formatRoute(endpoint)} ${name}`] ?? rows[name];

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

type Typed = {
  readonly type?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly enum?: readonly string[];
  readonly items?: Typed;
};

/** A value, and how else it may be written. */
type Written = readonly [value: string, ...forms: readonly string[]];

/** Values of a parameter's type with their forms; none of a text's. */
function writtenIn(schema: Typed, dialect: Dialect): readonly Written[] {
  const { type, minimum = 0, items, enum: names } = schema;
  if (items !== undefined) return writtenIn(items, dialect);
  if (names !== undefined)
    return dialect === "polymarket"
      ? names.map((name): Written => [name, ...spellings(name).filter((one) => !names.includes(one))])
      : [];
  if (type === "boolean")
    return [
      ["true", "1", "24", "TRUE", "True", "1.", "+1"],
      ["false", "0", "FALSE", "0.0", "00"],
    ];
  if (type === "integer") {
    const value = String(Math.max(minimum, 1));
    return [[value, `+${value}`, ` ${value}`, `${value}.`, `${value}.0`, `0${value}`, `${value}e0`]];
  }
  if (MOMENT.test(schema.description ?? ""))
    return [
      [
        "2026-11-01T00:00:00Z",
        "2026-11-01",
        ...(dialect === "spec" ? [] : withoutZone("2026-11-01", "00:00:00")),
      ],
      [
        "2026-11-01T07:30:00.123456Z",
        ...(dialect === "spec" ? [] : withoutZone("2026-11-01", "07:30:00.123456")),
      ],
    ];
  if (type !== "number" && schema.pattern !== AMOUNT_PATTERN) return [];
  return [
    ["0.5", ".5", "+.5", "00.50", "5e-1"],
    ["1", "1.", "+1", "1.0", "1E0"],
  ];
}

/** Descriptions of moments. */
const MOMENT = /: ISO 8601, a date, or unix seconds$/;

/** A moment as Python's `datetime.isoformat()` and `str()` write it. */
const withoutZone = (day: string, time: string): readonly string[] => [`${day}T${time}`, `${day} ${time}`];

const spellings = (name: string): readonly string[] => {
  const words = name.toLowerCase().split("_");
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [words.join("_"), words.join("-"), name.toUpperCase(), pascal, camel];
};

export type FormRows = {
  readonly endpoints: readonly Endpoint[];
  readonly read: (asked: WalkedRead) => Promise<Reply>;
  /** Queries beside a parameter, by operation and name. */
  readonly beside: Readonly<Record<string, string>>;
  /** Parameters whose values are refused for what they say, by name. */
  readonly refused: ReadonlySet<string>;
};

/** Describes a test for each GET operation in each dialect: every form of a value is read as the value is. */
export function describeFormWalk({ endpoints, read, beside, refused }: FormRows): void {
  for (const dialect of DIALECTS)
    for (const endpoint of operationsIn(endpoints, dialect).filter(({ method }) => method === "GET")) {
      const route = formatRoute(endpoint);
      const typed = Object.entries(endpoint.query?.properties ?? {}).flatMap(([name, schema]) =>
        writtenIn(schema, dialect).map((written) => ({ name, written })),
      );
      if (typed.length > 0)
        void it(`${route} in the ${dialect} dialect reads numbers, flags, names and dates in every form`, async () => {
          for (const { name, written } of typed) {
            const ask = async (value: string): Promise<readonly [number, string]> => {
              const query = laidOver(
                beside[`${route} ${name}`] ?? "",
                `${name}=${encodeURIComponent(value)}`,
              );
              const { status, text } = await read({ endpoint, query, dialect });
              return [status, withoutRequestId(text)];
            };
            const [value, ...forms] = written;
            const meant = await ask(value);
            if (!refused.has(name)) assert.equal(meant[0], 200, `${name}=${value}: ${meant[1]}`);
            await Promise.all(
              forms.map(async (form) => assert.deepEqual(await ask(form), meant, `${name}=${form}`)),
            );
          }
        });
    }
}

/** Describes a test for each GET operation in each dialect: a slash at the end of the path is no other route. */
export function describeSlashWalk(
  endpoints: readonly Endpoint[],
  read: (asked: WalkedRead & { readonly slash: "" | "/" }) => Promise<Reply>,
): void {
  for (const dialect of DIALECTS)
    void it(`answers with a slash at the end of each path in the ${dialect} dialect`, async () => {
      for (const endpoint of operationsIn(endpoints, dialect).filter(({ method }) => method === "GET")) {
        if (endpoint.mediaType !== undefined || endpoint.path === "/") continue;
        const [plain, slashed] = [
          await read({ endpoint, query: "", dialect, slash: "" }),
          await read({ endpoint, query: "", dialect, slash: "/" }),
        ];
        assert.deepEqual(
          [slashed.status, withoutRequestId(slashed.text)],
          [plain.status, withoutRequestId(plain.text)],
          endpoint.path,
        );
      }
    });
}

const withoutRequestId = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
