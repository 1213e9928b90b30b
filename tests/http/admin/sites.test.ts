import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { checksumAddress } from "../../../src/signing/address.ts";
import { walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { Method, OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
});

after(() => exchange.close());

beforeEach(() => exchange.context.ownSql`truncate sites`);

const [ANN, BOB, CID] = ["ann", "bob", "cid"].map(walletOf).sort() as [string, string, string];
const inChecksum = checksumAddress(ANN);
/** The address with the case of one letter changed. */
const mistyped = inChecksum.replace(/[a-f]/, (letter) => letter.toUpperCase());

const call = (method: Method, path: string, body?: unknown): Promise<Reply> =>
  exchange.call("admin", method, path, body);

const answer = (method: Method, path: string, body?: unknown): Promise<unknown> =>
  exchange.done(method, path, body);

const add = (host: string, wallets: readonly string[]): Promise<unknown> =>
  answer("POST", "/sites", { host, wallets });

describe("the operator's sites", () => {
  it("take wallets, and answer with all that they have", async () => {
    assert.deepEqual(await answer("GET", "/sites"), []);
    assert.deepEqual(await add("market.example", [BOB]), { host: "market.example", wallets: [BOB] });
    assert.deepEqual(await add("market.example", [BOB, ANN, ANN]), {
      host: "market.example",
      wallets: [ANN, BOB],
    });
    await add("other.example", [CID]);
    assert.deepEqual(await answer("GET", "/sites"), [
      { host: "market.example", wallets: [ANN, BOB] },
      { host: "other.example", wallets: [CID] },
    ]);
  });

  it("have one name and one form of each wallet, however these are written", async () => {
    const upper = `0x${ANN.slice(2).toUpperCase()}`;
    const site = { host: "xn--mrkte-gra.example", wallets: [ANN] };
    assert.deepEqual(await add("https://Märkte.Example/en?x=1", [upper]), site);
    assert.deepEqual(await add("märkte.example.", [inChecksum, ANN]), site);
    const path = `/sites/${encodeURIComponent("HTTPS://MÄRKTE.EXAMPLE/")}`;
    assert.deepEqual(await answer("DELETE", path, { wallets: [upper, ANN] }), { ...site, wallets: [] });
  });

  it("take as many wallets as one request may hold", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `0x${String(index + 1).padStart(40, "0")}`);
    assert.deepEqual(await add("many.example", many), { host: "many.example", wallets: many });
    const rest = await answer("DELETE", "/sites/many.example", { wallets: many.slice(1) });
    assert.deepEqual(rest, { host: "many.example", wallets: many.slice(0, 1) });
    const { status } = await call("POST", "/sites", { host: "many.example", wallets: [...many, ANN] });
    assert.equal(status, 400);
  });

  it("lose some wallets, the last of them, or all at once", async () => {
    await add("market.example", [ANN, BOB, CID]);
    const path = "/sites/market.example";
    assert.deepEqual(await answer("DELETE", path, { wallets: [ANN] }), {
      host: "market.example",
      wallets: [BOB, CID],
    });
    assert.deepEqual(await answer("DELETE", path), { host: "market.example", wallets: [] });
    await add("market.example", [ANN]);
    assert.deepEqual(await answer("DELETE", path, { wallets: [ANN] }), {
      host: "market.example",
      wallets: [],
    });
    assert.deepEqual(await answer("GET", "/sites"), []);
  });

  it("count what two callers add at once", async () => {
    await Promise.all([ANN, BOB, CID, ANN].map((wallet) => add("market.example", [wallet])));
    assert.deepEqual(await answer("GET", "/sites"), [{ host: "market.example", wallets: [ANN, BOB, CID] }]);
  });
});

