/** `presage status`, `attention` and `figures`: show the running exchange, its waiting work and its statistics. */
import type { Static } from "typebox";
import { durationText } from "../../base/duration-text.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import type { SlotShortage } from "../../base/slot-pools.ts";
import type { BackupsAnswer } from "../../http/admin/exchange/backups.ts";
import type { AttentionAnswer } from "../../http/admin/exchange/get-attention.ts";
import { SPAN_UNITS } from "../../http/admin/exchange/statistics.ts";
import type { StatisticsAnswer, RankedMarketsAnswer } from "../../http/admin/exchange/statistics.ts";
import type { WebhookAnswer } from "../../http/admin/webhooks/webhook-answer.ts";
import { SETTINGS } from "../../settings/settings-table.ts";
import { getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { blockersText } from "../terminal/progress.ts";
import { bytesText, columnsText, countText, rowsText, tableText } from "../terminal/table.ts";
import { clockText, modeText } from "./exchange.ts";
import type { Clock, ModeReport } from "./exchange.ts";
import { describeCommand, describeSubcommand, callRoute } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";

// `presage status`: shows the exchange that runs on the data directory, and its statistics.

const STATUS_HELP = `Usage: presage status

Shows what runs on the data directory: version, head of the journal, figures, backups, webhooks, how much waits for you,
and addresses.

  presage status
  presage status --data-dir ./data --json
`;

export type BackupsStatus = Static<typeof BackupsAnswer>;

type WebhookStatus = Pick<
  Static<typeof WebhookAnswer>,
  "id" | "description" | "state" | "lagSeconds" | "waiting" | "dead" | "trouble"
>;

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
  /** Batch at which `counts`, `deposits` and `fees` were computed; all are null while a table is locked. */
  readonly counted: number | null;
  readonly shortages: readonly SlotShortage[];
  readonly counts: Counts | null;
  readonly deposits: string | null;
  readonly fees: string | null;
  readonly addresses: Readonly<Record<string, string | Interfaces | null>> | null;
};

type ShownStatus = Status & { readonly attention: number | null };

const status = describeCommand(
  STATUS_HELP,
  describeSubcommand<ShownStatus, Status>({
    route: "GET /status",
    complete: async (found, input) => ({ ...found, attention: await countAttention(input) }),
    text: statusText,
  }),
);

/**
 * Counts the items that wait for an operator; `null` if the count fails, so that the rest of the status is still shown.
 */
const countAttention = (input: OperationInput): Promise<number | null> =>
  callRoute<Attention>(input, "GET /attention").then(
    ({ total }) => total,
    () => null,
  );

function statusText(answer: ShownStatus): string {
  const { operator, version, mode, uptimeSeconds, sequence, head, attention } = answer;
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
    ...Object.entries(answer.addresses ?? {}).flatMap(addressRows),
  ]);
}

type CountedStatistics = Pick<Status, "sequence" | "tables" | "counted" | "counts" | "deposits" | "fees">;

/** Formats the statistics of the tables in words. */
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

/** Formats how far the read tables are behind the journal, in words. */
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

/** Lists rows about scheduled backups; `backups` is `null` if no backup location is set. */
export function backupRows(backups: BackupsStatus | null): string[][] {
  if (backups === null) return [["backups", `none are made: ${SETTINGS.backup.place.name} names no place`]];
  const { place, last, lagSeconds, underway, failing, trouble } = backups;
  return [
    ["backups", `in ${place}${underway === null ? "" : `; one is being written since ${underway}`}`],
    ["last backup", last === null && failing !== null ? "none known" : lastText(last)],
    ["archive", lagSeconds === null ? "not known how far it is" : `${durationText(lagSeconds)} behind`],
    ...trouble.map((why) => ["backups", why]),
  ];
}

function lastText(last: BackupsStatus["last"]): string {
  if (last === null) return "none yet";
  const { file, ageSeconds, bytes, verified } = last;
  const check = verified ? "read back" : "from before the start";
  return `${file}, ${durationText(ageSeconds)} ago, ${bytesText(bytes)}, ${check}`;
}

/** Lists rows about webhooks: their number, and each one that needs an operator; `webhooks` is `null` if unknown. */
export function webhookRows(webhooks: readonly WebhookStatus[] | null): string[][] {
  if (webhooks === null) return [["webhooks", "not known: the database does not tell now"]];
  const troubledWebhooks = webhooks.filter(({ trouble }) => trouble.length > 0);
  const wellCount = webhooks.length - troubledWebhooks.length;
  const count =
    webhooks.length === 0 ? "none" : `${countText(webhooks.length, "webhook")}, ${wellCount} well`;
  return [
    ["webhooks", count],
    ...troubledWebhooks.map(({ id, description, trouble }) => [
      id,
      `${description === "" ? "" : `${description}: `}${trouble.join("; ")}`,
    ]),
  ];
}

// `presage attention`: lists what waits for an operator, the most urgent first.

