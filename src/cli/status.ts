/** `presage status`: shows the exchange that runs on the data directory, and its figures. */
import { durationText } from "../duration-text.ts";
import { clockText } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { modeText } from "./mode.ts";
import type { ModeReport } from "./mode.ts";
import { runOperation } from "./operation.ts";
import type { OperatorSubcommand } from "./operation.ts";
import { rowsText } from "./table.ts";

export const STATUS_HELP = `Usage: presage status

Shows what runs on the data directory: version, head of the journal, figures and addresses.

  presage status
  presage status --data-dir ./data --json
`;

type Interfaces = Readonly<Record<string, string>>;

type Status = {
  readonly version: string;
  readonly mode: string;
  readonly exchange: ModeReport;
  readonly clock: Clock;
  readonly sequence: number;
  readonly head: string;
  readonly tables: {
    readonly behind: number;
    readonly rows: number;
    readonly bytes: number;
    readonly waitingReads: number;
    readonly holdsWriter: boolean;
    readonly failing: string | null;
  };
  readonly uptimeSeconds: number;
  readonly operator: { readonly name: string; readonly roles: readonly string[] };
  readonly counts: {
    readonly accounts: number;
    readonly events: number;
    readonly markets: Readonly<Record<string, number>>;
    readonly openOrders: number;
    readonly bans: number;
  };
  readonly deposits: string;
  readonly fees: string;
  readonly addresses: Readonly<Record<string, string | Interfaces | null>>;
};

const STATUS: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const status: Status = JSON.parse(await call({ method: "GET", path: "/status" }));
    return { json: status, text: statusText(status) };
  },
};

export const status = (args: readonly string[]): Promise<number> => runOperation("status", STATUS, args);

function statusText(answer: Status): string {
  const { counts, operator, version, mode, uptimeSeconds, sequence, head } = answer;
  const markets = Object.entries(counts.markets).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${name}`],
  );
  return rowsText([
    ["presage", `${version}, ${mode} mode, running for ${durationText(uptimeSeconds)}`],
    ["exchange", modeText(answer.exchange)],
    ["clock", clockText(answer.clock)],
    ["you are", `${operator.name} (${operator.roles.join(", ")})`],
    ["journal", `${sequence} batches, head ${head}`],
    ["tables", tablesText(answer.tables)],
    ["accounts", `${counts.accounts}, ${counts.bans} banned`],
    ["events", String(counts.events)],
    ["markets", markets.join(", ") || "0"],
    ["open orders", String(counts.openOrders)],
    ["deposits", answer.deposits],
    ["fees", answer.fees],
    ...Object.entries(answer.addresses).flatMap(addressRows),
  ]);
}

const MIB = 1024 * 1024;

/** The read tables against the journal, in words. */
export function tablesText(tables: Status["tables"]): string {
  const { behind, rows, bytes, waitingReads, holdsWriter, failing } = tables;
  if (behind === 0) return "up to date";
  const size = `${rows} rows, ${Math.ceil(bytes / MIB)} MiB`;
  const trouble = [
    ...(waitingReads > 0 ? [`${waitingReads} reads wait for them`] : []),
    ...(holdsWriter ? ["the writer waits for them"] : []),
    ...(failing === null ? [] : [`they cannot be written: ${failing}`]),
  ];
  return [`${behind} batches behind (${size})`, ...trouble].join("; ");
}

function addressRows([name, address]: [string, string | Interfaces | null]): string[][] {
  if (address === null) return [];
  if (typeof address === "string") return [[name, address]];
  return Object.entries(address).map(([part, url]) => [`${name} ${part}`, url]);
}
