/** POST /markets/{market}/archive: the market is hidden for good. */
import { marketAction } from "./market-action.ts";

export const archiveMarket = marketAction({
  action: "archive-market",
  word: "archive",
  summary: "Archive a market",
  role: "market-admin",
});
