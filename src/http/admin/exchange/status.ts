/** GET /status: the state of the exchange for operators, including the read tables. */
import { ROLES } from "../../../signing/operators.ts";
import { Type } from "typebox";
import { collateralText } from "../../../core/units.ts";
import { RELEASE } from "../../../release.ts";
import type { TablesState } from "../../../store/projector/projector.ts";
import { TABLES_SESSION } from "../../../store/projector/table-flusher.ts";
import type { ExchangeCounts } from "../../../store/reads/exchange-counts.ts";
import { listBlockers as findBlockers } from "../../../store/sql/blockers.ts";
import type { Blocker } from "../../../store/sql/blockers.ts";
import { valueWithTimeout } from "../../../base/async.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { BackupsAnswer, describeBackups } from "./backups.ts";
import type { OpenAddresses } from "../diagnoses.ts";
import { ClockAnswer, ModeAnswer, clockAnswer, modeAnswer } from "./exchange.ts";
import { readOperation, EXCHANGE } from "../operation.ts";
import { pageAddress } from "../people/invites.ts";
import { WebhookAnswer, describeAll } from "../webhooks/webhook-answer.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";
import { listHouseAccounts } from "./house-accounts.ts";

// The state of the read tables, which follow the journal.

const TablesAnswer = Type.Object(
  {
    sequence: Type.Integer({ description: "The batch up to which they stand" }),
    behind: Type.Integer({ description: "Committed batches that they do not have yet" }),
    rows: Type.Integer({ description: "Rows that wait to be written" }),
    bytes: Type.Integer({ description: "Memory that these rows take, about" }),
    waitingReads: Type.Integer({ description: "Reads that wait for rows" }),
    holdsWriter: Type.Boolean({
      description: "True while the writer waits for them, since too many rows or bytes wait to be written",
    }),
    failing: OrNull(
      Type.String({
        description: "The error with which writing them fails and is tried again; null while it succeeds",
      }),
    ),
    flushSeconds: Type.Integer({
      description: "Seconds for which the write underway has been running; 0 while none is",
    }),
    blockedBy: Type.Array(
      Type.Object({
        pid: Type.Integer({ description: "Process id of the session on the server of the database" }),
        name: Type.String({ description: "Name that its program gave, such as psql; may be empty" }),
      }),
      {
        description:
          "Sessions of the database for whose locks a write waits that has been running for a second",
      },
    ),
  },
  { description: "The read tables, which are written behind the journal" },
);

/** Running time of a write after which the sessions that block the write are queried, ms. */
const BLOCKERS_QUERY_AFTER_MS = 1_000;

async function tablesAnswer(
  { seq, rows, ends, failing, flushMs, ...waiting }: TablesState,
  listBlockers: () => Promise<Blocker[]>,
): Promise<Type.Static<typeof TablesAnswer>> {
  return {
    sequence: seq,
    ...waiting,
    rows: rows + ends,
    failing: failing ?? null,
    flushSeconds: Math.floor(flushMs / 1_000),
    blockedBy: flushMs < BLOCKERS_QUERY_AFTER_MS ? [] : await listBlockers(),
  };
}

// GET /status: the state of the exchange. The counts are of one commit, the last one unless the read tables are stuck.

const Count = Type.Integer();
const NO_MARKETS = { draft: 0, active: 0, paused: 0, resolved: 0, archived: 0 };

/** Counts that are read from the tables. */
const Statistics = {
  counted: OrNull(
    Type.Integer({
      description:
        "The batch as of which counts, deposits and fees are: the last one, unless `tables` take more than 2 s to get there. All of them are null while another session locks a table",
    }),
  ),
  counts: OrNull(
    Type.Object({
      accounts: Type.Integer({
        description: "Accounts of people: without those of the fees, of house makers and of residents",
      }),
      events: Count,
      markets: Type.Object({ draft: Count, active: Count, paused: Count, resolved: Count, archived: Count }),
      openOrders: Count,
      bans: Count,
    }),
  ),
  deposits: OrNull(Type.String({ description: "All collateral that came in less all that went out" })),
  fees: OrNull(Type.String({ description: "What the exchange earned and still has, in USDC" })),
};

