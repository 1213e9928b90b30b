/** `presage status`: shows the exchange that runs on the data directory, and its statistics. */
import { durationText } from "../base/duration-text.ts";
import { attentionText, readAttention } from "./operator/attention.ts";
import { blockersText } from "./progress.ts";
import { bytesText, countText, rowsText } from "./table.ts";
import { clockText } from "./operator/clock.ts";
import type { Clock } from "./operator/clock.ts";
import { modeText } from "./operator/mode.ts";
import type { ModeReport } from "./operator/mode.ts";
import { runOperation } from "./operator/operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operator/operation.ts";
import type { SlotShortage } from "../base/slot-pools.ts";
import { backupRows, webhookRows } from "./standing-text.ts";
import type { BackupsStatus, WebhookStatus } from "./standing-text.ts";

export const STATUS_HELP = `Usage: presage status

Shows what runs on the data directory: version, head of the journal, figures, backups, webhooks, how much waits for you,
and addresses.

  presage status
  presage status --data-dir ./data --json
`;

type Interfaces = Readonly<Record<string, string>>;

type Counts = {
  readonly accounts: number;
  readonly events: number;
  readonly markets: Readonly<Record<string, number>>;
  readonly openOrders: number;
  readonly bans: number;
};

type Status = {
  readonly version: string;
  readonly mode: string;
  readonly exchange: ModeReport;
  readonly clock: Clock;
  readonly sequence: number;
  readonly head: string;
  readonly tables: {
    readonly sequence: number;
    readonly behind: number;
    readonly rows: number;
    readonly bytes: number;
    readonly waitingReads: number;
    readonly holdsWriter: boolean;
    readonly failing: string | null;
    readonly flushSeconds: number;
    readonly blockedBy: readonly { readonly pid: number; readonly name: string }[];
  };
  readonly backups: BackupsStatus | null;
  readonly webhooks: readonly WebhookStatus[] | null;
  readonly uptimeSeconds: number;
  readonly operator: { readonly name: string; readonly roles: readonly string[] };
  /** Batch as of which the statistics below were counted; they are null while a table is locked. */
  readonly counted: number | null;
  readonly shortages: readonly SlotShortage[];
  readonly counts: Counts | null;
  readonly deposits: string | null;
  readonly fees: string | null;
  readonly addresses: Readonly<Record<string, string | Interfaces | null>>;
};

const STATUS: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const status: Status = JSON.parse(await call({ method: "GET", path: "/status" }));
    const attention = await countAttention(call);
    return { json: { ...status, attention }, text: statusText(status, attention) };
  },
};

export const status = (args: readonly string[]): Promise<number> => runOperation("status", STATUS, args);

/** Counts what waits for an operator; `null` if it cannot be read now, so that the rest of the status still shows. */
const countAttention = async (call: OperationInput["call"]): Promise<number | null> => {
  try {
    return (await readAttention(call)).total;
  } catch {
    return null;
  }
};

function statusText(answer: Status, attention: number | null): string {
  const { operator, version, mode, uptimeSeconds, sequence, head } = answer;
  return rowsText([
    ["presage", `${version}, ${mode} mode, running for ${durationText(uptimeSeconds)}`],
    ["exchange", modeText(answer.exchange)],
    ["clock", clockText(answer.clock)],
    ["you are", `${operator.name} (${operator.roles.join(", ")})`],
    ["journal", `${countText(sequence, "batch", "batches")}, head ${head}`],
    ["tables", tablesText(answer.tables)],
    ...answer.shortages.map(({ what, holders: [first] }) => [
      "places",
      `no room lately for ${what}; ${first?.address ?? "nobody"} had the most, ${first?.taken ?? 0}`,
    ]),
    ...statisticsRows(answer),
    ...backupRows(answer.backups),
    ...webhookRows(answer.webhooks),
    ["attention", attentionText(attention)],
    ...Object.entries(answer.addresses).flatMap(addressRows),
  ]);
}

type CountedStatistics = Pick<Status, "sequence" | "tables" | "counted" | "counts" | "deposits" | "fees">;

/** The statistics of the tables, in words. */
export function statisticsRows({ sequence, tables, ...figures }: CountedStatistics): string[][] {
  const { counted, counts, deposits, fees } = figures;
  if (counts === null || deposits === null || fees === null) {
    const named = tables.blockedBy.length > 0 ? ": see tables, above" : "";
    return [["figures", `not known: another session of the database locks a table${named}`]];
  }
  const markets = Object.entries(counts.markets).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${name}`],
  );
  return [
    ...(counted === sequence ? [] : [["figures", `as of batch ${counted}`]]),
    ["accounts", `${counts.accounts}, ${counts.bans} banned`],
    ["events", String(counts.events)],
    ["markets", markets.join(", ") || "0"],
    ["open orders", String(counts.openOrders)],
    ["deposits", deposits],
    ["fees", fees],
  ];
}

/** Compares the read tables with the journal, in words. */
export function tablesText(tables: Status["tables"]): string {
  const { sequence, behind, rows, bytes, waitingReads, holdsWriter, failing } = tables;
  if (behind === 0) return "up to date";
  const place = `at batch ${sequence}, ${countText(behind, "batch", "batches")} behind`;
  const size = `${countText(rows, "row")}, ${bytesText(bytes)}`;
  const trouble = [
    ...(waitingReads > 0 ? [`${countText(waitingReads, "read waits", "reads wait")} for them`] : []),
    ...(holdsWriter ? ["the writer waits for them"] : []),
    ...flushText(tables),
    ...(failing === null ? [] : [`they cannot be written: ${failing}`]),
  ];
  return [`${place} (${size})`, ...trouble].join("; ");
}

function flushText({ flushSeconds, blockedBy }: Status["tables"]): string[] {
  if (flushSeconds === 0) return [];
  const waits = blockedBy.length === 0 ? "" : ` and waits for locks of ${blockersText(blockedBy)}`;
  return [`a write of them has been running for ${durationText(flushSeconds)}${waits}`];
}

function addressRows([name, address]: [string, string | Interfaces | null]): string[][] {
  if (address === null) return [];
  if (typeof address === "string") return [[name, address]];
  return Object.entries(address).map(([part, url]) => [`${name} ${part}`, url]);
}
