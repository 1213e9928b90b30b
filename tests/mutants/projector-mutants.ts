/** Bugs in the read tables that follow the journal: in merging rows, in flushes, in the fence, and at a start. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const FLUSH = "      await state.flusher.flush(taken, state.stored);\n";
const ANSWER = "      state.reads.answer(taken.seq);\n";
const lines = (...all: readonly string[]): string => all.join("\n");

export const PROJECTOR_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("whole", "src/engine/writer.ts", [
    [
      "rows are handed on before the commit",
      lines(
        "  const committed = commit(batch);",
        "  answerLast(writer);",
        "  const [, rows] = await Promise.all([committed, readRows()]);",
        "  writer.head = { seq, at, hash };",
        "  tables.add(rows);",
      ),
      lines(
        "  const rows = await readRows();",
        "  tables.add(rows);",
        "  answerLast(writer);",
        "  await commit(batch);",
        "  writer.head = { seq, at, hash };",
      ),
    ],
    ["the writer waits for no room", "      await full;\n", ""],
  ]),
  ...mutantsOf("whole", "src/store/projector/projector.ts", [
    [
      "the fence is forgotten",
      "  if (stored === committed) return Promise.resolve();",
      "  return Promise.resolve();",
    ],
    ["reads are answered before the flush", FLUSH, `${ANSWER}${FLUSH}`],
    ["rows count as stored before they are", FLUSH, `      state.stored = taken.seq;\n${FLUSH}`],
    [
      "reads wait however long it takes",
      "reach(state, limits.reachMs)",
      "reach(state, Number.POSITIVE_INFINITY)",
    ],
    [
      "the rows that gather have no bound",
      "  if (!isAtBound(state) || state.failure !== undefined || state.stopped) return undefined;",
      "  return undefined;",
    ],
    ["the writer goes on at the bound", "if (!isAtBound(state)) releaseWriters", "releaseWriters"],
  ]),
  ...mutantsOf("whole", "src/store/projector/table-flusher.ts", [
    [
      "a flush whose answer was lost is done again",
      lines(
        "  if (state.written === taken) return true;",
        "  try {",
        "    await session.flush(taken, stored);",
      ),
      lines("  try {", "    await session.flush(taken, state.written === taken ? taken.seq : stored);"),
    ],
    [
      "a flush that failed is taken for done",
      "    state.session = reopen(state, session, { taken, stored });\n    return false;\n",
      "    return true;\n",
    ],
  ]),
  ...mutantsOf("whole", "src/store/projector/projector.ts", [
    [
      "reads see the tables one batch early",
      "const done = waitingReads.filter(({ seq }) => seq <= stored);",
      "const done = waitingReads.filter(({ seq }) => seq <= stored + 1);",
    ],
  ]),
  ...mutantsOf("whole", "src/engine/repeats/stored-entries.ts", [
    [
      "orders that the tables lack are not found",
      "const latest = new Set(recent.findOrders(ids));",
      "const latest = new Set<string>();",
    ],
    [
      "requests that the tables lack are not found",
      "const latest = recent.findRequests(names);",
      "const latest: NamedRequest[] = [];",
    ],
    [
      "recent orders and requests are forgotten one batch early",
      "batches.findIndex((batch) => batch.head.seq > storedSeq)",
      "batches.findIndex((batch) => batch.head.seq > storedSeq + 1)",
    ],
  ]),
  ...mutantsOf("whole", "src/store/projector/table-rows.ts", [
    ["a merge keeps the older value", "merge(earlier, row)", "merge(row, earlier)"],
    [
      "a merge forgets the progress of a new order",
      "    else for (const [index, place] of PROGRESS_COLUMN_INDEXES.entries()) placed[place] = row[index];\n",
      "",
    ],
    [
      "the progress of a new order is written beside it",
      lines("if (placed === undefined) progress.set(no, row);", "    else for"),
      lines("progress.set(no, row);", "    if (placed !== undefined) for"),
    ],
    ["a merge forgets listings", "  mergeListings(rows.listings, next.listings);\n", ""],
    ["a merge forgets decisions", "  mergeDecisions(rows.decisions, next.decisions);\n", ""],
    ["a merge forgets ends", "  rows.ends.push(...next.ends);\n", ""],
  ]),
  ...mutantsOf("whole", "src/store/projector/touched.ts", [
    [
      "of many cancels the holds are not written",
      "      if (!hasLostShares(order)) touchHolder(touched, order);\n",
      "",
    ],
    [
      "of many redemptions the accounts are not written",
      lines("    redeemed(account, market) {", "      touchTrader(touched, account);"),
      "    redeemed(_account, market) {",
    ],
  ]),
  ...mutantsOf("whole", "src/core/events/touches.ts", [
    [
      "an order's cancel changes nothing",
      '  "order-canceled": touchCanceledOrders,',
      '  "order-canceled": nothing,',
    ],
  ]),
  ...mutantsOf("whole", "src/store/projector/table-rows.ts", [
    [
      "volumes of merged batches are not added up",
      "return Math.min(Number(earlier) + Number(later), MAX_MICROS);",
      "return later;",
    ],
  ]),
  ...mutantsOf("whole", "src/store/journal/recover-exchange.ts", [
    [
      "a start does not project the journal's rest",
      "    tables.add(readBatchRows(exchange, events, batch, tables.manyEnds));\n",
      "",
    ],
    [
      "a start forgets the journal's rest",
      "  for await (const batch of rest) {",
      "  for await (const batch of rest) {\n    break;",
    ],
  ]),
];
