/** POST /markets/{market}/resume: a paused market takes orders again. */
import { marketAction } from "./market-action.ts";

export const resumeMarket = marketAction({
  action: "resume-market",
  word: "resume",
  summary: "Resume a paused market",
  role: "market-admin",
});
