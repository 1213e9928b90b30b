/** GET /attention: open work for operators, with the number of each kind and its first items. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { RestrictionSource } from "../../../engine/availability.ts";
import { clockState } from "../../../engine/time/clocks.ts";
import type { SlotShortage } from "../../../base/slot-pools.ts";
import { WAITING_KINDS, listEventsWithDrafts, listWaitingMarkets } from "../../../store/reads/markets.ts";
import type { WaitingEvent, WaitingKind, WaitingMarket } from "../../../store/reads/markets.ts";
import { shareReading } from "../../../base/async.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { OrNull, timeAt } from "../../values/resolution-answer.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";
import { SETTINGS } from "../../../settings/settings-table.ts";
import { describeBackups } from "./backups.ts";
import { describeMakers } from "./house-makers.ts";
import type { CountQuotes } from "./house-makers.ts";
import { readOperation, ATTENTION } from "../operation.ts";
import { describeAll } from "../webhooks/webhook-answer.ts";

// Open work for operators, by kind: about the exchange itself, its market makers, and its markets.

const WORK_KINDS = [
  "mode",
  "disk",
  "memory",
  "books",
  "clock",
  "places",
  "backup",
  "webhook",
  "quarantine",
  "disputed",
  "ended",
  "proposed",
  "house-maker",
  "resident",
  "draft",
] as const;
type WorkKind = (typeof WORK_KINDS)[number];

type Work = {
  readonly subject: string;
  readonly title: string;
  readonly why: string;
  readonly since: string | null;
  /** Number of an event's drafts; 1 for all other work. */
  readonly count: number;
};

/** Work of one kind: the total number, and the first items. */
type WorkByKind = { readonly kind: WorkKind; readonly total: number; readonly first: readonly Work[] };

/** Maximum items of one kind that are listed. */
const MAX_LISTED_WORK = 20;

const WORK_KIND_BY_SOURCE = {
  disk: "disk",
  memory: "memory",
  audit: "books",
  clock: "clock",
} as const satisfies {
  [Source in RestrictionSource]: WorkKind;
};

const summarizeWork = (kind: WorkKind, works: readonly Work[]): WorkByKind => ({
  kind,
  total: works.length,
  first: works.slice(0, MAX_LISTED_WORK),
});
const createWork = (subject: string, title: string, why: string): Work => ({
  subject,
  title,
  why,
  since: null,
  count: 1,
});

/** Lists work about the exchange itself: its mode, its restrictions, its clock and its quarantine. */
function listExchangeWork(
  context: Pick<Context, "engine" | "clocks" | "quarantine" | "archive" | "places" | "config">,
): WorkByKind[] {
  const { availability, exchange } = context.engine;
  const { why } = clockState(context);
  const restrictions = availability.restrictions().filter(({ source }) => source !== "clock");
  return [
    summarizeWork(
      "mode",
      exchange.mode === "normal" ? [] : [createWork(exchange.mode, exchange.mode, "set by an operator")],
    ),
    ...restrictions.map((one) =>
      summarizeWork(WORK_KIND_BY_SOURCE[one.source], [createWork(one.source, one.source, one.why)]),
    ),
    summarizeWork("clock", why === "" ? [] : [createWork("clock", "clock", why)]),
    summarizeWork(
      "places",
      context.places
        .shortages()
        .filter(({ name }) => !HARMLESS.has(name))
        .map(({ name, what, ...short }) => createWork(name, what, describeShortage(short))),
    ),
    summarizeWork("backup", listBackupWork(context)),
    summarizeWork(
      "quarantine",
      context.quarantine.list().map(({ fingerprint, command, stops }) => {
        const times = stops === 1 ? "once" : `${stops} times`;
        return createWork(fingerprint, command, `the exchange stopped ${times} while it was being decided`);
      }),
    ),
  ];
}

/** Resources whose exhaustion refuses no request: the answer only lacks compression, an explanation or a suggestion. */
const HARMLESS: ReadonlySet<string> = new Set<SlotShortage["name"]>([
  "compressions",
  "compressedStreams",
  "explanations",
  "nearestSlugs",
]);

/** Describes a shortage: the addresses with the most slots during the shortage, and the slots taken now. */
function describeShortage({ taken, most, ofAddress, holders }: Omit<SlotShortage, "name" | "what">): string {
  const named = holders.map((holder) => `${holder.address} used ${holder.taken}`).join(", ");
  return `the limit of ${most} at once, ${ofAddress} for one address, was reached in the last minute; ${named}; ${taken} are in use now`;
}

const NO_BACKUPS = `no backups are made: ${SETTINGS.backup.place.name} names no place`;

/** Lists missing, failing or late backups, with the time of the first failure or of the last backed-up moment. */
function listBackupWork({ archive, config }: Pick<Context, "archive" | "config">): Work[] {
  if (archive === undefined)
    return config.mode === "production" ? [createWork("none", "backups", NO_BACKUPS)] : [];
  const { place, trouble, failing, covered } = describeBackups(archive.state(), Date.now());
  return trouble.map((why) => ({ ...createWork("backup", place, why), since: failing?.since ?? covered }));
}

/** Lists webhooks with trouble: paused, late, or with deliveries given up. */
async function listWebhookWork(context: Context): Promise<WorkByKind> {
  const troubledWebhooks = (await describeAll(context)).filter(({ trouble }) => trouble.length > 0);
  return summarizeWork(
    "webhook",
    troubledWebhooks.map(({ id, description, url, trouble }) =>
      createWork(id, description || url, trouble.join("; ")),
    ),
  );
}

