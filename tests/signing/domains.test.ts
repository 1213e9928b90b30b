/** Accepted exchange contracts: built-in ones, and ones that an operator configures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInDomains, parseDomains } from "../../src/signing/orders/order-domain.ts";

const entry = {
  id: "mine",
  venue: "kuest",
  name: "CTF Exchange",
  version: "2",
  chainId: 80002,
  verifyingContract: "0xaa1b8de834e16ec69c044f5300041673c968c9ef",
  negRisk: false,
};

test("built-in domains have unique ids, belong to the chains asked for, and begin with current deployments", () => {
  const domains = builtInDomains([137, 80002]);
  assert.equal(new Set(domains.map(({ id }) => id)).size, domains.length);
  assert.equal(domains.length, 23);
  assert.deepEqual(
    domains.slice(0, 2).map(({ id }) => id),
    ["polymarket-v2-137", "polymarket-v2-137-neg"],
  );
  const amoy = builtInDomains([80002]);
  assert.equal(amoy.length, 12);
  assert.ok(amoy.every(({ chainId }) => chainId === 80002));
  assert.deepEqual(builtInDomains([31337]), []);
});

test("both contracts that clients of version 1 sign negative-risk orders for on chain 80002 are known", () => {
  const contracts = builtInDomains([80002])
    .filter(({ venue, version, negRisk }) => venue === "polymarket" && version === "1" && negRisk)
    .map(({ verifyingContract }) => verifyingContract);
  assert.deepEqual(contracts, [
    "0xC5d563A36AE78145C45a50134d48A1215220f80a",
    "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296",
  ]);
});

test("a configured domain equals the built-in one", () => {
  const [domain] = parseDomains(JSON.stringify([entry]));
  const builtIn = builtInDomains([80002]).find(({ id }) => id === "kuest-v2-august-80002");
  assert.deepEqual(domain, { ...builtIn, id: "mine" });
});

test("the struct follows the version unless it is given", () => {
  const structOf = (change: object) => parseDomains(JSON.stringify([{ ...entry, ...change }]))[0]?.struct;
  assert.equal(structOf({}), "v2");
  assert.equal(structOf({ version: "1" }), "v1");
  assert.equal(structOf({ version: "7" }), "v2");
  assert.equal(structOf({ version: "1", struct: "v2" }), "v2");
});

const BAD: readonly [string, RegExp][] = [
  ["", /^not JSON/],
  ["{}", /expected a JSON array/],
  ["[]", /at least one/],
  ["[1]", /^\[0\]: expected an object/],
  [JSON.stringify([entry, { ...entry, id: 1 }]), /^\[1\]\.id: expected a non-empty string, got 1$/],
  [JSON.stringify([entry, entry]), /^\[1\]\.id: "mine" is used twice$/],
  [
    JSON.stringify([{ ...entry, venue: "other" }]),
    /^\[0\]\.venue: expected "polymarket" or "kuest", got "other"$/,
  ],
  [JSON.stringify([{ ...entry, name: " " }]), /^\[0\]\.name/],
  [JSON.stringify([{ ...entry, version: 2 }]), /^\[0\]\.version/],
  [
    JSON.stringify([{ ...entry, chainId: "137" }]),
    /^\[0\]\.chainId: expected a positive integer, got "137"$/,
  ],
  [JSON.stringify([{ ...entry, chainId: 0 }]), /^\[0\]\.chainId/],
  [JSON.stringify([{ ...entry, verifyingContract: "0x12" }]), /^\[0\]\.verifyingContract/],
  [JSON.stringify([{ ...entry, negRisk: "no" }]), /^\[0\]\.negRisk/],
  [
    JSON.stringify([{ ...entry, negRisk: undefined }]),
    /^\[0\]\.negRisk: expected true or false, got undefined$/,
  ],
  [JSON.stringify([{ ...entry, struct: "v3" }]), /^\[0\]\.struct/],
  [JSON.stringify([{ ...entry, chainID: 137 }]), /^\[0\]\.chainID: unknown field$/],
];

test("a bad configuration names its entry and field", () => {
  for (const [json, message] of BAD) assert.throws(() => parseDomains(json), { message }, json);
});
