/** `presage mode`, `clock` and `quarantine`: show and change the exchange itself. */
import type { Static } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import type { ClockAnswer, ModeAnswer, QuarantineAnswer } from "../../http/admin/exchange/exchange.ts";
import { readChoice } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { columnsText } from "../terminal/table.ts";
import { describeCommand, describeFamily, describeSubcommand, rejectWord, callRoute } from "./operation.ts";
import type { OperationFamily, OperatorSubcommand } from "./operation.ts";

// `presage mode`: shows or changes the mode of the exchange.

const MODE_HELP = `Usage: presage mode [MODE --reason TEXT]

Shows what the exchange takes, or changes it. A mode stays until it is changed, through restarts as well:

  normal       everything
  post-only    of new orders only those with postOnly
  cancel-only  no new orders; cancels, withdrawals and all else
  read-only    nothing of clients; operators can still resolve and credit
  halted       nothing but another mode

Reads are answered in every mode. The exchange must run.

  presage mode
  presage mode cancel-only --reason "a feed is wrong"
`;

export type ModeReport = Static<typeof ModeAnswer>;

const modeLine = (mode: ModeReport): string => `${modeText(mode)}\n`;

const SHOW_MODE = describeSubcommand({ route: "GET /mode", text: modeLine });

const SET_MODE = describeSubcommand({
  route: "POST /mode",
  operands: { MODE: "mode" },
  check: ({ operands: [given = ""] }) => void readChoice("mode", given, MODES),
  text: modeLine,
});

const mode = describeCommand(MODE_HELP, (word) => (word === undefined ? SHOW_MODE : SET_MODE));

/** Formats a mode like `cancel-only (set by the operator)`. */
export function modeText({ mode: now, why, set, suspended, waiting }: ModeReport): string {
  const because = why === "" ? "" : ` (${why})`;
  const own = set === now ? "" : `; an operator set ${set}`;
  const stopped = suspended === null ? "" : `; nothing is taken: ${suspended}`;
  return `${now}${because}${own}${stopped}${waiting === null ? "" : `; commands wait: ${waiting}`}`;
}

// `presage clock`: shows the time of the exchange, accepts the clock of the machine, or sets a virtual clock.

const CLOCK_HELP = `Usage: presage clock [accept --reason TEXT]
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

const clockLine = (shown: Clock): string => `${clockText(shown)}\n`;

const SHOW_CLOCK = describeSubcommand({ route: "GET /clock", text: clockLine });

/** Reads the operand of a change of the virtual clock into request fields. */
type ReadClockFields = (text: string) => { readonly [field: string]: number | string };

const describeClockAction = (
  action: string,
  operand: readonly string[],
  fields: ReadClockFields,
): OperatorSubcommand =>
  describeSubcommand({
    route: "POST /sandbox/clock",
    operands: Object.fromEntries([action, ...operand].map((name) => [name, ""])),
    fields: ({ operands: [, text] }) => ({ action, ...fields(text) }),
    text: clockLine,
  });

function readNumber(text: string, name: string): number {
  if (/^\d{1,11}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new Error(`clock: ${name}: expected a number like 90 or 0.5, got "${text}"`);
}

const CLOCK_ACTIONS: OperationFamily = {
  accept: describeSubcommand({
    route: "POST /clock",
    operands: { accept: "" },
    warning: async (input) => {
      const { time, wall } = await callRoute<Clock>(input, "GET /clock");
      return `The exchange goes by ${time}; from now on it goes by its machine's wall clock, which says ${wall}.`;
    },
    text: clockLine,
  }),
  pause: describeClockAction("pause", [], () => ({})),
  resume: describeClockAction("resume", [], () => ({})),
  step: describeClockAction("step", ["SECONDS"], (text) => ({ seconds: readNumber(text, "SECONDS") })),
  to: describeClockAction("to", ["TIME"], (time) => ({ time })),
  rate: describeClockAction("rate", ["NUMBER"], (text) => ({ rate: readNumber(text, "NUMBER") })),
};

const clock = describeCommand(CLOCK_HELP, (word) => {
  if (word === undefined) return SHOW_CLOCK;
  const action = Object.hasOwn(CLOCK_ACTIONS, word) ? CLOCK_ACTIONS[word] : undefined;
  return action ?? rejectWord("clock", word, Object.keys(CLOCK_ACTIONS));
});

/** Formats a clock like `2026-06-01T12:00:00.000Z (virtual, it stands)`. */
export function clockText({ time, rate, why }: Clock): string {
  const pace = rate === 0 ? "it stands" : `${rate} seconds a second`;
  const notes = [...(rate === null ? [] : [`virtual, ${pace}`]), ...(why === "" ? [] : [why])];
  return notes.length === 0 ? time : `${time} (${notes.join("; ")})`;
}

// `presage quarantine`: lists and releases commands that made the exchange crash.

const QUARANTINE_HELP = `Usage: presage quarantine list
       presage quarantine release COMMAND --reason TEXT

Commands that were being decided when the exchange stopped without being asked. Each is decided by itself from then on;
one that stops the exchange twice is refused until it is released. The exchange must run.

  presage quarantine list
  presage quarantine release 0x00000000000000000000000000000000000000000000000000000000000000a1 --reason "updated"
`;

const quarantine = describeFamily(QUARANTINE_HELP, {
  list: describeSubcommand<readonly Static<typeof QuarantineAnswer>[]>({
    route: "GET /quarantine",
    text: (commands) =>
      columnsText(
        commands,
        {
          COMMAND: "fingerprint",
          STOPS: "stops",
          REFUSED: ({ refused }) => (refused ? "yes" : "no"),
          WHAT: "command",
        },
        "Nothing is in quarantine.",
      ),
  }),
  release: describeSubcommand({
    route: "POST /quarantine/:fingerprint/release",
    operands: { COMMAND: "fingerprint" },
    text: (_, { operands: [fingerprint] }) => `${fingerprint} is released.\n`,
  }),
});

export const SUBCOMMANDS: Subcommands = { mode, clock, quarantine };
