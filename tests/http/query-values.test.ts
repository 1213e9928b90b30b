/** Values of a query in the types that the schema says, and what becomes of those that have not its form. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { pageLimit } from "../../src/http/operation/page-limit.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { testEndpoint } from "../support/test-endpoint.ts";

const Query = Type.Object({
  limit: pageLimit({ default: 20, maximum: 100 }),
  offset: Type.Integer({ default: 0, minimum: 0 }),
  no: Type.Optional(Type.Integer()),
  closed: Type.Optional(Type.Boolean()),
  ascending: Type.Boolean({ default: false }),
  volume: Type.Optional(Type.Number({ minimum: 0 })),
  ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
  slugs: Type.Array(Type.String({ maxLength: 5 }), { default: ["all"] }),
  side: Type.Optional(Type.Enum(["BUY", "SELL"])),
  title: Type.Optional(Type.String({ maxLength: 5, pattern: "^[a-z ]*$" })),
});

/**
 * An operation whose handler compiles only if the static types follow the schema: a default leaves nothing undefined.
 */
const echo = testEndpoint({
  method: "GET",
  path: "/echo",
  summary: "Answer what was asked",
  query: Query,
  answer: Type.Unknown(),
  handle: ({ query }) => {
    const certain: readonly [number, number, boolean, string[]] = [
      query.limit,
      query.offset,
      query.ascending,
      query.slugs,
    ];
    const perhaps: readonly (number | boolean | number[] | undefined)[] = [query.no, query.closed, query.ids];
    return { body: { ...query, types: [...certain, ...perhaps].length } };
  },
});

const needy = testEndpoint({
  method: "GET",
  path: "/needy/:id",
  summary: "Need a parameter",
  query: Type.Object({ user: Type.String() }),
  params: Type.Object({ id: Type.String({ pattern: "^[0-9a-z]+$", maxLength: 5 }) }),
  answer: Type.Unknown(),
  handle: ({ query, params }) => ({ body: { ...query, ...params } }),
});

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [echo, needy] });
});
after(() => exchange.close());

const DEFAULTS = { limit: 20, offset: 0, ascending: false, slugs: ["all"] };

type Read = readonly [query: string, values: Record<string, unknown>];
const READ: readonly Read[] = [
  ["", {}],
  ["limit=&offset=&no=&closed=&ascending=&volume=&ids=&slugs=&side=&title=", {}],
  ["limit=7", { limit: 7 }],
  ["limit=007", { limit: 7 }],
  ["limit=100", { limit: 100 }],
  ["limit=101", { limit: 100 }],
  ["limit=9007199254740991", { limit: 100 }],
  ["limit=99999999999999999999", { limit: 100 }],
  ["offset=9007199254740991", { offset: Number.MAX_SAFE_INTEGER }],
  ["no=-3", { no: -3 }],
  ["closed=true", { closed: true }],
  ["closed=True&ascending=FALSE", { closed: true }],
  ["closed=false&ascending=true", { closed: false, ascending: true }],
  ["volume=0", { volume: 0 }],
  ["volume=1234.50", { volume: 1234.5 }],
  ["volume=1e-7", { volume: 1e-7 }],
  ...[".5", "0.5", "+.5", "%2B0.50", "5e-1", "00.5"].map((text): Read => [`volume=${text}`, { volume: 0.5 }]),
  ...["1.", "+1", "%2B1", "1.0", "01", "1e0", "10E-1"].flatMap((text): Read[] => [
    [`volume=${text}`, { volume: 1 }],
    [`limit=${text}`, { limit: 1 }],
    [`ids=${text}`, { ids: [1] }],
    [`closed=${text}`, { closed: true }],
  ]),
  ["limit=1e1", { limit: 10 }],
  ["closed=0&ascending=24", { closed: false, ascending: true }],
  ["ids=1", { ids: [1] }],
  ["ids=1,2", { ids: [1, 2] }],
  ["ids=,,1,", { ids: [1] }],
  ["slugs=a,b", { slugs: ["a", "b"] }],
  ["side=BUY", { side: "BUY" }],
  ["title=a+b%20c", { title: "a b c" }],
  // Where unknown names are ignored, no handler sees them.
  ["limit[]=5&LIMIT=6", {}],
  ["__proto__=1&constructor=2&toString=3", {}],
];

