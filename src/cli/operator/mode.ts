/** `presage mode`: shows or changes the mode of the exchange. */
import type { Static } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import type { ModeAnswer } from "../../http/admin/exchange/exchange.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { findOperandIndex } from "../command-line.ts";
import { describeSubcommand, runOperation } from "./operation.ts";

export const MODE_HELP = `Usage: presage mode [MODE --reason TEXT]

Shows what the exchange takes, or changes it. A mode stays until it is changed, through restarts as well:

  normal       everything
  post-only    of new orders only those that do not match at once
  cancel-only  no new orders; cancels, withdrawals and all else
  read-only    nothing of clients; operators can still resolve and credit
  halted       nothing but another mode

Reads are answered in every mode. The exchange must run.

  presage mode
  presage mode cancel-only --reason "a feed is wrong"
`;

export type ModeReport = Static<typeof ModeAnswer>;

const lineText = (mode: ModeReport): string => `${modeText(mode)}\n`;

const SHOW = describeSubcommand({ route: "GET /mode", text: lineText });

const SET = describeSubcommand({
  route: "POST /mode",
  operands: { MODE: "mode" },
  check: ({ operands: [mode = ""] }) => {
    if (MODES.some((one) => one === mode)) return;
    throw new Error(`mode: expected one of ${MODES.join(", ")}, got "${mode}"${didYouMean(mode, MODES)}`);
  },
  text: lineText,
});

export const mode = (args: readonly string[]): Promise<number> =>
  runOperation("mode", findOperandIndex(args) === -1 ? SHOW : SET, args);

/** Writes a mode like `cancel-only (set by the operator)`. */
export function modeText({ mode: now, why, set, suspended, waiting }: ModeReport): string {
  const because = why === "" ? "" : ` (${why})`;
  const own = set === now ? "" : `; an operator set ${set}`;
  const stopped = suspended === null ? "" : `; nothing is taken: ${suspended}`;
  return `${now}${because}${own}${stopped}${waiting === null ? "" : `; commands wait: ${waiting}`}`;
}