/** Fields of a webhook that the status shows. */
const WEBHOOK_FIELDS = ["id", "description", "state", "lagSeconds", "waiting", "dead", "trouble"] as const;

const StatusAnswer = Type.Object({
  version: Type.String(),
  mode: Type.Enum(["sandbox", "production"]),
  exchange: ModeAnswer,
  clock: ClockAnswer,
  sequence: Type.Integer({ description: "The last batch of the journal" }),
  head: Type.String({ description: "Hash of the latest batch of the journal, 0x and 64 hex digits" }),
  tables: TablesAnswer,
  shortages: Type.Array(
    Type.Object({
      name: Type.String(),
      what: Type.String(),
      taken: Count,
      most: Count,
      ofAddress: Count,
      holders: Type.Array(Type.Object({ address: Type.String(), taken: Count }), {
        description: "The addresses that had the most when there was no room",
      }),
    }),
    { description: "What clients take from together and ran out in the last minute" },
  ),
  backups: OrNull(BackupsAnswer),
  webhooks: OrNull(
    Type.Array(Type.Pick(WebhookAnswer, WEBHOOK_FIELDS), {
      description: "Null while the database does not tell in 2 s",
    }),
  ),
  uptimeSeconds: Type.Integer(),
  operator: Type.Object({ name: Type.String(), roles: Type.Array(Type.Enum([...ROLES])) }),
  ...Statistics,
  addresses: Type.Unknown({
    description:
      "Base addresses, by what answers there; null while the exchange starts, and at an engine of a cluster",
  }),
  page: Type.String({
    description:
      "Base address of the page for traders: as it is published, or as it is open here; empty while the exchange starts",
  }),
});

/** Timeout of the read about webhooks, ms: the status must be answered even while a table is locked. */
const MAX_READ_MS = 2_000;

/** Creates the operation; `addresses` returns the open addresses, and `residents` are a sandbox's simulated traders. */
export const getStatus = (
  addresses: () => OpenAddresses,
  residents: SimulationControl | undefined,
): Endpoint =>
  readOperation({
    path: "/status",
    summary: "Get the state of the exchange",
    group: EXCHANGE,
    answer: StatusAnswer,
    read: async ({ context, operator }) => {
      const [counts, webhooks] = await Promise.all([
        context.findCounts(listHouseAccounts(context, residents)),
        valueWithTimeout(describeAll(context), MAX_READ_MS),
      ]);
      const tables = await tablesAnswer(context.tables.standing(), () =>
        findBlockers(context.ownSql, TABLES_SESSION),
      );
      const { seq, hash } = context.engine.head();
      return {
        version: RELEASE.version,
        mode: context.config.mode,
        exchange: modeAnswer(context),
        clock: clockAnswer(context),
        sequence: seq,
        head: `0x${hash.toString("hex")}`,
        tables,
        shortages: [...context.places.shortages()],
        backups: context.archive ? describeBackups(context.archive.state(), Date.now()) : null,
        webhooks:
          webhooks?.map((one) => Object.fromEntries(WEBHOOK_FIELDS.map((name) => [name, one[name]]))) ?? null,
        uptimeSeconds: Math.floor(process.uptime()),
        operator,
        ...describeStatistics(counts),
        addresses: addresses() ?? null,
        page: pageAddress(context, addresses()),
      };
    },
  });

function describeStatistics(counted: ExchangeCounts | undefined) {
  if (counted === undefined) return { counted: null, counts: null, deposits: null, fees: null };
  const { sequence, hash: _, deposits, fees, markets, ...counts } = counted;
  return {
    counted: sequence,
    counts: { ...counts, markets: { ...NO_MARKETS, ...markets } },
    deposits: collateralText(deposits),
    fees: collateralText(fees),
  };
}
