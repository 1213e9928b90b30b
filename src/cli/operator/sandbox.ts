/** `presage faults`, `residents`, `impersonate`, `snapshot`, `restore-snapshot` and `reset`: operate a sandbox. */
import type { Static } from "typebox";
import type { FaultsAnswer, PresetAnswer } from "../../http/sandbox/faults.ts";
import type { ImpersonationAnswer, ImpersonationsAnswer } from "../../http/sandbox/impersonations.ts";
import type { SimulationState } from "../../http/sandbox/simulation-control.ts";
import type { SnapshotAnswer, SnapshotsAnswer } from "../../http/sandbox/snapshots.ts";
import { SIMULATION_PACES } from "../../store/sandbox/simulation-settings.ts";
import { getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { columnsText, countText } from "../terminal/table.ts";
import { describeCommand, describeSubcommand, rejectWord, callRoute, requireChange } from "./operation.ts";

// `presage faults`: injects faults into the network of a sandbox, lists and removes them.

const FAULTS_HELP = `Usage: presage faults
       presage faults PRESET
       presage faults add JSON
       presage faults off [ID]

Makes a running sandbox answer as real services do on bad days, so that a client can be tried with it: late, lost and
stale answers, refusals, live channels that go silent. Without operands: the faults in force, and the presets. add takes
one fault or a list of them as in docs/start/sandbox-faults.md. A fault is met until its uses or its time are over, or until off.

  presage faults timeout-that-filled
  presage faults add '{"kind": "latency", "ms": 200, "routes": ["POST /order"], "share": 0.5, "seed": 7}'
  presage faults off
`;

type Faults = Static<typeof FaultsAnswer>;
type Presets = { readonly presets: readonly Static<typeof PresetAnswer>[] };

const SHOW_FAULTS = describeSubcommand<Faults & Presets, Faults>({
  route: "GET /sandbox/faults",
  complete: async (inForce, input) => ({
    ...inForce,
    ...(await callRoute<Presets>(input, "GET /sandbox/fault-presets")),
  }),
  text: (shown) =>
    `${faultsText(shown)}\n${columnsText(shown.presets, { PRESET: "name", MEANING: "meaning" })}`,
});

const ADD_PRESET = describeSubcommand({
  route: "POST /sandbox/faults",
  operands: { PRESET: "preset" },
  text: faultsText,
});

const ADD_FAULTS = describeSubcommand({
  route: "POST /sandbox/faults",
  operands: { add: "", JSON: "" },
  read: ({ operands: [, text = ""] }) => ({ faults: readFaults(text) }),
  text: faultsText,
});

function readFaults(text: string): readonly unknown[] {
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given : [given];
  } catch (error) {
    throw new Error(`faults add: expected JSON as in '{"kind": "latency", "ms": 200}', got "${text}"`, {
      cause: error,
    });
  }
}

/** Ends faults. Throws if a named fault was not in force: a script must not believe that one was ended. */
const END_FAULTS = describeSubcommand<{ readonly ended: number }>({
  route: "DELETE /sandbox/faults/:id",
  operands: { off: "", "[ID]": "id" },
  text: ({ ended }, { operands: [, id] }) => {
    if (ended === 0 && id !== "")
      throw new Error(`faults off: no fault "${id}" is in force; see presage faults`);
    return `${countText(ended, "fault")} ended.\n`;
  },
});

const faults = describeCommand(FAULTS_HELP, (word) => {
  if (word === undefined) return SHOW_FAULTS;
  return word === "add" ? ADD_FAULTS : word === "off" ? END_FAULTS : ADD_PRESET;
});

function faultsText(inForce: Faults): string {
  return columnsText(
    inForce.faults,
    {
      ID: "id",
      KIND: ({ fault }) => fault.kind,
      MET: "met",
      "WHERE AND HOW": ({ fault }) => JSON.stringify({ ...fault, kind: undefined }),
    },
    "No fault is in force.",
  );
}

// `presage residents`: shows the simulated traders of a sandbox, sets their pace and tunes them by market.

