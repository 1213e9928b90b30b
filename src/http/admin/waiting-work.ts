/** Open work for operators, by kind: about the exchange itself, its market makers, and its markets. */
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { PlaceShortage } from "../../places.ts";
import { clockState } from "../../engine/clock-state.ts";
import type { RestrictionSource } from "../../engine/availability.ts";
import { listEventsWithDrafts, listWaitingMarkets, WAITING_KINDS } from "../../store/reads/markets.ts";
import type { WaitingEvent, WaitingKind, WaitingMarket } from "../../store/reads/markets.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { timeAt } from "../resolution-answer.ts";
import { describeBackups } from "./backups.ts";
import type { CountQuotes } from "./house-makers.ts";
import { describeMakers } from "./house-makers.ts";
import { describeAll } from "./webhook-answer.ts";

export const WORK_KINDS = [
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
export type WorkKind = (typeof WORK_KINDS)[number];

export type Work = {
  readonly subject: string;
  readonly title: string;
  readonly why: string;
  readonly since: string | null;
  /** Drafts of an event; 1 for all other work. */
  readonly count: number;
};

/** Work of one kind: the total number, and the first items. */
export type WorkOfKind = { readonly kind: WorkKind; readonly total: number; readonly first: readonly Work[] };

/** Maximum items of one kind that are listed. */
export const NAMED = 20;

const KIND_OF = { disk: "disk", memory: "memory", audit: "books", clock: "clock" } as const satisfies {
  [Source in RestrictionSource]: WorkKind;
};

const all = (kind: WorkKind, works: readonly Work[]): WorkOfKind => ({
  kind,
  total: works.length,
  first: works.slice(0, NAMED),
});
const work = (subject: string, title: string, why: string): Work => ({
  subject,
  title,
  why,
  since: null,
  count: 1,
});

/** Lists work about the exchange itself: its mode, its restrictions, its clock and its quarantine. */
export function workOfExchange(
  context: Pick<Context, "engine" | "clocks" | "quarantine" | "archive" | "places">,
): WorkOfKind[] {
  const { availability, exchange } = context.engine;
  const { why } = clockState(context);
  const restrictions = availability.restrictions().filter(({ source }) => source !== "clock");
  return [
    all("mode", exchange.mode === "normal" ? [] : [work(exchange.mode, exchange.mode, "set by an operator")]),
    ...restrictions.map((one) => all(KIND_OF[one.source], [work(one.source, one.source, one.why)])),
    all("clock", why === "" ? [] : [work("clock", "clock", why)]),
    all(
      "places",
      context.places.shortages().map(({ name, what, ...short }) => work(name, what, describeShortage(short))),
    ),
    all("backup", workOfBackups(context.archive)),
    all(
      "quarantine",
      context.quarantine.list().map(({ fingerprint, command, stops }) => {
        const times = stops === 1 ? "once" : `${stops} times`;
        return work(fingerprint, command, `the exchange stopped ${times} while it was being decided`);
      }),
    ),
  ];
}

/** Describes a shortage: the addresses with the most slots at that time, and the slots taken now. */
function describeShortage({ taken, most, ofAddress, holders }: Omit<PlaceShortage, "name" | "what">): string {
  const named = holders.map((holder) => `${holder.address} ${holder.taken}`).join(", ");
  return `there was no room in the last minute: ${named} of ${most}, at most ${ofAddress} of one address; ${taken} are taken now`;
}

/** Lists failing or late backups, since the first failure or the last backed-up moment. */
function workOfBackups(archive: Context["archive"]): Work[] {
  if (archive === undefined) return [];
  const { place, trouble, failing, covered } = describeBackups(archive.state(), Date.now());
  return trouble.map((why) => ({ ...work("backup", place, why), since: failing?.since ?? covered }));
}

/** Lists webhooks that are paused or late, or gave up deliveries. */
export async function workOfWebhooks(context: Context): Promise<WorkOfKind> {
  const held = (await describeAll(context)).filter(({ trouble }) => trouble.length > 0);
  return all(
    "webhook",
    held.map(({ id, description, url, trouble }) => work(id, description || url, trouble.join("; "))),
  );
}

/** Lists house market makers that quote on one side or none while their markets trade. */
export async function workOfHouse(context: Context, count: CountQuotes): Promise<WorkOfKind | Rejection> {
  const running = context.house.list().filter(({ stopped }) => stopped === undefined);
  const makers = await describeMakers(context, running, count);
  if (isRejection(makers)) return makers;
  const held = makers.filter(({ state }) => state === "withdrawn" || state === "one-sided");
  return all(
    "house-maker",
    held.map(({ conditionId, slug, why }) => work(conditionId, slug, why)),
  );
}

/** Lists makers of the sandbox's simulated traders that would exceed their maximum loss. */
export async function workOfResidents(
  residents: ResidentsControl | undefined,
): Promise<WorkOfKind | Rejection> {
  if (residents === undefined) return all("resident", []);
  const state = await residents.describe();
  if (isRejection(state)) return state;
  const held = state.markets.filter(({ outOfBudget }) => outOfBudget);
  return all(
    "resident",
    held.map(({ conditionId, market, withdrawn }) => work(conditionId, market, withdrawn)),
  );
}

/**
 * Lists markets that wait for a step, and events with drafts. Kinds are read one after the other, so that one connection
 * suffices.
 */
export async function workOfMarkets(context: Context): Promise<WorkOfKind[]> {
  const found: WorkOfKind[] = [];
  for (const kind of WAITING_KINDS) {
    const query = { kind, now: context.clock(), limit: NAMED };
    const markets = await listWaitingMarkets(await context.readSql(), query);
    const first = markets.map((market) => marketWork(kind, market));
    found.push({ kind, total: markets[0]?.total ?? 0, first });
  }
  const drafts = await listEventsWithDrafts(await context.readSql(), NAMED);
  found.push({ kind: "draft", total: drafts[0]?.total ?? 0, first: drafts.map(draftWork) });
  return found;
}

const WHY = {
  disputed: "its proposal is disputed",
  proposed: "its proposal waits for a resolution",
  ended: "it ended without a result",
} as const satisfies { [Kind in WaitingKind]: string };

function marketWork(kind: WaitingKind, { conditionId, question, endDate, steppedAt }: WaitingMarket): Work {
  const stepped = steppedAt === null ? null : timeAt(steppedAt);
  const since = kind === "ended" ? endDate : stepped;
  return { ...work(conditionId, question, WHY[kind]), since };
}

function draftWork({ id, title, drafts }: WaitingEvent): Work {
  const why = drafts === 1 ? "a market of it was never opened" : `${drafts} markets of it were never opened`;
  return { ...work(id, title, why), count: drafts };
}
