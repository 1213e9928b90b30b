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
    text: "the database loses no commit, and leaders ask no gateway",
    reaches: FAIL_OVERS,
  },
  {
    without: DATABASE,
    text: "the database may lose any commit, and leaders ask gateways",
    reaches: [...FAIL_OVERS, "refusedToOpen"],
  },
  ...[
    ["warning is unknown", "a batch counts as committed although its wait for a standby was cancelled"],
    ["answers after the commit", "a leader sends answers as soon as a batch is decided"],
    ["fence", "commits do not check the epoch, and a pooler moves the session to another server"],
    ["row lock", "commits check the epoch row without locking this row"],
    ["fenced read", "a leader reads the journal's end on a server with another leader's epoch"],
    ["quorum write before opening", "a leader opens while only one node has its new epoch"],
    ["quorum", "commits wait for no standby"],
    ["strict promotion", "a standby that lacks commits is promoted"],
    ["voters leave", "a standby that voted for a new primary still confirms commits of the former one"],
    ["catches up first", "a standby counts for commits before it has caught up"],
  ].map(([rule = "", text = ""]) => ({ without: [DETECTOR, rule], text, breaks: "leadersHaveAll" })),
  {
    without: ["strict promotion", "promise"],
    text: "a gateway still passes answers of earlier epochs after a new leader asked it",
    breaks: "leadersHaveAll",
  },
  {
    without: ["strict promotion", "asks after the quorum write"],
    text: "a leader asks gateways before it raises the epoch",
    breaks: "leadersHaveAll",
  },
  {
    without: ["quorum", DETECTOR],
    text: "commits wait for no standby, and two leaders answer clients",
    breaks: "answersAgree",
  },
  {
    without: ["raises the epoch", DETECTOR, "promise"],
    text: "a leader uses the epoch in the database without raising it",
    breaks: "oneLeaderAnEpoch",
  },
  {
    without: ["drains before it releases"],
    text: "a hand-over releases the lock before all accepted commands are committed",
    breaks: "handsOverAll",
  },
];
