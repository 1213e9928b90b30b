/** POST /markets/{market}/open: a draft takes orders from now on. */
import { marketAction } from "./market-action.ts";

export const openMarket = marketAction({
  action: "open-market",
  word: "open",
  summary: "Open a market",
  role: "market-admin",
});
