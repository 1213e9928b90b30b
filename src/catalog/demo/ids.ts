/**
 * Ids of the demo markets, by the formulas of the Conditional Tokens contracts. The addresses are made up: each is
 * the start of a SHA-256 hash (of "presage demo oracle" and the like), and nobody holds its key.
 */
import {
  ancillaryData,
  marketIds,
  negRiskMarketId,
  negRiskQuestionId,
  questionId,
} from "../../signing/market-ids.ts";
import { toHex } from "../../signing/hex.ts";

/** Wallet that the demo markets name as their creator. */
export const DEMO_CREATOR = "0xdd086a5f33356d2fb9e0470e69ad8f2b74a074cb";
/** Token of the demo rewards, and collateral of ordinary markets. */
export const DEMO_COLLATERAL = "0x573f1fdfd7803e5741c53a3ccd2951f51aa050c7";
/** Collateral of negative-risk markets. */
const WRAPPED_COLLATERAL = "0x834e6f6874040cfb7559f38d0526422f7cd4cc9d";
const ORACLE = "0x6e727e48a1096c8435c68758a717c05a8a674e86";
const NEGATIVE_RISK_ORACLE = "0x279a3ae9dd9b2a70eb5465052546fb89654ff2e7";

export type DemoIds = {
  questionId: string;
  conditionId: string;
  tokenIds: readonly [string, string];
  negativeRisk?: { marketId: string; requestId: string };
};

/** Computes the ids of a question that stands alone. */
export function independentIds(question: string): DemoIds {
  const asked = questionId(ancillaryData(question, DEMO_CREATOR));
  return {
    questionId: asked,
    ...marketIds({ oracle: ORACLE, questionId: asked, collateral: DEMO_COLLATERAL }),
  };
}

/** Computes the ids of question number `index` (from 0) of an event in which exactly one answer is Yes. */
export function exclusiveIds(eventTitle: string, question: string, index: number): DemoIds {
  const marketId = demoMarketId(eventTitle);
  const asked = negRiskQuestionId(marketId, index);
  return {
    questionId: asked,
    ...marketIds({ oracle: NEGATIVE_RISK_ORACLE, questionId: asked, collateral: WRAPPED_COLLATERAL }),
    negativeRisk: { marketId, requestId: questionId(ancillaryData(question, DEMO_CREATOR)) },
  };
}

/** Computes the negative-risk id of an event from its title, without a conversion fee. */
export const demoMarketId = (eventTitle: string): string =>
  negRiskMarketId({ oracle: ORACLE, feeBips: 0, metadata: toHex(Buffer.from(eventTitle, "utf8")) });