const SIMULATED_TRADERS_HELP = `Usage: presage residents
       presage residents off|quiet|normal|busy
       presage residents tune MARKET [--trading on|off] [--maker fair-value|lmsr]
                                     [--maximum-loss AMOUNT] [--levels COUNT] [--spread STEPS]

Shows what the resident traders of a running sandbox do in each market: the maker's price, its shares and collateral, its
loss at the worst winner and the most that it may lose, and why it withdrew where it did. A word sets the pace of all; off
takes out their resting orders. tune changes one market, named by condition id or slug; its maker quotes again at once. What
is set holds after a restart, a pace until PRESAGE_RESIDENTS is another one.

  presage residents
  presage residents busy
  presage residents tune will-it-rain --maker lmsr --maximum-loss 2000
  presage residents tune will-it-rain --trading off
`;

const SHOW_TRADERS = describeSubcommand({ route: "GET /sandbox/residents", text: stateText });

const SET_PACE = describeSubcommand({
  route: "POST /sandbox/residents",
  operands: { PACE: "pace" },
  text: stateText,
});

const TUNING_FLAGS = {
  texts: { "--maker": "maker", "--maximum-loss": "maximumLoss" },
  numbers: { "--levels": "levels", "--spread": "spread" },
  flags: { "--trading": "text" },
} as const;

const TUNE_MARKET = describeSubcommand({
  route: "POST /sandbox/residents/:market",
  operands: { tune: "", MARKET: "market" },
  ...TUNING_FLAGS,
  check: (line) =>
    requireChange(line, {
      subcommand: "residents tune",
      help: "residents",
      flags: Object.values(TUNING_FLAGS).flatMap((flags) => Object.keys(flags)),
    }),
  read: (line) => ({ trading: readTrading(line) }),
  text: stateText,
});

function readTrading(line: CommandLine): boolean | undefined {
  const trading = getTextFlag(line, "--trading");
  if (trading === undefined || trading === "on" || trading === "off") return trading && trading === "on";
  throw new Error(`--trading: expected on or off, got "${trading}"`);
}

const simulatedTraders = describeCommand(SIMULATED_TRADERS_HELP, (word) => {
  const paces: readonly string[] = SIMULATION_PACES;
  if (word === undefined) return SHOW_TRADERS;
  if (word === "tune") return TUNE_MARKET;
  return paces.includes(word) ? SET_PACE : rejectWord("residents", word, [...paces, "tune"]);
});

/** Formats the simulated traders of each market as a table. */
export function stateText({ pace, markets }: SimulationState): string {
  const table = columnsText(
    markets,
    {
      MARKET: "market",
      MAKER: ({ trading, maker }) => (trading ? maker : "off"),
      PRICE: "fairValue",
      B: "b",
      SHARES: ({ inventory }) => inventory.join(" / "),
      COLLATERAL: "collateral",
      LOSS: "loss",
      "AT MOST": "maximumLoss",
      WITHDRAWN: "withdrawn",
    },
    "No market has residents.",
  );
  return `Pace: ${pace}\n${table}`;
}

// `presage impersonate`: makes API keys of wallets whose keys nobody here has.

const IMPERSONATE_HELP = `Usage: presage impersonate
       presage impersonate WALLET

Makes an API key for any wallet in a running sandbox, to trade for it without its private key. Orders of this key carry 65
zero bytes in the place of the wallet's signature; journal and records show them so. Without operands: the keys that
there are. presage key revoke ends one. Production has no such keys, not even those of its time as a sandbox.

  presage impersonate 0x52908400098527886e0f7030069857d2e4169ee7 --json
`;

const SHOW_IMPERSONATIONS = describeSubcommand<Static<typeof ImpersonationsAnswer>>({
  route: "GET /sandbox/impersonations",
  text: ({ impersonations }) =>
    columnsText(
      impersonations,
      {
        WALLET: "address",
        "API KEY": "apiKey",
        CREATED: "createdAt",
        REVOKED: ({ revokedAt }) => revokedAt ?? "",
      },
      "No wallet is impersonated.",
    ),
});

