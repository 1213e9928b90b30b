/** Identifiers of captured and made-up markets, ordinary ones and of negative risk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildAncillaryData,
  computeCollectionId,
  computeConditionId,
  computeMarketIds,
  computeNegRiskMarketId,
  computeNegRiskQuestionId,
  computePositionId,
  computeQuestionId,
} from "../../src/signing/orders/market-ids.ts";
import { readVectors } from "./vectors.ts";

const { vectors } = readVectors("ids");

test(`${vectors.length} markets: condition, collections, positions and token ids`, () => {
  for (const vector of vectors) {
    assert.equal(computeConditionId(vector.oracle, vector.questionId), vector.conditionId, vector.id);
    for (const outcome of vector.outcomes) {
      const collection = computeCollectionId(vector.conditionId, outcome.indexSet);
      assert.equal(collection, outcome.collectionId, vector.id);
      assert.equal(computePositionId(vector.collateral, collection), outcome.positionId, vector.id);
    }
    const tokenIds = vector.outcomes.map(({ tokenId }) => tokenId);
    assert.deepEqual(computeMarketIds(vector), { conditionId: vector.conditionId, tokenIds }, vector.id);
  }
});

test("question ids from text and initializer", () => {
  for (const vector of vectors) {
    if (vector.ancillaryData === undefined) continue;
    assert.equal(computeQuestionId(vector.ancillaryData), vector.questionId, vector.id);
    const at = vector.ancillaryData.lastIndexOf(",initializer:");
    const question = vector.ancillaryData.slice(0, at);
    const initializer = "0x" + vector.ancillaryData.slice(at + ",initializer:".length).toUpperCase();
    assert.equal(buildAncillaryData(question, initializer), vector.ancillaryData, vector.id);
  }
});

test("negative-risk market and question ids", () => {
  for (const {
    id,
    negRiskMarket,
    negRiskMarketId: marketId,
    negRiskQuestionIndex: index,
    questionId: question,
  } of vectors) {
    if (negRiskMarket !== undefined) assert.equal(computeNegRiskMarketId(negRiskMarket), marketId, id);
    if (marketId !== undefined && index !== undefined)
      assert.equal(computeNegRiskQuestionId(marketId, index), question, id);
  }
  for (const index of [-1, 255, 0.5, NaN]) {
    assert.throws(() => computeNegRiskQuestionId("0x" + "00".repeat(32), index), RangeError);
  }
});

test("text that is not hex of the right length throws", () => {
  assert.throws(() => computeConditionId("0x12", "0x" + "00".repeat(32)), TypeError);
  assert.throws(() => computeCollectionId("abc", 1), TypeError);
});
