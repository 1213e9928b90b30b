/** Slips in the rules of a cluster, which the simulation of fail-overs must find. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const check = "failover";

export const FAILOVER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(check, "src/cluster/follower-link.ts", [
    [
      "a lost batch is not noticed",
      "  else miss(state);\n  state.take(text);",
      "  else state.position = position;\n  state.take(text);",
    ],
  ]),
  ...mutantsOf(check, "src/cluster/leader-link.ts", [
    ["an engine leads again under the same name", "nameLead(own, state.epoch)", "nameLead(own, 0)"],
    ["an engine that knows nobody opens at once", "isKnown && isWhole()", "isWhole()"],
  ]),
  ...mutantsOf(check, "src/cluster/lost-tail.ts", [
    ["a lost tail is accepted by nobody", "accepted !== last.seq) throw", "accepted === last.seq) throw"],
  ]),
  ...mutantsOf(check, "src/engine/follower/questions.ts", [
    ["lost questions are not looked for", "      if (asked.length === 0) return;\n", "      return;\n"],
  ]),
  ...mutantsOf(check, "src/engine/follower/follower.ts", [
    [
      "a read does not wait for the copy",
      "askPosition(state).then((target) => reach(state, target))",
      "askPosition(state).then(() => undefined)",
    ],
    [
      "a standby goes on without the journal's rest",
      '  await options.readJournal(state.head.seq, undefined, (batch) =>\n    applyBatch(state, { ...batch, type: "batch", stored: 0 }),\n  );\n',
      "",
    ],
  ]),
  ...mutantsOf(check, "src/store/journal/leadership.ts", [
    [
      "a commit that found another epoch counts",
      "  if (rowCount !== 1) throw await describeLostFence(client, epoch);\n  if (performance",
      "  if (rowCount !== 1 && epoch < 0) throw await describeLostFence(client, epoch);\n  if (performance",
    ],
  ]),
];
