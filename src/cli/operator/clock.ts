/** `presage clock`: shows the time of the exchange, accepts the clock of its machine, or sets a virtual one. */
import type { Static } from "typebox";
import type { ClockAnswer } from "../../http/admin/exchange/exchange.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { describeSubcommand, runOperation } from "./operation.ts";
import type { OperationFamily, OperatorSubcommand, OperationInput } from "./operation.ts";
import { findOperandIndex } from "../command-line.ts";

export const CLOCK_HELP = `Usage: presage clock [accept --reason TEXT]
       presage clock pause|resume|step SECONDS|to TIME|rate NUMBER

Shows what time it is for the exchange, and whether its clocks agree. When the wall clock of its machine jumps, the exchange
takes no new orders and goes by the monotonic clock, until the two agree again. accept takes the wall clock for right: orders
expire by it from then on; --yes confirms it where nobody can be asked. The exchange must run.

A sandbox that was started with PRESAGE_CLOCK=virtual has a clock of its own. pause stops it, resume runs it again, step and to
put it forward, and rate runs it so many times as fast. What is due by the new time is done before the command ends,
each at its own time: at a thousand different times at most, and the rest at the new one.

  presage clock
  presage clock accept --reason "the machine was moved, its clock is right now"
  presage clock step 3600
  presage clock to 2026-12-31T00:00:00Z
  presage clock rate 60
`;

export type Clock = Static<typeof ClockAnswer>;

const readClock = async ({ call }: OperationInput): Promise<Clock> =>
  JSON.parse(await call({ method: "GET", path: "/clock" }));

const lineText = (shown: Clock): string => `${clockText(shown)}\n`;

const SHOW = describeSubcommand({ route: "GET /clock", text: lineText });

const ACCEPT = describeSubcommand({
  route: "POST /clock",
  operands: { accept: "" },
  warning: async (input) => {
    const { time, wall } = await readClock(input);
    return `The exchange goes by ${time}; from now on it goes by its machine's wall clock, which says ${wall}.`;
  },
  text: lineText,
});

/** Makes the fields of a change of a virtual clock from its operand's text. */
type ClockFields = (text: string) => { readonly [field: string]: number | string };

const setting = (action: string, operand: readonly string[], fields: ClockFields): OperatorSubcommand =>
  describeSubcommand({
    route: "POST /sandbox/clock",
    operands: Object.fromEntries([action, ...operand].map((name) => [name, ""])),
    fields: ({ operands: [, text] }) => ({ action, ...fields(text) }),
    text: lineText,
  });

function readNumber(text: string, name: string): number {
  if (/^\d{1,11}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new Error(`clock: ${name}: expected a number like 90 or 0.5, got "${text}"`);
}

const ACTIONS: OperationFamily = {
  accept: ACCEPT,
  pause: setting("pause", [], () => ({})),
  resume: setting("resume", [], () => ({})),
  step: setting("step", ["SECONDS"], (text) => ({ seconds: readNumber(text, "SECONDS") })),
  to: setting("to", ["TIME"], (time) => ({ time })),
  rate: setting("rate", ["NUMBER"], (text) => ({ rate: readNumber(text, "NUMBER") })),
};

export async function clock(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  const word = args[at];
  if (word === undefined) return runOperation("clock", SHOW, args);
  const names = Object.keys(ACTIONS);
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (action !== undefined) return runOperation("clock", action, args);
  throw new Error(
    `clock: expected nothing or one of ${names.join(", ")}, got "${word}"${didYouMean(word, names)}; see presage clock --help`,
  );
}

/** Formats a clock like `2026-06-01T12:00:00.000Z (virtual, it stands)`. */
export function clockText({ time, rate, why }: Clock): string {
  const pace = rate === 0 ? "it stands" : `${rate} seconds a second`;
  const notes = [...(rate === null ? [] : [`virtual, ${pace}`]), ...(why === "" ? [] : [why])];
  return notes.length === 0 ? time : `${time} (${notes.join("; ")})`;
}
