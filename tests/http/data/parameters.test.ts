/** Parameters that the data interface refuses by name, in each dialect, before it looks at any value. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import {
  ConditionIds,
  Limit,
  Offset,
  SortDirection,
  Threshold,
  Title,
  User,
} from "../../../src/http/data/parameters.ts";
import { dataErrorFormat } from "../../../src/http/data/refusal.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, startTestExchange, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";

const echo = testEndpoint({
  method: "GET",
  path: "/echo",
  summary: "Answer what was asked",
  query: Type.Object({
    user: User,
    market: Type.Optional(ConditionIds),
    sizeThreshold: Threshold({ default: 1 }, "Least balance"),
    redeemable: Type.Optional(Type.Boolean()),
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    sortDirection: SortDirection,
    title: Title,
  }),
  answer: Type.Unknown(),
  handle: ({ query }) => ({ body: query }),
});
const ofEvents = testEndpoint({
  method: "GET",
  path: "/events",
  summary: "Take the id of an event",
  query: Type.Object({ eventId: Type.Optional(Type.String()) }),
  answer: Type.Unknown(),
  handle: ({ query }) => ({ body: query }),
});
const nothing = testEndpoint({
  method: "GET",
  path: "/",
  summary: "Take no parameters",
  answer: Type.Unknown(),
  handle: () => ({ body: "here" }),
});

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [echo, ofEvents, nothing], form: dataErrorFormat });
});
after(() => exchange.close());

const ANN = walletOf("ann");
const [RAIN, SNOW] = [hashOf("rain"), hashOf("snow")];

async function ask(query: string, dialect: Dialect = "spec"): Promise<readonly [number, unknown]> {
  const { status, body } = await exchange.get(`/echo?${query}`, dialect);
  return [status, status === 200 ? body : body.error];
}

const DEFAULTS = { sizeThreshold: 1, limit: 100, offset: 0, sortDirection: "DESC" };

describe("a parameter that the operation does not have", () => {
  const long = "x".repeat(300);
  const UNKNOWN: readonly (readonly [query: string, name: string])[] = [
    [`user=${ANN}&colour=red`, "colour"],
    [`user=${ANN}&colour`, "colour"],
    [`user=${ANN}&b=1&a=2&7=3`, "b"],
    [`user=${ANN}&7=3&b=1`, "7"],
    ["colour=red", "colour"],
    ["colour=red&user=nobody&limit=x", "colour"],
    [`user=${ANN}&__proto__=1`, "__proto__"],
    [`user=${ANN}&constructor=1`, "constructor"],
    [`user=${ANN}&toString=1`, "toString"],
    [`user[]=${ANN}`, "user[]"],
    [`USER=${ANN}`, "USER"],
    [`user=${ANN}&${long}=1`, "x".repeat(100)],
    [`user=${ANN}&col%00o%0au%1br%7f=1`, String.raw`col\u0000o\u000au\u001br\u007f`],
    [`user=${ANN}&colour=%00`, "colour"],
    [`user=${ANN}&${encodeURIComponent("😀".repeat(101))}=1`, "😀".repeat(100)],
    [`user=${ANN}&=1`, ""],
  ];
  for (const [query, name] of UNKNOWN) {
    it(`is refused by its name: ${query.slice(43, 100)}`, async () => {
      for (const dialect of ["spec", "kuest"] as const)
        assert.deepEqual(await ask(query, dialect), [400, `unknown_field: ${name}`], dialect);
      assert.notEqual((await ask(query, "polymarket"))[1], `unknown_field: ${name}`);
    });
  }

  it("is ignored in Polymarket's dialect, also where another operation has it", async () => {
    const [status, body] = await ask(`user=${ANN}&colour=red`, "polymarket");
    assert.deepEqual([status, body], [200, { user: ANN, ...DEFAULTS }]);
    assert.deepEqual(await ask(`user=${ANN}&eventId=7`, "polymarket"), [200, { user: ANN, ...DEFAULTS }]);
  });

  it("is refused where there are no parameters at all", async () => {
    const { status, body } = await exchange.get("/?x=1");
    assert.deepEqual([status, body], [400, { error: "unknown_field: x" }]);
    assert.equal((await exchange.get("/?")).status, 200);
    assert.equal((await exchange.get("/?x=1", "polymarket")).status, 200);
  });
});

const UPPER = `0x${ANN.slice(2).toUpperCase()}`;
const CHECKSUM = checksumAddress(ANN);
/** Ids, as many as a list may have; the last one fills the request's line. */
const FULL_LIST = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(64, "0")}`);

describe("a parameter of the data interface", () => {
  const READ: readonly (readonly [query: string, values: Record<string, unknown>])[] = [
    [`user=${ANN}`, {}],
    [`user=${UPPER}`, { user: UPPER }],
    [`user=${CHECKSUM}`, { user: CHECKSUM }],
    [`user=${ANN}&market=&title=&limit=&offset=&sortDirection=&sizeThreshold=&redeemable=`, {}],
    [`user=${ANN}&market=${RAIN}`, { market: [RAIN] }],
    [
      `user=${ANN}&market=${RAIN},${SNOW.toUpperCase().replace("X", "x")}`,
      {
        market: [RAIN, SNOW.toUpperCase().replace("X", "x")],
      },
    ],
    [`user=${ANN}&market=${FULL_LIST.join()}`, { market: FULL_LIST }],
    [`user=${ANN}&limit=0`, { limit: 0 }],
    [`user=${ANN}&limit=501`, { limit: 500 }],
    [`user=${ANN}&offset=10000`, { offset: 10_000 }],
    [`user=${ANN}&sizeThreshold=0.01`, { sizeThreshold: 0.01 }],
    [`user=${ANN}&sizeThreshold=0`, { sizeThreshold: 0 }],
    [`user=${ANN}&title=${"é".repeat(100)}`, { title: "é".repeat(100) }],
    [`user=${ANN}&sortDirection=ASC&redeemable=True`, { sortDirection: "ASC", redeemable: true }],
  ];
  for (const [query, values] of READ) {
    it(`is read from ?${query.slice(0, 110)}`, async () => {
      for (const dialect of DIALECTS)
        assert.deepEqual(await ask(query, dialect), [200, { user: ANN, ...DEFAULTS, ...values }]);
    });
  }

  it("repeats the name of a list for Polymarket's clients only", async () => {
    const repeated = `user=${ANN}&market=${RAIN}&market=${SNOW}`;
    for (const dialect of ["spec", "kuest"] as const)
      assert.deepEqual(await ask(repeated, dialect), [400, "invalid_field: market"], dialect);
    const expected = { user: ANN, market: [RAIN, SNOW], ...DEFAULTS };
    assert.deepEqual(await ask(repeated, "polymarket"), [200, expected]);
  });
});
