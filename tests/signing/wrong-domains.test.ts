/**
 * Orders that are signed in a wrong domain: for every kind of market, every struct, every domain version and every known
 * contract. Each refusal names what was signed and what is expected, whole.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sign } from "viem/accounts";
import { cutAfterWord, joinShort } from "../../src/base/short-list.ts";
import { kindOfMarket } from "../../src/core/markets/market-version.ts";
import { toHex } from "../../src/signing/hex.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import { makeDomain } from "../../src/signing/orders/order-domain.ts";
import type { OrderDomain, OrderStruct } from "../../src/signing/orders/order-domain.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import type { SignedOrder } from "../../src/signing/orders/signed-order.ts";
import { explainOrder } from "../../src/tools/doctor/explain-order.ts";
import { hashOf } from "../support/exchange.ts";
import { accountOf, DOMAINS } from "../support/trader.ts";

/** A domain of each contract; several contracts serve both chains. */
const EACH_CONTRACT = [...new Map(DOMAINS.map((domain) => [domain.verifyingContract, domain])).values()];

const ADDRESS = accountOf("ann").address.toLowerCase();
const NOBODY = `0x${"0".repeat(40)}`;
const ZERO = `0x${"0".repeat(64)}`;

const HASHED = { conditionId: `0x${"ab".repeat(32)}`, tokenIds: ["101", "102"] };
const POSITION = (module: number) => ({
  conditionId: `0x0${module}${"12".repeat(18)}${"0".repeat(16)}${"0".repeat(8)}00`,
  tokenIds: ["103", "104"],
});

const MARKETS = [
  { name: "v1", market: { ...HASHED, negativeRisk: false } },
  { name: "v1 of negative risk", market: { ...HASHED, negativeRisk: true } },
  { name: "v2", market: { ...POSITION(1), negativeRisk: false } },
  { name: "v2 of negative risk", market: { ...POSITION(2), negativeRisk: true } },
];

function orderOf(struct: OrderStruct): Record<string, unknown> {
  const terms = {
    salt: "7",
    maker: ADDRESS,
    signer: ADDRESS,
    tokenId: "101",
    makerAmount: "5000000",
    takerAmount: "10000000",
    side: "BUY",
    signatureType: 0,
    signature: "0x00",
  };
  return struct === "v2"
    ? { ...terms, timestamp: "1780000000000", metadata: ZERO, builder: ZERO, expiration: "0" }
    : { ...terms, taker: NOBODY, expiration: "0", nonce: "0", feeRateBps: "0" };
}

async function signFor(domain: OrderDomain, struct: OrderStruct): Promise<SignedOrder> {
  const parsed = parseSignedOrder(orderOf(struct));
  assert.ok(parsed.ok);
  const hash = toHex(computeOrderDigest(domain, computeOrderStructHash(parsed.order)));
  const signature = await sign({
    hash: hash as `0x${string}`,
    privateKey: hashOf("key ann") as `0x${string}`,
    to: "hex",
  });
  return { ...parsed.order, signature };
}

/** The version as a hint names it: `version 3, expected 2`, or `domain version "3"`. */
const naming = (version: string): RegExp => new RegExp(`(?:version|expected) "?${version}\\b`);

type Case = {
  readonly signed: OrderDomain;
  readonly struct: OrderStruct;
  readonly market: (typeof MARKETS)[number]["market"];
};

function assertNamed(hint: string, { signed, struct, market }: Case): void {
  const ofKind = DOMAINS.filter(({ kind }) => kind === kindOfMarket(market));
  const ofStruct = ofKind.filter((domain) => domain.struct === struct);
  const fitting = ofStruct.length > 0 ? ofStruct : ofKind;
  const isRightContract = fitting.some(
    ({ verifyingContract }) => verifyingContract === signed.verifyingContract,
  );
  const isRightVersion = fitting.some(({ version }) => version === signed.version);
  assert.doesNotMatch(hint, /recovers to/);
  assert.ok(hint.length <= 500, `${hint.length} characters: ${hint}`);
  assert.match(hint, /expected/);
  if (!isRightContract) {
    assert.ok(hint.includes(signed.verifyingContract), hint);
    assert.ok(
      fitting.some(({ verifyingContract }) => hint.includes(verifyingContract)),
      hint,
    );
  }
  if (!isRightVersion) {
    assert.match(hint, naming(signed.version));
    assert.ok(
      fitting.some(({ version }) => naming(version).test(hint)),
      hint,
    );
  }
  for (const [address] of hint.matchAll(/0x[0-9a-fA-F]*/g)) assert.equal(address.length, 42, hint);
}

describe("an order that is signed in a wrong domain", () => {
  for (const { name, market } of MARKETS)
    for (const struct of ["v1", "v2"] as const)
      it(`for a market of kind ${name}, as the struct ${struct}: what is wrong and what is expected is named`, async () => {
        const kind = kindOfMarket(market);
        let wrong = 0;
        for (const known of EACH_CONTRACT)
          for (const version of ["1", "2", "3"]) {
            const signed = makeDomain({ ...known, version });
            const order = await signFor(signed, struct);
            const { checks } = explainOrder(order, {
              domains: DOMAINS,
              kind,
              caller: ADDRESS,
              walletOwner: () => undefined,
              trustFirstUse: true,
              market,
              knowsSigner: true,
            });
            const accepted = DOMAINS.filter((domain) => domain.struct === struct && domain.kind === kind);
            const refused = checks.find(({ ok }) => !ok);
            if (accepted.some(({ separatorHex }) => separatorHex === signed.separatorHex)) {
              assert.equal(refused, undefined, `${known.id} version ${version}: ${refused?.hint}`);
              continue;
            }
            wrong += 1;
            assert.ok(refused !== undefined, `${known.id} version ${version}`);
            assertNamed(refused.hint, { signed, struct, market });
          }
        assert.ok(wrong > 3 * EACH_CONTRACT.length - 10, String(wrong));
      });
});

describe("a list in a hint", () => {
  it("ends between two items, and counts the others", () => {
    assert.equal(joinShort([]), "");
    assert.equal(joinShort(["one", "two"], { room: 8 }), "one, two");
    assert.equal(joinShort(["one", "two"], { room: 7 }), "one and 1 more");
    assert.equal(joinShort(["one", "two", "three"], { room: 1 }), "one and 2 more");
    assert.equal(joinShort(["one", "two", "three"], { room: 9, separator: "; " }), "one; two and 1 more");
  });

  it("is cut after a word where nobody shortened it", () => {
    assert.equal(cutAfterWord("one 0xabc", 9), "one 0xabc");
    assert.equal(cutAfterWord("one 0xabcd", 9), "one...");
    assert.equal(cutAfterWord("one 0xabc d", 9), "one 0xabc...");
    assert.equal(cutAfterWord("0xabcdefgh", 9), "0xabcdefg...");
  });
});
