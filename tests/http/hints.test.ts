/** Hints of all refusals: no regular expression in any, and the nearest amount is that of the number that was meant. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { isRejection } from "../../src/core/rejection.ts";
import { isSchema, nearestValue, describeSchema } from "../../src/http/operation/validation-fault.ts";
import type { Schema } from "../../src/http/operation/validation-fault.ts";
import { AMOUNT_PATTERN } from "../../src/http/operation/id-patterns.ts";
import { nearestAmounts, nearestSeconds } from "../../src/http/values/intended-amount.ts";
import { readFees, readMarketTerms } from "../../src/http/admin/markets/market-terms.ts";
import { readMakerParams as readHouseTerms } from "../../src/http/admin/exchange/house-makers.ts";
import { readCollateral, readShares } from "../../src/http/values/amount.ts";

/** Forms that clients write numbers in, with the number that each means. */
const FORMS: readonly (readonly [given: string | number, meant: number])[] = [
  ["1e3", 1000],
  ["1E+3", 1000],
  ["25e-3", 0.025],
  [".5", 0.5],
  ["1.", 1],
  ["+2", 2],
  ["007", 7],
  [" 5 ", 5],
  ["1,000", 1000],
  ["1,234,567.5", 1_234_567.5],
  ["1_000", 1000],
  ["0x10", 16],
  ["-0x10", -16],
  ["-5", -5],
  ["-0.004", -0.004],
  [-5, -5],
  [0, 0],
  ["0", 0],
  ["0.001", 0.001],
  ["1.239999", 1.239999],
  ["1.23000000000000000000001", 1.23],
  [1.239999, 1.239999],
  [1e-7, 1e-7],
  [1e21, 1e21],
  ["99999999999999999999", 1e20],
  ["1e300", 1e300],
];
/** Texts that mean no number for certain. */
const MEANINGLESS = ["", "1,5", "1.2.3", "many", "0xzz", "NaN", "Infinity", "1,00", "--1", "1e", "1 000,5"];

const DOCUMENTS = ["docs/openapi", "docs/asyncapi"].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file): unknown => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))),
);

/** All schemas of operations and messages, each form once. */
function schemasIn(value: unknown, found = new Map<string, Schema>()): ReadonlyMap<string, Schema> {
  if (isSchema(value) && (typeof value["type"] === "string" || typeof value["pattern"] === "string")) {
    const { description: _, example: __, default: ___, ...form } = value;
    found.set(JSON.stringify(form), value);
  }
  if (typeof value === "object" && value !== null)
    for (const one of Object.values(value)) schemasIn(one, found);
  return found;
}
const SCHEMAS = [...schemasIn(DOCUMENTS).values()];

void describe("A hint", () => {
  const withPattern = SCHEMAS.filter(({ pattern }) => typeof pattern === "string");

  void it("shows no regular expression of any schema", () => {
    assert.ok(withPattern.length > 10);
    for (const schema of withPattern) {
      const words = describeSchema(schema);
      assert.ok(!words.includes(String(schema["pattern"])) && !/\^|\[[^\]]+\][{*+]/.test(words), words);
      const { description: _, ...bare } = schema;
      assert.ok(!describeSchema(bare).includes(String(schema["pattern"])));
    }
  });

  void it("names a number that every numeric schema takes, as near to the meant one as there is", () => {
    const numeric = SCHEMAS.filter(
      ({ type, const: only, enum: names }) =>
        (type === "integer" || type === "number") && only === undefined && names === undefined,
    );
    assert.ok(numeric.length > 20);
    for (const schema of numeric)
      for (const [given, meant] of FORMS) {
        const nearest = nearestValue(schema, given);
        if (nearest === undefined) continue;
        const value = Number(nearest);
        const text = `${JSON.stringify(schema)}: ${given} gives ${nearest}`;
        assert.ok(isIn(schema, value), text);
        if (isIn(schema, meant)) assert.equal(value, meant, text);
        else if (Number.isFinite(meant) && isIn(schema, Math.round(meant)))
          assert.ok(Math.abs(value - meant) <= 0.5, text);
      }
  });

  void it("names none where no number was meant", () => {
    for (const text of MEANINGLESS) {
      assert.deepEqual(nearestAmounts(text, { places: 2, least: 1, most: 1000 }), [], text);
      assert.equal(nearestSeconds(text), undefined);
    }
  });
});

function isIn(
  { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema,
  value: number,
): boolean {
  const [least, most] = [minimum ?? -Number.MAX_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER].map(Number);
  const [above, below] = [exclusiveMinimum ?? -Infinity, exclusiveMaximum ?? Infinity].map(Number);
  return (
    (type === "number" || Number.isInteger(value)) &&
    value >= least! &&
    value <= most! &&
    value > above! &&
    value < below!
  );
}

/** Readers of amounts, each with its smallest step. */
const READERS: readonly (readonly [name: string, step: number, read: (given: string | number) => unknown])[] =
  [
    ["shares", 0.01, readShares],
    ["collateral", 0.000001, (given) => readCollateral(given)],
    ["a rate of fees", 0.0001, (rate) => readFees({ rate })],
    ["a minimum size", 0.01, (minimumSize) => readMarketTerms({ minimumSize })],
    ["a start price", 0.0001, (price) => readHouseTerms({ maximumLoss: "10", price, reason: "a start" })],
  ];

void describe("The nearest amount", () => {
  for (const [name, step, read] of READERS)
    void it(`of ${name} is taken, and is that of the number that was meant`, () => {
      for (const [given, meant] of FORMS) {
        const answer = read(given);
        if (!isRejection(answer)) continue;
        const hint = answer.hint ?? assert.fail(name);
        const named = /; nearest: (.+)$/.exec(hint)?.[1]?.split(" or ") ?? assert.fail(hint);
        for (const amount of named) {
          assert.equal(isRejection(read(amount)), false, `${given}: ${hint}`);
          const isBound = isRejection(
            read(Number(amount) > meant ? below(amount, step) : above(amount, step)),
          );
          assert.ok(isBound || Math.abs(Number(amount) - meant) < 1.001 * step, `${given}: ${hint}`);
        }
      }
    });

  void it("of a market's step is one of its steps", () => {
    for (const [given] of FORMS) {
      const answer = readMarketTerms({ tick: given });
      if (!isRejection(answer)) continue;
      const nearest = /; nearest: (.+)$/.exec(answer.hint ?? "")?.[1] ?? assert.fail(answer.hint);
      assert.equal(isRejection(readMarketTerms({ tick: nearest })), false, nearest);
    }
  });

  void it("of a bound in a query has its form", () => {
    for (const [given] of FORMS) {
      if (typeof given === "number") continue;
      const nearest = nearestValue({ type: "string", pattern: AMOUNT_PATTERN }, given) ?? assert.fail(given);
      assert.match(nearest, new RegExp(AMOUNT_PATTERN));
    }
  });

  void it("of a time in milliseconds is in seconds", () => {
    assert.equal(nearestSeconds("1780315200000"), "1780315200, if it is in milliseconds");
    assert.equal(nearestSeconds("1e9"), "1000000000");
    assert.equal(nearestSeconds("1780315200.5"), "1780315200 or 1780315201");
    assert.equal(nearestSeconds("9".repeat(30)), "253402300799");
  });
});

const above = (amount: string, step: number): string => plain(Number(amount) + step, step);
const below = (amount: string, step: number): string => plain(Number(amount) - step, step);
const plain = (value: number, step: number): string => value.toFixed(Math.round(-Math.log10(step)));
