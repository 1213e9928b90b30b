/** Descriptions of schemas in words, and the valid value that is nearest to a wrong one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { isSchema, nearestValue, describeSchema } from "../../src/http/operation/validation-fault.ts";
import { CONDITION_PATTERN, otherId, TOKEN_PATTERN } from "../../src/http/operation/id-patterns.ts";
import { storableText, textLine } from "../../src/http/values/shown-text.ts";
import { WALLET_FORMAT } from "../../src/http/values/wallets.ts";
import { nearestName } from "../../src/base/nearest-name.ts";

const asSchema = (schema: TSchema) => {
  assert.ok(isSchema(schema));
  return schema;
};

const Side = Type.Enum(["BUY", "SELL"]);
const Wallet = Type.String({ format: WALLET_FORMAT });
const Page = Type.Integer({ minimum: 1, maximum: 500 });

const WORDS: readonly (readonly [TSchema, string])[] = [
  [Side, "BUY or SELL"],
  [Type.Enum(["a", "b", "c"]), "a, b or c"],
  [Type.Union([Type.Literal("yes"), Type.Tuple([Type.Literal(1), Type.Literal(0)])]), "yes or [1, 0]"],
  [Type.Union([Type.String({ maxLength: 9 }), Type.Number()]), "text of at most 9 characters or a number"],
  [Type.Union([Type.String(), Type.String()]), "text"],
  [Page, "an integer from 1 to 500"],
  [Type.Number({ maximum: 4 }), "a number of at most 4"],
  [Type.Number({ exclusiveMinimum: 0 }), "a number above 0"],
  [Type.Number({ exclusiveMinimum: 0, maximum: 1 }), "a number above 0 and at most 1"],
  [Type.Integer({ minimum: 1, exclusiveMaximum: 9 }), "an integer at least 1 and below 9"],
  [Type.Boolean(), "true or false"],
  [Type.Null(), "null"],
  [Type.String({ minLength: 2, maxLength: 2 }), "text of 2 characters"],
  [Type.Array(Side, { minItems: 1, maxItems: 15 }), "a list of 1 to 15 items"],
  [Type.Object({ a: Side, b: Type.Optional(Side), c: Side }), "an object with a and c"],
  [Type.Record(Type.String(), Side), "an object"],
  [Wallet, "a wallet address, 0x and 40 hex digits"],
  [
    Type.String({ pattern: CONDITION_PATTERN }),
    "a condition id, 0x and 64 hex digits, or 62 of a Protocol V2 market",
  ],
  [Type.String({ pattern: "^a+$" }), "text of another form"],
  [Type.String({ pattern: "^a+$", description: "only a" }), "text: only a"],
  [storableText(5), "text without NUL and half characters, at most 5 characters"],
  [Type.Unknown(), "another value"],
];
for (const [schema, words] of WORDS)
  test(`in words: ${words}`, () => assert.equal(describeSchema(asSchema(schema)), words));

const NEAREST: readonly (readonly [TSchema, unknown, string | undefined])[] = [
  [Side, "buy", "BUY"],
  [Side, "SEL", "SELL"],
  [Side, "HOLD", undefined],
  [Side, 1, undefined],
  [Type.Union([Type.Literal("GTC"), Type.Literal("FOK")]), "gtc", "GTC"],
  [Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]), 9, "3"],
  [Type.Union([Type.Literal("yes"), Type.Literal(1)]), "0", "1"],
  [Type.Literal(2), 9, "2"],
  [Type.Union([Type.Literal("yes"), Type.Tuple([Type.Literal(1), Type.Literal(0)])]), 9, undefined],
  [Page, 0, "1"],
  [Page, 501, "500"],
  [Page, "7", "7"],
  [Page, "1.4", "1"],
  [Page, "many", undefined],
  [Page, "99999999999999999999", "500"],
  [Type.Number({ minimum: 0 }), -0.5, "0"],
  [Type.Number({ exclusiveMinimum: 0, maximum: 1 }), 0, undefined],
  [Type.Number({ exclusiveMinimum: 0, maximum: 1 }), -0.1, undefined],
  [Type.Number({ exclusiveMinimum: 0, maximum: 1 }), "3", "1"],
  [Type.Number({ exclusiveMaximum: 1 }), 1, undefined],
  [Type.Integer({ exclusiveMinimum: 0 }), -4, "1"],
  [Type.Integer({ exclusiveMinimum: 0, exclusiveMaximum: 9 }), 9, "8"],
  [Type.Boolean(), "true", "true"],
  [Type.Boolean(), "1", undefined],
  [Type.String(), 5_000_000, '"5000000"'],
  [Type.String(), 1.5, undefined],
  [Type.Union([Type.String(), Type.Null()]), 7, '"7"'],
  [Wallet, "0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  [Wallet, "ann", undefined],
  [Type.String({ pattern: TOKEN_PATTERN }), " 12 ", "12"],
  [Type.String({ pattern: CONDITION_PATTERN }), "ab".repeat(32), `0x${"ab".repeat(32)}`],
  [textLine(5), " ", undefined],
  [Type.Object({}), "x", undefined],
];
for (const [schema, got, nearest] of NEAREST)
  test(`nearest to ${JSON.stringify(got)} as ${describeSchema(asSchema(schema))}: ${nearest ?? "nothing"}`, () =>
    assert.equal(nearestValue(asSchema(schema), got), nearest));

test("an id of another form is known by its form", () => {
  const condition = `0x${"ab".repeat(32)}`;
  const token = "1".repeat(77);
  assert.match(otherId(TOKEN_PATTERN, condition) ?? "", /condition id/);
  assert.match(otherId(CONDITION_PATTERN, token) ?? "", /token id/);
  for (const pattern of [TOKEN_PATTERN, CONDITION_PATTERN]) {
    assert.match(otherId(pattern, "will-it-rain-2026") ?? "", /slug/);
    assert.match(otherId(pattern, "12") ?? "", /market's number/);
  }
  for (const [pattern, given] of [
    [TOKEN_PATTERN, "0x12"],
    [TOKEN_PATTERN, "!?"],
    ["^a$", condition],
    [undefined, "rain"],
  ])
    assert.equal(otherId(pattern, given ?? ""), undefined);
});

test("a name is near in any case of letters, and nothing is near to what is long", () => {
  assert.equal(nearestName("wallet", ["host", "wallets"]), "wallets");
  assert.equal(nearestName("REASON", ["reason"]), "reason");
  assert.equal(nearestName("colour", ["host", "wallets"]), undefined);
  assert.equal(nearestName("x".repeat(10_000), ["x"]), undefined);
});
