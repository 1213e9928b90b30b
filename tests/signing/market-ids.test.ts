/** Identifiers of captured and made-up markets, ordinary ones and of negative risk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ancillaryData,
  collectionId,
  conditionId,
  marketIds,
  negRiskMarketId,
  negRiskQuestionId,
  positionId,
  questionId,
} from "../../src/signing/orders/market-ids.ts";
import { readVectors } from "./vectors.ts";

const { vectors } = readVectors("ids");

test(`${vectors.length} markets: condition, collections, positions and token ids`, () => {
  for (const vector of vectors) {
    assert.equal(conditionId(vector.oracle, vector.questionId), vector.conditionId, vector.id);
    for (const outcome of vector.outcomes) {
      const collection = collectionId(vector.conditionId, outcome.indexSet);
      assert.equal(collection, outcome.collectionId, vector.id);
      assert.equal(positionId(vector.collateral, collection), outcome.positionId, vector.id);
    }
    const tokenIds = vector.outcomes.map(({ tokenId }) => tokenId);
    assert.deepEqual(marketIds(vector), { conditionId: vector.conditionId, tokenIds }, vector.id);
  }
});

test("question ids from text and initializer", () => {
  for (const vector of vectors) {
    if (vector.ancillaryData === undefined) continue;
    assert.equal(questionId(vector.ancillaryData), vector.questionId, vector.id);
    const at = vector.ancillaryData.lastIndexOf(",initializer:");
    const question = vector.ancillaryData.slice(0, at);
    const initializer = "0x" + vector.ancillaryData.slice(at + ",initializer:".length).toUpperCase();
    assert.equal(ancillaryData(question, initializer), vector.ancillaryData, vector.id);
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
    if (negRiskMarket !== undefined) assert.equal(negRiskMarketId(negRiskMarket), marketId, id);
    if (marketId !== undefined && index !== undefined)
      assert.equal(negRiskQuestionId(marketId, index), question, id);
  }
  for (const index of [-1, 255, 0.5, NaN]) {
    assert.throws(() => negRiskQuestionId("0x" + "00".repeat(32), index), RangeError);
  }
});

test("text that is not hex of the right length throws", () => {
  assert.throws(() => conditionId("0x12", "0x" + "00".repeat(32)), TypeError);
  assert.throws(() => collectionId("abc", 1), TypeError);
});