const IMPERSONATE = describeSubcommand<Static<typeof ImpersonationAnswer>>({
  route: "POST /sandbox/impersonations",
  operands: { WALLET: "address" },
  text: ({ address, apiKey, secret, passphrase, signature }) =>
    [
      ["wallet", address],
      ["API key", apiKey],
      ["secret", secret],
      ["passphrase", passphrase],
      ["signature", signature],
    ]
      .map(([name = "", value = ""]) => `${name.padEnd(12)}${value}\n`)
      .join(""),
});

const impersonate = describeCommand(IMPERSONATE_HELP, (word) =>
  word === undefined ? SHOW_IMPERSONATIONS : IMPERSONATE,
);

// `presage snapshot`, `restore-snapshot` and `reset`: take named snapshots of a sandbox and return to them.

const SNAPSHOT_HELP = `Usage: presage snapshot
       presage snapshot NAME
       presage snapshot remove NAME

Keeps the whole state of a running sandbox under a name: journal, balances, orders, keys, and the time where it is virtual.
An earlier snapshot of the name ends. Without operands: the snapshots that there are. They outlive the exchange.

  presage snapshot before-the-storm
  presage restore-snapshot before-the-storm
`;

const RESTORE_SNAPSHOT_HELP = `Usage: presage restore-snapshot NAME

Puts a running sandbox back to a snapshot: all that happened since is undone. Connections stay, and live channels tell their
clients to fetch books and orders again.

  presage restore-snapshot before-the-storm
`;

const RESET_HELP = `Usage: presage reset

Puts a running sandbox back to its first start: all that happened since is undone. Snapshots stay.

  presage reset
`;

type Snapshot = Static<typeof SnapshotAnswer>;

const SHOW_SNAPSHOTS = describeSubcommand<Static<typeof SnapshotsAnswer>>({
  route: "GET /sandbox/snapshots",
  text: ({ snapshots: shown }) =>
    columnsText(
      shown,
      {
        NAME: "name",
        TIME: "time",
        SEQUENCE: "sequence",
        "": ({ usable }) => (usable ? "" : "of another release"),
      },
      "There is no snapshot.",
    ),
});

const describePosition = ({ time, sequence }: Snapshot): string =>
  `batch ${sequence} of the journal, ${time}`;

const TAKE_SNAPSHOT = describeSubcommand<Snapshot>({
  route: "POST /sandbox/snapshot",
  operands: { NAME: "name" },
  text: (taken) => `${taken.name} is ${describePosition(taken)}.\n`,
});

/** Removes a snapshot. Throws if no snapshot has the name: a script must not believe that one was removed. */
const REMOVE_SNAPSHOT = describeSubcommand<{ readonly removed: number }>({
  route: "DELETE /sandbox/snapshots/:name",
  operands: { remove: "", NAME: "name" },
  text: ({ removed }, { operands: [, name] }) => {
    if (removed === 0)
      throw new Error(`snapshot remove: there is no snapshot "${name}"; see presage snapshot`);
    return `${name} is removed.\n`;
  },
});

const snapshots = describeCommand(SNAPSHOT_HELP, (word) =>
  word === undefined ? SHOW_SNAPSHOTS : word === "remove" ? REMOVE_SNAPSHOT : TAKE_SNAPSHOT,
);

const restoreSnapshot = describeCommand(
  RESTORE_SNAPSHOT_HELP,
  describeSubcommand<Snapshot>({
    route: "POST /sandbox/revert",
    operands: { NAME: "name" },
    text: (kept) => `The exchange is back at ${kept.name}: ${describePosition(kept)}.\n`,
  }),
);

const reset = describeCommand(
  RESET_HELP,
  describeSubcommand<Snapshot>({
    route: "POST /sandbox/reset",
    text: (kept) => `The exchange is back at its first start: ${describePosition(kept)}.\n`,
  }),
);

export const SUBCOMMANDS: Subcommands = {
  faults,
  residents: simulatedTraders,
  impersonate,
  snapshot: snapshots,
  "restore-snapshot": restoreSnapshot,
  reset,
};
