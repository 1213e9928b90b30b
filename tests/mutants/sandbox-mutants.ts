/** Bugs in what a sandbox does at its own time, and in the way back to a snapshot. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Bugs in orders whose match is delayed. */
const DELAYED = [
  ...mutantsOf("whole", "src/engine/sandbox/delayed-orders.ts", [
    [
      "a delayed order that a stop left placed ends unmatched",
      '  if (outcome.type !== "rejected") return undefined;',
      '  if (outcome.type === "duplicate") return "duplicate_order";\n  if (outcome.type !== "rejected") return undefined;',
    ],
    [
      "a delayed order is decided anew when its end was not written",
      "  if (decided !== undefined) return register.end(order, decided);\n",
      "",
    ],
    [
      "a delayed order ends for the mode of the exchange",
      'new Set([\n  ...MODE_CODES,\n  "not_accepting",\n  "outcome_unknown",\n])',
      'new Set(["not_accepting", "outcome_unknown"])',
    ],
    [
      "a delayed order ends while its outcome is unknown",
      'new Set([\n  ...MODE_CODES,\n  "not_accepting",\n  "outcome_unknown",\n])',
      'new Set([...MODE_CODES, "not_accepting"])',
    ],
    [
      "a delayed order is taken out before it is placed",
      '  const reason = matches ? await submit(engine, command) : "unmatched";',
      lines(
        "  if (matches) await register.remove(command.id);",
        '  const reason = matches ? await submit(engine, command) : "unmatched";',
      ),
    ],
    [
      "a delayed order is acknowledged before it is written",
      "      const kept = await saveDelayedOrder(sql, order);",
      "      const kept = order;\n      void saveDelayedOrder(sql, order).catch(() => undefined);",
    ],
    ["a delayed order whose write had no answer is left alone", "    prepare: register.clear,\n", ""],
  ]),
  ...mutantsOf("whole", "src/engine/time/due-work.ts", [
    ["what is due is done early", "item.due <= now", "item.due <= now + 500"],
  ]),
];

/** Bugs in settlements that fail. */
const SETTLEMENTS = mutantsOf("whole", "src/engine/sandbox/settlements.ts", [
  [
    "a settlement is carried out twice",
    "`failed settlement ${first}`",
    "`failed settlement ${first} ${Math.floor(performance.now() * 1_000)}`",
  ],
  ["a settlement is carried out before its plan is written", "    await register.plan(settlement);\n", ""],
  [
    "a settlement is decided anew when its end was not written",
    "register.findEnd(settlement) ?? (await decide(settlement))",
    "await decide(settlement)",
  ],
  [
    "a settlement whose outcome is unknown is confirmed",
    'new Set([\n  "not_accepting",\n  "outcome_unknown",\n  "request_underway",\n])',
    'new Set(["not_accepting", "request_underway"])',
  ],
  [
    "the taker gives back for the makers of a match that failed",
    "fills: fills.map(({ maker, ...fill }) => ({ ...fill, maker: toMatchedSide(maker) })),",
    "fills: fills.map(({ maker: _, ...fill }) => ({ ...fill, maker: toMatchedSide(order) })),",
  ],
  [
    "the first fill of a match does not fail",
    "first: Math.min(...numbers)",
    "first: Math.min(...numbers) + 1",
  ],
]);

/** Bugs in the way back to a snapshot. */
const SNAPSHOTS = [
  ...mutantsOf("whole", "src/engine/sandbox/snapshots.ts", [
    ["a way back forgets neither recent entries nor filters", "  entries.rewind();\n", ""],
    ["a way back does not tell the committer", "  committer.rewind(loaded.head);\n", ""],
    ["a way back reads nothing anew that is kept of tables", "  await options.readKept();\n", ""],
    [
      "what the exchange does by itself goes on during a way back",
      "const resume = await options.pause();",
      "const resume = (): void => undefined;",
    ],
    ["the tables stand elsewhere after a way back", "    release(seq);", "    release();"],
    [
      "a process goes on that does not know if it went back",
      "    await replace(() => Promise.reject(error));",
      "    throw error;",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/writer.ts", [
    [
      "a snapshot is taken before the tables have the journal",
      "    await writer.options.tables.settle();\n",
      "",
    ],
    ["the head stays on a way back", "  writer.head = head;\n", ""],
    ["reads stay as they were on a way back", "  writer.reads.forget();\n", ""],
    [
      "books keep their sequence on a way back",
      "  writer.sequences.advanceAll([...exchange.marketByCondition.values()]);\n",
      "",
    ],
  ]),
  ...mutantsOf("whole", "src/core/events/adopt-exchange.ts", [
    [
      "orders of an exchange that went back are of accounts of before",
      "Object.assign(order, { account: accounts[order.account.no], market: markets[order.market.no] });",
      "Object.assign(order, { market: markets[order.market.no] });",
    ],
  ]),
];

export const SANDBOX_MUTANTS: readonly Mutant[] = [...DELAYED, ...SETTLEMENTS, ...SNAPSHOTS];
