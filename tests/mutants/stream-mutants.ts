/** Bugs in what live channels carry on from commit to commit. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const STREAM_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("positions", "src/stream/user/queue-positions.ts", [
    [
      "a position that a commit was counted with is carried over it again",
      "if (position.seq >= seq || !(isShifted || isTouched)) continue;",
      "if (!(isShifted || isTouched)) continue;",
    ],
    [
      "positions are counted ahead of the commit in flight",
      "return await engine.reads.readOnce(market, read);",
      "return read();",
    ],
    [
      "what is filled of an order stays ahead of others",
      "isNew ? NO_LOTS : addLots(remaining, filled)",
      "isNew ? NO_LOTS : remaining",
    ],
    [
      "a smaller order in the place of another leaves its size ahead",
      "const after = rests ? remaining : NO_LOTS;",
      "const after = rests && !isNew ? remaining : NO_LOTS;",
    ],
    [
      "an order that takes a place is taken for one ahead of itself",
      "one.priority < order.priority;",
      "one.priority <= order.priority;",
    ],
    [
      "an order that was counted while its placement was in flight is counted twice",
      "?.positions.has(order) === false && isOpen(tracker, order);",
      " !== undefined && isOpen(tracker, order);",
    ],
    [
      "a position is told with the size before its own fill",
      "const carried = { order, ahead: addAhead(position.ahead, shift), open: order.remaining, seq, at };",
      "const carried = { ...position, ahead: addAhead(position.ahead, shift), seq, at };",
    ],
  ]),
];
