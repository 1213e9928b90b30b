/** POST /markets/{market}/undo: the market is paused as before, while nobody redeemed. */
import { marketAction } from "./market-action.ts";

export const undoResolution = marketAction({
  action: "undo-resolution",
  word: "undo",
  summary: "Undo the resolution of a market",
  role: "resolver",
});
