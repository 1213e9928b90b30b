/** Days, markets and accounts of which figures are asked: read alike by all operations of figures. */
import { Type } from "typebox";
import { instantOf } from "../../catalog/instants.ts";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import type { DaySpan, FiguresQuery } from "../../store/reads/day-figures.ts";
import { findTaggedMarkets } from "../../store/reads/tagged-markets.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { storableText } from "../storable-text.ts";
import { readEventTerm } from "./event-term.ts";
import { readListedMarket } from "./market-term.ts";

/** Days that one answer can be about: three years. */
export const MOST_DAYS = 1_096;
const USUAL_DAYS = 30;
/** Rows that figures count as, however few they show: they read so many, and wait in the line of the largest answers. */
export const READ_ROWS = 10_000;
const MOST_TERM = 400;

const Term = (description: string) => Type.Optional({ ...storableText(MOST_TERM), description });
const Day = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description}, as 2026-05-01, in UTC` }));

export const FigureQuery = {
  from: Day(`The first day; ${USUAL_DAYS} days before the end unless given`),
  to: Day(`The day before which the figures end, at most ${MOST_DAYS} days later; tomorrow unless given`),
  market: Term("The only market: a condition id, token id or number, or the slug of one market"),
  event: Term("The event whose markets count: its id or slug"),
  category: Term("The tag whose events' markets count: its slug"),
  withoutHouse: Type.Boolean({
    default: false,
    description: "true leaves out the accounts of the house and, in a sandbox, of the residents",
  }),
};

/** Values of a query as they came. */
export type FigureTerms = {
  readonly from?: string;
  readonly to?: string;
  readonly market?: string;
  readonly event?: string;
  readonly category?: string;
  readonly withoutHouse: boolean;
};

type Reader = { readonly context: Context; readonly residents: ResidentsControl | undefined };

export async function readFigureTerms(
  { context, residents }: Reader,
  terms: FigureTerms,
): Promise<FiguresQuery | Rejection> {
  const days = readDays(terms, Math.floor(context.clock() / DAY_MS));
  if (isRejection(days)) return days;
  const markets = await readMarkets(context, terms);
  if (isRejection(markets)) return markets;
  const house = context.house.list().map(({ address }) => address);
  const without = terms.withoutHouse ? [...house, ...(residents?.wallets() ?? [])] : [];
  return { ...days, markets, without };
}

function readDays({ from, to }: FigureTerms, today: number): DaySpan | Rejection {
  const until = to === undefined ? today + 1 : readDay(to);
  if (until === undefined) return wrongDay("to", to);
  const first = from === undefined ? until - USUAL_DAYS : readDay(from);
  if (first === undefined) return wrongDay("from", from);
  if (first >= until)
    return reject("invalid_payload", `to: expected a day after ${dayText(first)}, got ${dayText(until)}`);
  if (until - first > MOST_DAYS)
    return reject(
      "invalid_payload",
      `from, to: expected at most ${MOST_DAYS} days, got ${until - first}: from ${dayText(first)} to ${dayText(until)}`,
    );
  return { from: first, until };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads a day as a number since 1970. */
function readDay(text: string): number | undefined {
  const instant = DAY.test(text) ? instantOf(text) : undefined;
  const day = instant === undefined ? -1 : Date.parse(instant) / DAY_MS;
  return day < 0 ? undefined : day;
}

const wrongDay = (name: string, got = ""): Rejection =>
  reject("invalid_payload", `${name}: expected a day since 1970 as 2026-05-01, got "${got}"`);

/** Writes a day since 1970 as 2026-05-01. */
export const dayText = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, "2026-05-01".length);

/** Numbers of the markets that are meant; `undefined` where none is named. */
async function readMarkets(context: Context, terms: FigureTerms): Promise<number[] | undefined | Rejection> {
  const { market, event, category } = terms;
  const given = Object.entries({ market, event, category }).filter(([, term]) => term !== undefined);
  if (given.length > 1)
    return reject(
      "invalid_payload",
      `market, event, category: expected one of them, got ${given.map(([name]) => name).join(" and ")}`,
    );
  if (market !== undefined) {
    const found = await readListedMarket(context, market);
    return isRejection(found) ? found : [found.no];
  }
  if (event !== undefined) {
    const found = await readEventTerm(context, event);
    if (isRejection(found)) return found;
    return context.engine.exchange.events.get(found.id)?.markets.map(({ no }) => no) ?? [];
  }
  return category === undefined ? undefined : readCategory(context, category);
}

async function readCategory(context: Context, slug: string): Promise<number[] | Rejection> {
  const found = await findTaggedMarkets(await context.adHocSql(), slug);
  return found ?? reject("invalid_payload", `category: expected the slug of a tag, got "${slug}"`);
}