/** Bodies with the texts of their hints; the site market.example has the wallet ANN. */
const REFUSED: readonly (readonly [what: string, request: [Method, string, unknown?], hint: RegExp])[] = [
  [
    "a name that is no host",
    ["POST", "/sites", { host: "market example", wallets: [BOB] }],
    /^host: expected a host name without a port, like market\.example, got "market example"$/,
  ],
  [
    "a name with a port",
    ["POST", "/sites", { host: "https://market.example:8443/", wallets: [BOB] }],
    /^host: expected a host name without a port, .*:8443\/"$/,
  ],
  [
    "a wallet as a host",
    ["POST", "/sites", { host: BOB, wallets: [BOB] }],
    /^host: expected a host name .* got "0x/,
  ],
  ["a host that is no text", ["POST", "/sites", { host: 7, wallets: [BOB] }], /^host: expected text/],
  [
    "a short wallet",
    ["POST", "/sites", { host: "market.example", wallets: [BOB, "0x12"] }],
    /^wallets: expected wallet addresses, each 0x and 40 hexadecimal digits, got "0x12"$/,
  ],
  [
    "a wrong checksum",
    ["POST", "/sites", { host: "market.example", wallets: [mistyped] }],
    new RegExp(`^wallets: expected ${inChecksum}, if its digits are right, .* got "${mistyped}"$`),
  ],
  [
    "no wallets",
    ["POST", "/sites", { host: "market.example", wallets: [] }],
    /^wallets: expected a list of 1 to \d+ items, got \[\]/,
  ],
  [
    "absent wallets",
    ["POST", "/sites", { host: "market.example" }],
    /^wallets: expected a list .* got nothing/,
  ],
  [
    "one wallet as a text",
    ["POST", "/sites", { host: "a.example", wallets: BOB }],
    /^wallets: expected a list/,
  ],
  [
    "an unknown field",
    ["POST", "/sites", { host: "a.example", wallets: [BOB], wallet: BOB }],
    /^body: expected no field but .* got "wallet"; nearest: wallets/,
  ],
  ["no body", ["POST", "/sites"], /^body: expected an object with .* got null/],
  [
    "the removal of a site that is not there",
    ["DELETE", "/sites/other.example"],
    /^host: expected the name of a site that has wallets, got "other\.example"$/,
  ],
  [
    "the removal of wallets from a site that is not there",
    ["DELETE", "/sites/other.example", { wallets: [ANN] }],
    /^host: expected the name of a site that has wallets, got "other\.example"$/,
  ],
  [
    "the removal of a wallet that the site does not have",
    ["DELETE", "/sites/market.example", { wallets: [ANN, BOB] }],
    new RegExp(`^wallets: expected wallets of market\\.example, got "${BOB}"$`),
  ],
  [
    "the removal under what is no host",
    ["DELETE", "/sites/127.0.0.1"],
    /^host: expected a host name .* got "127\.0\.0\.1"$/,
  ],
  [
    "the removal of no wallets",
    ["DELETE", "/sites/market.example", { wallets: [] }],
    /^wallets: expected a list of 1/,
  ],
  [
    "a removal with a misspelt field",
    ["DELETE", "/sites/market.example", { wallet: [ANN] }],
    /^body: expected no field but .* got "wallet"; nearest: wallets/,
  ],
  [
    "a removal with a misspelt field more",
    ["DELETE", "/sites/market.example", { wallets: [ANN], wallet: ANN }],
    /^body: expected no field but .* got "wallet"; nearest: wallets/,
  ],
  ["a removal with a list", ["DELETE", "/sites/market.example", [ANN]], /^body: expected an object/],
];

describe("what sites cannot be", () => {
  for (const [what, request, hint] of REFUSED) {
    it(`is refused, and changes nothing: ${what}`, async () => {
      await add("market.example", [ANN]);
      const { status, body } = await call(...request);
      assert.deepEqual([status, body.code, body.error], [400, "invalid_payload", "invalid payload"]);
      assert.match(body.hint, hint);
      assert.deepEqual(await answer("GET", "/sites"), [{ host: "market.example", wallets: [ANN] }]);
    });
  }
});