const ATTENTION_HELP = `Usage: presage attention

Lists what waits for an operator, the most urgent first: a mode, restrictions of the exchange itself, backups that fail
or are late, webhooks that are paused, late or gave deliveries up, commands in quarantine, disputed proposals, markets
that ended without a result, proposals, makers that do not quote, residents out of budget and events with drafts. Of
each kind the first twenty are named. The exit code is 0 when nothing waits, and 1 when
something does. The exchange must run.

  presage attention
  presage attention --json
`;

type Attention = Static<typeof AttentionAnswer>;

const attention = describeCommand(
  ATTENTION_HELP,
  describeSubcommand<Attention>({
    route: "GET /attention",
    text: waitingText,
    code: ({ total }) => (total === 0 ? 0 : 1),
  }),
);

/** Formats the number of waiting items in words; `null` is an unknown number. */
function attentionText(total: number | null): string {
  if (total === null) return "not known: it cannot be read now";
  return total === 0 ? "nothing waits for you" : `${total}: see presage attention`;
}

function waitingText({ total, kinds }: Attention): string {
  const rows = kinds.flatMap(({ kind, total: all, first }) => [
    ...first.map(({ subject, title, why, since }) => [kind, title, why, since ?? "", subject]),
    ...(all > first.length ? [[kind, `and ${all - first.length} more`, "", "", ""]] : []),
  ]);
  const table = tableText(
    ["KIND", "WHAT", "WHY", "SINCE", "SUBJECT"],
    rows,
    "Nothing waits for an operator.",
  );
  return total === 0 ? table : `${table}In all: ${total}\n`;
}

// `presage figures`: shows volume, active traders and fees by day, week or month, or ranks the markets by them.

const STATISTICS_HELP = `Usage: presage figures [--by day|week|month|market] [--from DAY] [--to DAY]
                       [--market MARKET | --event EVENT | --category TAG] [--without-house]
                       [--order volume|traders|fees|trades] [--limit N] [--offset N]

Shows how much was traded, by how many wallets and for which fees, with new accounts, deposits and withdrawals: by day
(unless given), week or month, or by market. --from is the first day, --to the day before which the figures end, as in
presage export; the last thirty days unless given. Days are UTC. MARKET is a condition id or a slug, EVENT an id or a
slug, TAG a slug. The house and, in a sandbox, residents count neither as traders nor as accounts; --without-house also leaves out
their trades, fees and payments. --order ranks markets, 50 of them unless --limit says otherwise, after --offset others. The
exchange must run.

  presage figures --by month --from 2026-01-01
  presage figures --by market --order fees --from 2026-05-01 --to 2026-06-01
  presage figures --market will-it-rain-in-bern-on-1-may --json
`;

const BY = [...SPAN_UNITS, "market"] as const;

const FILTERS = {
  texts: {
    "--from": "from",
    "--to": "to",
    "--market": "market",
    "--event": "event",
    "--category": "category",
  },
  switches: { "--without-house": "withoutHouse" },
} as const;

const RANKING = { "--order": "order", "--limit": "limit", "--offset": "offset" } as const;

const SPANS = describeSubcommand<Static<typeof StatisticsAnswer>>({
  ...FILTERS,
  route: "GET /figures",
  read: (line) => ({ per: readBy(line) }),
  text: ({ data, total }) =>
    columnsText([...data, { ...total, from: "total" }], {
      FROM: "from",
      ...STATISTICS,
      ACCOUNTS: ({ accounts }) => accounts ?? "-",
      DEPOSITS: ({ deposits }) => deposits ?? "-",
      WITHDRAWALS: ({ withdrawals }) => withdrawals ?? "-",
    }),
});

const MARKETS = describeSubcommand<Static<typeof RankedMarketsAnswer>>({
  ...FILTERS,
  route: "GET /figures/markets",
  texts: { ...FILTERS.texts, ...RANKING },
  text: ({ data, total }) => {
    const columns = { MARKET: "slug", ...STATISTICS, QUESTION: "question" } as const;
    const table = columnsText(data, columns, "No market traded on these days.");
    return data.length < total ? `${table}Markets that traded: ${total}\n` : table;
  },
});

const STATISTICS = { VOLUME: "volume", TRADES: "trades", TRADERS: "traders", FEES: "fees" } as const;

const STATISTICS_BY: OperatorSubcommand = {
  ...MARKETS,
  flags: { ...MARKETS.flags, "--by": "text" },
  check: (line) => {
    const by = readBy(line);
    const ranking = Object.keys(RANKING).find((flag) => line.flags.has(flag));
    if (by !== "market" && ranking !== undefined)
      throw new Error(`figures: expected ${ranking} with --by market only, got it with --by ${by}`);
  },
  perform: (input) => (readBy(input.line) === "market" ? MARKETS : SPANS).perform(input),
};

const statistics = describeCommand(STATISTICS_HELP, STATISTICS_BY);

function readBy(line: CommandLine): (typeof BY)[number] {
  const text = getTextFlag(line, "--by") ?? "day";
  const found = BY.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Error(`figures: expected --by ${BY.join(", ")}, got "${text}"${didYouMean(text, BY)}`);
}

export const SUBCOMMANDS: Subcommands = { status, attention, figures: statistics };
