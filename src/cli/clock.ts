/** `presage clock`: shows the time of the exchange, or accepts the clock of its machine. */
import type { Static } from "typebox";
import type { ClockAnswer } from "../http/admin/exchange-clock.ts";
import { runOperation } from "./operation.ts";
import type { OperatorSubcommand, OperationInput } from "./operation.ts";
import { findOperand } from "./command-line.ts";

export const CLOCK_HELP = `Usage: presage clock [accept --reason TEXT]

Shows what time it is for the exchange, and whether its clocks agree. When the wall clock of its machine jumps, the exchange
takes no new orders and goes by the monotonic clock, until the two agree again. accept takes the wall clock for right: orders
expire by it from then on; --yes confirms it where nobody can be asked. The exchange must run.

  presage clock
  presage clock accept --reason "the machine was moved, its clock is right now"
`;

export type Clock = Static<typeof ClockAnswer>;

const readClock = async ({ call }: OperationInput): Promise<Clock> =>
  JSON.parse(await call({ method: "GET", path: "/clock" }));

const SHOW: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async (input) => {
    const clock = await readClock(input);
    return { json: clock, text: `${clockText(clock)}\n` };
  },
};

const ACCEPT: OperatorSubcommand = {
  operands: ["accept"],
  changes: true,
  check: ({ operands: [word = ""] }) => {
    if (word !== "accept") throw new Error(`clock: expected accept or nothing, got "${word}"`);
  },
  warning: async (input) => {
    const { time, wall } = await readClock(input);
    return `The exchange goes by ${time}; from now on it goes by its machine's wall clock, which says ${wall}.`;
  },
  perform: async ({ reason, call }) => {
    const clock: Clock = JSON.parse(await call({ method: "POST", path: "/clock", body: { reason } }));
    return { json: clock, text: `${clockText(clock)}\n` };
  },
};

export const clock = (args: readonly string[]): Promise<number> =>
  runOperation("clock", findOperand(args) === -1 ? SHOW : ACCEPT, args);

/** Writes a clock as in `2026-06-01T12:00:00.000Z (engine time stands, 3 h 12 min ahead of the clock)`. */
export const clockText = ({ time, why }: Clock): string => (why === "" ? time : `${time} (${why})`);
