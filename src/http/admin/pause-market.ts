/** POST /markets/{market}/pause: new orders are refused; those that rest stay. */
import { marketAction } from "./market-action.ts";

export const pauseMarket = marketAction({
  action: "pause-market",
  word: "pause",
  summary: "Pause a market",
  role: "market-admin",
});
