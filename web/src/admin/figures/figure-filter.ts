/** The days, markets and wallets whose figures are shown: the address of the view keeps them. */
import { useViewQuery } from "../use-view-query.ts";

export const UNITS = ["day", "week", "month"] as const;
export type Unit = (typeof UNITS)[number];

export const SCOPES = ["all", "market", "event", "category"] as const;
export type Scope = (typeof SCOPES)[number];

export const ORDERS = ["volume", "traders", "fees", "trades"] as const;
export type Order = (typeof ORDERS)[number];

export type FigureFilter = {
  /** First and last day, as 2026-05-01; empty where the exchange chooses. */
  readonly from: string;
  readonly last: string;
  readonly per: Unit;
  readonly scope: Scope;
  /** The market, event or category; empty of all. */
  readonly term: string;
  readonly withoutHouse: boolean;
  readonly order: Order;
};

export const DAY_MS = 86_400_000;

/** Writes the day of a time in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, "2026-05-01".length);

/** Days that the exchange chooses where no first day is given. */
export const USUAL_DAYS = 30;

export type ShownDays = Pick<FigureFilter, "from" | "last">;

/** The days whose figures are shown, also where the exchange chooses them. `now` is in unix milliseconds. */
export function shownDays({ from, last }: ShownDays, now: number): ShownDays {
  const end = last === "" ? dayOf(now) : last;
  return { from: from === "" ? dayOf(Date.parse(end) - (USUAL_DAYS - 1) * DAY_MS) : from, last: end };
}

/** Reads a day; empty text for anything else. */
const readDay = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

export function readFilter(query: URLSearchParams): FigureFilter {
  const scope = SCOPES.find((one) => one !== "all" && query.has(one)) ?? "all";
  return {
    from: readDay(query.get("from")),
    last: readDay(query.get("last")),
    per: UNITS.find((one) => one === query.get("per")) ?? "day",
    scope,
    term: scope === "all" ? "" : (query.get(scope) ?? ""),
    withoutHouse: query.get("house") === "without",
    order: ORDERS.find((one) => one === query.get("order")) ?? "volume",
  };
}

/** Writes what differs from the usual. */
export function writeFilter({
  from,
  last,
  per,
  scope,
  term,
  withoutHouse,
  order,
}: FigureFilter): URLSearchParams {
  const named = scope !== "all" && term !== "";
  return new URLSearchParams([
    ...(from === "" ? [] : [["from", from]]),
    ...(last === "" ? [] : [["last", last]]),
    ...(per === "day" ? [] : [["per", per]]),
    ...(named ? [[scope, term]] : []),
    ...(withoutHouse ? [["house", "without"]] : []),
    ...(order === "volume" ? [] : [["order", order]]),
  ]);
}

export function useFigureFilter(): readonly [FigureFilter, (changed: Partial<FigureFilter>) => void] {
  const [query, setQuery] = useViewQuery();
  const filter = readFilter(query);
  return [filter, (changed) => setQuery(writeFilter({ ...filter, ...changed }))];
}

/** Parameters of both operations: their `to` is the day after the last one. */
export const parametersOf = ({ from, last, scope, term, withoutHouse }: FigureFilter) => ({
  ...(from !== "" && { from }),
  ...(last !== "" && { to: dayOf(Date.parse(last) + DAY_MS) }),
  ...(scope !== "all" && { [scope]: term }),
  ...(withoutHouse && { withoutHouse }),
});
