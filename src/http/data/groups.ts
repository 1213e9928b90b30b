/** Headings of the data interface's API document. */
import { operationGroup } from "../operation/endpoint.ts";

export const POSITIONS = operationGroup("Positions", "What a wallet holds and held");
export const ACTIVITY = operationGroup("Activity", "What wallets did");
export const MARKETS = operationGroup("Markets", "Who holds a market's shares, and what was put into it");
export const RANKING = operationGroup("Ranking", "Wallets by what they earned or traded");
export const FEES = operationGroup("Fees", "What builders and affiliates received");
export const V2_WALLETS = operationGroup(
  "Wallets, version 2",
  "The same of wallets as Polymarket's newer clients read it",
);
export const V2_MARKETS = operationGroup(
  "Markets, version 2",
  "The same of markets as Polymarket's newer clients read it",
);
export const V2_RANKING = operationGroup(
  "Ranking, version 2",
  "Wallets and builders by what they earned or traded",
);
export const SERVICE = operationGroup("Service", "Whether it answers");