/** Lists house market makers that quote on one side or none while their markets trade. */
async function listHouseMakerWork(context: Context, count: CountQuotes): Promise<WorkByKind | Rejection> {
  const runningMakers = context.house.list().filter(({ stopped }) => stopped === undefined);
  const makers = await describeMakers(context, runningMakers, count);
  if (isRejection(makers)) return makers;
  const limitedMakers = makers.filter(({ state }) => state === "withdrawn" || state === "one-sided");
  return summarizeWork(
    "house-maker",
    limitedMakers.map(({ conditionId, slug, why }) => createWork(conditionId, slug, why)),
  );
}

/** Lists makers of the sandbox's simulated traders that would exceed their maximum loss. */
export async function listSimulationWork(
  residents: SimulationControl | undefined,
): Promise<WorkByKind | Rejection> {
  if (residents === undefined) return summarizeWork("resident", []);
  const state = await residents.describe();
  if (isRejection(state)) return state;
  const exhaustedMarkets = state.markets.filter(({ outOfBudget }) => outOfBudget);
  return summarizeWork(
    "resident",
    exhaustedMarkets.map(({ conditionId, market, withdrawn }) => createWork(conditionId, market, withdrawn)),
  );
}

/**
 * Lists markets that wait for a step, and events with drafts. Reads the kinds in sequence, so that one connection suffices.
 */
async function listMarketWork(context: Context): Promise<WorkByKind[]> {
  const found: WorkByKind[] = [];
  for (const kind of WAITING_KINDS) {
    const query = { kind, now: context.clock(), limit: MAX_LISTED_WORK };
    const markets = await listWaitingMarkets(await context.readSql(), query);
    const first = markets.map((market) => marketWork(kind, market));
    found.push({ kind, total: markets[0]?.total ?? 0, first });
  }
  const drafts = await listEventsWithDrafts(await context.readSql(), MAX_LISTED_WORK);
  found.push({ kind: "draft", total: drafts[0]?.total ?? 0, first: drafts.map(draftWork) });
  return found;
}

const WORK_REASONS = {
  disputed: "its proposal is disputed",
  proposed: "its proposal waits for a resolution",
  ended: "it ended without a result",
} as const satisfies { [Kind in WaitingKind]: string };

function marketWork(kind: WaitingKind, { conditionId, question, endDate, steppedAt }: WaitingMarket): Work {
  const stepped = steppedAt === null ? null : timeAt(steppedAt);
  const since = kind === "ended" ? endDate : stepped;
  return { ...createWork(conditionId, question, WORK_REASONS[kind]), since };
}

function draftWork({ id, title, drafts }: WaitingEvent): Work {
  const why = drafts === 1 ? "a market of it was never opened" : `${drafts} markets of it were never opened`;
  return { ...createWork(id, title, why), count: drafts };
}

export const AttentionAnswer = Type.Object({
  total: Type.Integer({
    description: "All that waits, an event with drafts counted once; 0 when nothing does",
  }),
  kinds: Type.Array(
    Type.Object({
      kind: Type.Enum([...WORK_KINDS]),
      total: Type.Integer(),
      first: Type.Array(
        Type.Object({
          subject: Type.String({
            description:
              "A condition id, the id of an event with drafts, a fingerprint of the quarantine, the id of a webhook, a mode, a source of restrictions or what clients take from together",
          }),
          title: Type.String({ description: "Question or slug of a market, title of an event, or a name" }),
          why: Type.String(),
          since: OrNull(Type.String({ description: "ISO 8601: the end, or the last step; null if unknown" })),
          count: Type.Integer({ description: "Drafts of the event; 1 of all other work" }),
        }),
        { description: `At most ${MAX_LISTED_WORK}` },
      ),
    }),
    { description: "Kinds of which something waits, the most urgent first" },
  ),
});

type Attention = { readonly total: number; readonly kinds: readonly WorkByKind[] };
type ReadAttention = () => Promise<Attention | Rejection>;

/** Reads all open work by kind, the most urgent first. */
async function readAttention(
  context: Context,
  count: CountQuotes,
  residents: SimulationControl | undefined,
): Promise<Attention | Rejection> {
  const house = await listHouseMakerWork(context, count);
  if (isRejection(house)) return house;
  const simulationWork = await listSimulationWork(residents);
  if (isRejection(simulationWork)) return simulationWork;
  const [webhooks, markets] = [await listWebhookWork(context), await listMarketWork(context)];
  const found = [...listExchangeWork(context), webhooks, house, simulationWork, ...markets];
  const kinds = WORK_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind && one.total > 0));
  return { total: kinds.reduce((sum, one) => sum + one.total, 0), kinds };
}

/** Creates the operation. `count` computes a house market maker's quotes; `residents` is undefined without simulated traders. */
export function getAttention(count: CountQuotes, residents: SimulationControl | undefined): Endpoint {
  /** Shared reads by exchange: every open console asks several times a minute, and all consoles get the same result. */
  const shared = new WeakMap<Context, ReadAttention>();
  return readOperation({
    path: "/attention",
    summary: "List what waits for an operator",
    group: ATTENTION,
    refuses: ["not_accepting"],
    answer: AttentionAnswer,
    read: async ({ context }) => {
      const read = shared.get(context) ?? shareReading(() => readAttention(context, count, residents));
      shared.set(context, read);
      const found = await read();
      return found;
    },
  });
}
