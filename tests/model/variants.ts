/** Variants of the protocol that leave out rules of it: those that must hold all the same, and those that must not. */

export type Variant = {
  /** Names of rules in fail-over.qnt. */
  readonly without: readonly string[];
  /** A phrase for people. */
  readonly text: string;
  /** The property that fails; without one all must hold. */
  readonly breaks?: string;
  /** States that must be reached, so that a search that finds no fault shows something. */
  readonly reaches?: readonly string[];
};

const FAIL_OVERS = ["handedOver", "failedOver", "formerLeaderStays"];
const DETECTOR = "asks what was told";
const DATABASE = ["quorum", "strict promotion", "voters leave", "catches up first"];

/** Rules left out where Quint's simulator takes random steps: none, and those of the database. */
export const SIMULATED: readonly (readonly string[])[] = [[], DATABASE];

export const VARIANTS: readonly Variant[] = [
  { without: [], text: "the protocol", reaches: FAIL_OVERS },
  {
    without: [DETECTOR, "promise"],
    text: "the database keeps its word, and no gateway is asked",
    reaches: FAIL_OVERS,
  },
  {
    without: DATABASE,
    text: "the database may lose any commit, and gateways are asked",
    reaches: [...FAIL_OVERS, "refusedToOpen"],
  },
  ...[
    ["warning is unknown", "a cancelled wait counts as a commit"],
    ["answers after the commit", "answers are sent when a batch is decided"],
    ["fence", "commits do not check the epoch, and a pooler moves the session"],
    ["row lock", "commits check the epoch row without locking it"],
    ["fenced read", "the journal's end is read on a server where the epoch is another's"],
    ["quorum write before opening", "a leader opens when its raise of the epoch is on one node"],
    ["quorum", "commits wait for no standby"],
    ["strict promotion", "a standby that lags is promoted"],
    ["voters leave", "a standby that voted goes on to confirm commits of the former primary"],
    ["catches up first", "a standby counts before it has caught up"],
  ].map(([rule = "", text = ""]) => ({ without: [DETECTOR, rule], text, breaks: "leadersHaveAll" })),
  {
    without: ["strict promotion", "promise"],
    text: "a gateway that was asked still passes answers of earlier epochs",
    breaks: "leadersHaveAll",
  },
  {
    without: ["strict promotion", "asks after the quorum write"],
    text: "gateways are asked before the epoch is raised",
    breaks: "leadersHaveAll",
  },
  {
    without: ["quorum", DETECTOR],
    text: "commits wait for no standby, and two leaders answer",
    breaks: "answersAgree",
  },
  {
    without: ["raises the epoch", DETECTOR, "promise"],
    text: "a leader takes the epoch as it finds it",
    breaks: "oneLeaderAnEpoch",
  },
  {
    without: ["drains before it releases"],
    text: "a hand-over lets the lock go before all is committed",
    breaks: "handsOverAll",
  },
];
