/** Words for a request that was not answered: its time, and its kind where it moves money. */
import type { ConsoleText } from "../console-text.ts";
import type { MoneyMove } from "./money-moves.ts";

export const sentText = (
  { moves }: ConsoleText["sentBefore"],
  time: string,
  move: MoneyMove | undefined,
): string => (move === undefined ? time : `${time} (${moves[move]})`);