type Refused = readonly [query: string, hint: string];
const LONG = "9".repeat(400);
const REFUSED: readonly Refused[] = [
  ["limit=0", "limit: expected an integer from 1 to 100, got 0; nearest: 1"],
  ["limit=-1", "limit: expected an integer from 1 to 100, got -1; nearest: 1"],
  ["limit=ten", 'limit: expected an integer from 1 to 100, got "ten"'],
  ["limit=1.5", 'limit: expected an integer from 1 to 100, got "1.5"; nearest: 2'],
  ...["+", ".", "-", "+-1", "1,5x", "e1", "1e1000", "1_000"].map((text): Refused => [
    `volume=${encodeURIComponent(text)}`,
    `volume: expected a number of at least 0, got "${text}"`,
  ]),
  ["limit=0x10", 'limit: expected an integer from 1 to 100, got "0x10"'],
  [
    "limit=-9007199254740993",
    'limit: expected an integer from 1 to 100, got "-9007199254740993"; nearest: 1',
  ],
  ["limit=5&limit=5", 'limit: expected an integer from 1 to 100, got 2 items, ["5","5"]'],
  ["limit=&limit=5", 'limit: expected an integer from 1 to 100, got 2 items, ["","5"]'],
  ["offset=-1", "offset: expected an integer of at least 0, got -1; nearest: 0"],
  [
    "offset=9007199254740992",
    'offset: expected an integer of at least 0, got "9007199254740992"; nearest: 9007199254740991',
  ],
  ["no=-9007199254740993", 'no: expected an integer, got "-9007199254740993"; nearest: -9007199254740991'],
  ["closed=true&closed=true", 'closed: expected true or false, got 2 items, ["true","true"]'],
  ["closed=-1", 'closed: expected true or false, got "-1"'],
  ["closed=0.5", 'closed: expected true or false, got "0.5"'],
  ["ascending=null", 'ascending: expected true or false, got "null"'],
  ["volume=-0.5", "volume: expected a number of at least 0, got -0.5; nearest: 0"],
  ["volume=Infinity", 'volume: expected a number of at least 0, got "Infinity"'],
  [`volume=${LONG}`, 'volume: expected a number of at least 0, got 400 characters, "999'],
  ["ids=1,x", 'ids: expected an integer, got "x"'],
  ["ids=1,2,3,4", "ids: expected a list of at most 3 items, got 4 items, [1,2,3,4]"],
  [
    "ids=1&ids=2",
    'ids: expected one value with commas between the items, got 2 items, ["1","2"]; nearest: "1,2"',
  ],
  ["ids=,", 'ids: expected a list of at most 3 items, got ","'],
  ["slugs=%2C", 'slugs: expected a list, got ","'],
  ["slugs=abcdef", 'slugs: expected text of at most 5 characters, got "abcdef"'],
  ["side=buy", 'side: expected BUY or SELL, got "buy"; nearest: BUY'],
  ["title=abcdef", 'title: expected text of another form, at most 5 characters, got "abcdef"'],
  ["title=ABC", 'title: expected text of another form, at most 5 characters, got "ABC"; nearest: abc'],
  ["title=a%00", 'title: expected text without NUL, got "a\\u0000"'],
  ["slugs=a,%00", 'slugs: expected text without NUL, got 2 items, ["a","\\u0000"]'],
  [
    "slugs=a&slugs=%00",
    'slugs: expected one value with commas between the items, got 2 items, ["a","\\u0000"]',
  ],
  ["other=%00", 'other: expected text without NUL, got "\\u0000"'],
];

describe("the values of a query", () => {
  for (const [query, values] of READ) {
    it(`are read from ?${query}`, async () => {
      const { status, body, text } = await exchange.get(`/echo?${query}`);
      assert.equal(status, 200, text);
      const { types, ...read } = body;
      assert.equal(types, 7);
      assert.deepEqual({ ...read }, { ...DEFAULTS, ...values });
    });
  }
  for (const [query, hint] of REFUSED) {
    it(`are refused in ?${query.slice(0, 60)}`, async () => {
      const { status, body, text } = await exchange.get(`/echo?${query}`);
      assert.deepEqual([status, body.code], [400, "invalid_payload"], text);
      assert.ok(body.hint.startsWith(hint), body.hint);
    });
  }
  it("are refused when one that is required is missing or empty", async () => {
    for (const [query, near] of [
      ["", ""],
      ["?user=", ""],
      ["?User=x", "; it came as User"],
    ] as const) {
      const { status, body } = await exchange.get(`/needy/1${query}`);
      assert.deepEqual([status, body.hint], [400, `user: expected text, got nothing${near}`], query);
    }
  });
});

describe("a page limit", () => {
  it("says in a header what applied", async () => {
    for (const [query, applied] of [
      ["", "20"],
      ["?limit=", "20"],
      ["?limit=1", "1"],
      ["?limit=100", "100"],
      ["?limit=5000", "100"],
    ] as const) {
      const { headers } = await exchange.get(`/echo${query}`);
      assert.equal(headers.get("x-page-limit"), applied, query);
    }
    assert.equal((await exchange.get("/echo?limit=0")).headers.get("x-page-limit"), null);
    assert.equal((await exchange.get("/needy/1?user=x")).headers.get("x-page-limit"), null);
  });
});

describe("a parameter of the path", () => {
  it("stays text", async () => {
    assert.deepEqual((await exchange.get("/needy/007?user=1")).body, { user: "1", id: "007" });
  });
  for (const [path, hint] of [
    ["UP", 'id: expected text of another form, at most 5 characters, got "UP"; nearest: up'],
    ["abcdef", 'id: expected text of another form, at most 5 characters, got "abcdef"'],
    ["a%00", 'id: expected text without NUL, got "a\\u0000"'],
  ] as const) {
    it(`is refused in /${path}`, async () => {
      const { status, body } = await exchange.get(`/needy/${path}?user=1`);
      assert.deepEqual([status, body.hint], [400, hint]);
    });
  }
});
