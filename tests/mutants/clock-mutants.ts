/** Bugs in the exchange's time: at a start, and when the machine's clocks part. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const CLOCK_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("whole", "src/engine/time/clocks.ts", [
    [
      "a clock that jumped is followed",
      "return Math.floor(base.wall + wall - ahead);",
      "return base.wall + wall;",
    ],
    ["clocks may part by an hour", "const MAX_APART_MS = 10_000;", "const MAX_APART_MS = 3_600_000;"],
    [
      "clocks part only ahead",
      "const agree = Math.abs(ahead) <= MAX_APART_MS;",
      "const agree = ahead <= MAX_APART_MS;",
    ],
    [
      "a jump is taken for right the second time it is seen",
      "!agree && (parted !== undefined || !slept())",
      "!agree && parted === undefined && !slept()",
    ],
    ["every jump is taken for sleep", "(parted !== undefined || !slept())", "parted !== undefined"],
    ["a machine that slept distrusts its clock", "(parted !== undefined || !slept())", "true"],
    ["a clock that is set right stays distrusted", "    else change(undefined);\n", ""],
    [
      "an accepted clock is compared with the old one",
      "    base = readAll(machine);\n    change(",
      "    change(",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/safeguards.ts", [
    [
      "orders are taken while the clocks part",
      'availability.restrict("clock", "cancel-only", clockGapText(parted))',
      'availability.restrict("clock", "normal", "")',
    ],
    [
      "orders are refused when the clocks agree again",
      'availability.restrict("clock", "normal", "")',
      'availability.restrict("clock", "cancel-only", "")',
    ],
  ]),
  ...mutantsOf("whole", "src/engine/time/clocks.ts", [
    ["no journal is too far ahead to start", "if (ahead <= MAX_AHEAD_MS)", "if (ahead >= 0)"],
    ["a start is refused for a second", "const MAX_AHEAD_MS = 60_000;", "const MAX_AHEAD_MS = 1_000;"],
  ]),
  ...mutantsOf("whole", "src/engine/writer.ts", [
    [
      "orders expire by engine time",
      'execute(exchange, { type: "expire-orders" }, at, now)',
      'execute(exchange, { type: "expire-orders" }, at)',
    ],
    [
      "expirations are judged by engine time",
      "decision = entry.decide(exchange, at, now);",
      "decision = entry.decide(exchange, at, at);",
    ],
    [
      "prices are recorded while time goes on only",
      'const recorded = execute(exchange, { type: "record-prices", markets }, at);',
      'const recorded = at > now ? [] : execute(exchange, { type: "record-prices", markets }, at);',
    ],
  ]),
];
