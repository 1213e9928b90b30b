/** POST /markets/{market}/dispute: the proposal waits for a decision or another proposal. */
import { marketAction } from "./market-action.ts";

export const disputeResolution = marketAction({
  action: "dispute-resolution",
  word: "dispute",
  summary: "Dispute the proposed resolution of a market",
  role: "resolver",
});
