/** Texts of operators: a hidden character is refused with the field, the character and its place, whatever the field. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { formatRoute } from "../../../src/http/operation/endpoint.ts";
import { walletOf } from "../../support/exchange.ts";
import { startTradedExchange } from "./world.ts";
import type { Method, OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startTradedExchange();
  await exchange.open(walletOf("reader"), "1");
});
after(() => exchange.close());

const reason = "ticket 17";
const TURNED = "ab\u202ecd";
const LINES = "one\n\ttwo\r\nthree";

type Row = readonly [Method, string, (text: string) => object, field: string, several?: boolean];
const market = { event: "weather", question: "Will it hail?", tick: "0.01", minimumSize: "5", reason };
const ROWS: readonly Row[] = [
  ["POST", "/announcements", (text) => ({ text, reason }), "text", true],
  ["POST", "/announcements", (text) => ({ text: "News", reason: text }), "reason", true],
  ["POST", "/brand", (name) => ({ name, reason }), "name"],
  ["POST", `/accounts/${walletOf("reader")}/notes`, (text) => ({ text }), "text", true],
  ["POST", "/markets/rain/clarify", (text) => ({ text, reason }), "text", true],
  ["POST", "/events/test-event/clarify", (text) => ({ text, reason }), "text", true],
  ["POST", "/markets/rain/edit", (question) => ({ question, reason }), "question"],
  ["POST", "/markets/rain/edit", (description) => ({ description, reason }), "description", true],
  ["POST", "/markets/rain/edit", (image) => ({ image, reason }), "image"],
  ["POST", "/events/test-event/edit", (title) => ({ title, reason }), "title"],
  ["POST", "/markets", (question) => ({ ...market, question }), "question"],
  ["POST", "/markets", (label) => ({ ...market, label }), "label"],
  ["POST", "/markets", (slug) => ({ ...market, slug }), "slug"],
  ["POST", "/markets", (no) => ({ ...market, outcomes: ["Yes", no] }), "outcomes.1"],
  ["POST", "/events", (tag) => ({ title: "Sea", tags: [tag], markets: [], reason }), "tags.0"],
  ["POST", "/markets/rain/propose", (link) => ({ payout: "yes", link, reason }), "link"],
  ["POST", "/forbidden-names", (text) => ({ text, match: "word", reason }), "text"],
  ["POST", "/mode", (text) => ({ mode: "normal", reason: text }), "reason", true],
];

const call = (method: Method, path: string, body: object) => exchange.call("night", method, path, body);

describe("a text of an operator", () => {
  for (const [method, path, bodyOf, field, several = false] of ROWS) {
    it(`has no hidden character: ${field} of ${method} ${path}`, async () => {
      const last = exchange.context.engine.head().seq;
      for (const [text, code, position] of [
        [TURNED, "U+202E", 3],
        ["a\0", "U+0000", 2],
        ["\ud83d", "U+D83D", 1],
        ["😀\u200b!", "U+200B", 2],
        ["a\u001b[2J", "U+001B", 2],
      ] as const) {
        const { status, body } = await call(method, path, bodyOf(text));
        assert.deepEqual([status, body.code], [400, "invalid_payload"], JSON.stringify(body));
        const start = `${field}: expected text without hidden characters, got ${code} at character ${position}`;
        assert.ok(body.hint.startsWith(start), body.hint);
      }
      assert.equal(exchange.context.engine.head().seq, last);
    });

    it(`${several ? "may have lines" : "has one line"}: ${field} of ${method} ${path}`, async () => {
      const { status, body } = await call(method, path, bodyOf(LINES));
      if (several) return assert.equal(status, 200, JSON.stringify(body));
      assert.equal(status, 400);
      assert.match(body.hint, /got U\+000A at character 4/);
    });
  }

  it("is said with the nearest valid one, and the refusal shows no hidden character", async () => {
    const { body, text } = await call("POST", "/brand", { name: TURNED, reason });
    assert.match(body.hint, /; nearest: "abcd"$/);
    assert.doesNotMatch(text, /\p{Cf}/u);
    const other = await call("POST", "/brand", { accent: TURNED, reason });
    assert.match(other.body.hint, /got "ab\\u202ecd"/);
  });

  it("is in a list of funds, too", async () => {
    const csv = `${walletOf("reader")},1,"a\u2067b"`;
    const refused = await exchange.call("bank", "POST", "/accounts/fundings", { csv, reason });
    assert.equal(refused.body.code, "invalid_payload");
    assert.match(refused.body.hint, /^csv: line 1: note: .*got U\+2067 at character 2/);
  });

  it("may have the joiners that it is spelt with", async () => {
    const { status, body } = await call("POST", "/announcements", { text: "👩‍🚀 می‌خواهم", reason });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.text, "👩‍🚀 می‌خواهم");
  });
});

/** Fields of bodies that nobody reads as a text: each has a form of its own, which the operation checks. */
const OTHERS = new Set(
  (
    "address owner creator wallets host market event winner amount rate tick minimumSize startDate endDate gameStartTime " +
    "from until link accent logo content csv names method url headers body apiKey secret passphrase events markets message"
  ).split(" "),
);

type Schema = { readonly [keyword: string]: unknown };
const propertiesOf = ({ properties }: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries((properties ?? {}) as Record<string, Schema>);
const partsOf = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? value : typeof value === "object" && value !== null ? [value as Schema] : [];

/** Names of fields with free texts. */
const freeTexts = (schema: Schema, name: string): readonly string[] => [
  ...(schema["type"] === "string" && !("enum" in schema) && !("format" in schema) ? [name] : []),
  ...propertiesOf(schema).flatMap(([key, value]) => freeTexts(value, key)),
  ...[...partsOf(schema["anyOf"]), ...partsOf(schema["items"])].flatMap((part) => freeTexts(part, name)),
];

describe("a field of the operator API", () => {
  const none = (): never => {
    throw new Error("no address is asked for");
  };
  for (const endpoint of adminEndpoints(none).filter(({ body }) => body !== undefined))
    it(`is a text without hidden characters, or has a form of its own: ${formatRoute(endpoint)}`, () => {
      const free = endpoint.path === "/listings" ? [] : freeTexts(endpoint.body as unknown as Schema, "body");
      assert.deepEqual(
        free.filter((name) => !OTHERS.has(name)),
        [],
      );
    });
});
