/** Headings of the data interface's document. */
import type { OperationGroup } from "../endpoint.ts";

export const POSITIONS: OperationGroup = {
  name: "Positions",
  description: "What a wallet holds and held",
};
export const ACTIVITY: OperationGroup = { name: "Activity", description: "What wallets did" };
export const MARKETS: OperationGroup = {
  name: "Markets",
  description: "Who holds a market's shares, and what was put into it",
};
export const RANKING: OperationGroup = {
  name: "Ranking",
  description: "Wallets by what they earned or traded",
};
export const SERVICE: OperationGroup = { name: "Service", description: "Whether it answers" };
