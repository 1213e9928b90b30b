/** Ids of Protocol V2 markets, against viem and against ids that were seen on Polymarket. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeAbiParameters, keccak256, toHex } from "viem";
import {
  CONDITION_PATTERN,
  findVersionFault,
  kindOfMarket,
  listPositionIds,
  normalizeCondition,
  versionOf,
  versionOfToken,
} from "../../src/core/markets/market-version.ts";
import { computeLegIds, computeProtocolV2Ids } from "../../src/signing/orders/position-ids.ts";
import { readVectors } from "./vectors.ts";

/** A binary market of Protocol V2 as the public service wrote it, and a market of the Conditional Tokens with its legs. */
const SEEN = {
  condition: "0x01d83c915cee8a5ec4b4b715d1ac911aa7000000000000000000000000000000",
  positions: [
    "834369838335332281222091626449713794621251551518727511203689528701902389248",
    "834369838335332281222091626449713794621251551518727511203689528701902389249",
  ],
  oldCondition: "0xa467b14d51f01b957109d9cbb1d6c124fab2a089d52ed8f471d23c2812e743b7",
  legs: [
    "895257453734540292493143124621755605615887197499956109032745153687078305792",
    "895257453734540292493143124621755605615887197499956109032745153687078305793",
  ],
};

const SOURCES = readVectors("ids").vectors.map(({ questionId }) => questionId);
const MODULES = [
  { module: "binary", number: 1n },
  { module: "negative-risk", number: 2n },
] as const;

test("the ids of a market are those that another implementation of the ABI gives", () => {
  for (const source of SOURCES)
    for (const { module, number } of MODULES)
      for (const index of [0, 1, 254]) {
        const encoded = encodeAbiParameters(
          [{ type: "uint256" }, { type: "bytes" }],
          [number, source as `0x${string}`],
        );
        const identifier = BigInt(keccak256(encoded)) & ((1n << 128n) - 1n);
        const position = (number << 248n) | (identifier << 120n) | (BigInt(index) << 8n);
        const ids = computeProtocolV2Ids({ module, source, index });
        assert.deepEqual(ids, {
          conditionId: toHex(position, { size: 32 }),
          tokenIds: [String(position), String(position | 1n)],
        });
        assert.equal((position >> 40n) & ((1n << 64n) - 1n), 0n);
      }
});

test("legs of combinations end like the condition of their market", () => {
  assert.deepEqual(computeLegIds(SEEN.oldCondition), SEEN.legs);
});

test("the version and the kind follow from the ids", () => {
  assert.deepEqual(listPositionIds(SEEN.condition), SEEN.positions);
  assert.equal(versionOf({ conditionId: SEEN.condition }), "v2");
  assert.equal(versionOf({ conditionId: SEEN.oldCondition }), "v1");
  for (const id of [...SEEN.positions, ...SEEN.legs]) assert.equal(versionOfToken(id), "v2");
  for (const { outcomes } of readVectors("ids").vectors)
    for (const { tokenId } of outcomes) assert.equal(versionOfToken(tokenId), "v1");
  for (const id of ["1", String(1n << 248n), String((1n << 248n) | (1n << 40n)), String(4n << 248n)])
    assert.equal(versionOfToken(id), id === String(1n << 248n) ? "v2" : "v1", id);
  for (const negativeRisk of [true, false]) {
    assert.equal(kindOfMarket({ conditionId: SEEN.condition, negativeRisk }), "protocol-v2");
    const old = kindOfMarket({ conditionId: SEEN.oldCondition, negativeRisk });
    assert.equal(old, negativeRisk ? "negative-risk" : "ordinary");
  }
});

test("a condition id of 31 bytes is that of 32, in any case of letters", () => {
  const pattern = new RegExp(CONDITION_PATTERN);
  const short = SEEN.condition.slice(0, 64);
  for (const text of [short, SEEN.condition, `0x${short.slice(2).toUpperCase()}`]) {
    assert.match(text, pattern);
    assert.equal(normalizeCondition(text), SEEN.condition);
  }
  assert.equal(normalizeCondition(SEEN.oldCondition.replace("0xa4", "0xA4")), SEEN.oldCondition);
  const wrong = [SEEN.oldCondition.slice(0, 64), `0x04${short.slice(4)}`, `${short}0`, short.slice(0, 62)];
  for (const text of wrong) {
    assert.doesNotMatch(text, pattern);
    assert.equal(normalizeCondition(text), text);
  }
});

test("ids of two versions in one market are a fault", () => {
  const [yes = "", no = ""] = SEEN.positions;
  assert.equal(findVersionFault({ conditionId: SEEN.condition, tokenIds: [yes, no] }), undefined);
  const swapped = findVersionFault({ conditionId: SEEN.condition, tokenIds: [no, yes] });
  assert.match(swapped ?? "", /are not the position ids of its condition/);
  const mixed = findVersionFault({ conditionId: SEEN.oldCondition, tokenIds: [yes, "12"] });
  assert.match(mixed ?? "", /has the form of Protocol V2/);
});
