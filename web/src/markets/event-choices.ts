/** A visitor's choices on an event's page. They are stored in its address, so that a copied address shows the same. */
import { useSearchParams } from "wouter";
import { RANGES } from "./chart/history.ts";
import type { Range } from "./chart/history.ts";

export const PANEL_TABS = ["book", "trades", "depth", "holders"] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

export type EventChoices = {
  /** Slug of a market; `undefined` for the first-ranked one. */
  readonly market: string | undefined;
  readonly outcome: 0 | 1;
  /** Range of the chart; `undefined` for the one that suits the event. */
  readonly range: Range | undefined;
  /** Tab of the panel; `undefined` for the first one that suits the market. */
  readonly tab: PanelTab | undefined;
  /** Outcome whose trades are listed; `undefined` means both. */
  readonly trades: 0 | 1 | undefined;
  /** Indexes in the event of the outcomes whose lines are hidden. */
  readonly hidden: readonly number[];
};

const OUTCOMES = [0, 1] as const;
const readOutcome = (text: string | null): 0 | 1 | undefined =>
  OUTCOMES.find((outcome) => String(outcome) === text);

/** Reads the choices. Values that the page does not know count as absent. */
export const readChoices = (query: URLSearchParams): EventChoices => ({
  market: query.get("market") ?? undefined,
  outcome: readOutcome(query.get("outcome")) ?? 0,
  range: RANGES.find((range) => range === query.get("range")),
  tab: PANEL_TABS.find((tab) => tab === query.get("tab")),
  trades: readOutcome(query.get("trades")),
  hidden: [...new Set((query.get("hidden") ?? "").match(/\d{1,4}/g) ?? [])].map(Number),
});

/** Builds the query with changed choices. Default choices are left out, and other parameters stay. */
export function changeChoices(query: URLSearchParams, changed: Partial<EventChoices>): URLSearchParams {
  const { market, outcome, range, tab, trades, hidden } = { ...readChoices(query), ...changed };
  const texts = {
    market,
    outcome: outcome === 0 ? undefined : String(outcome),
    range,
    tab,
    trades: trades === undefined ? undefined : String(trades),
    hidden: hidden.length === 0 ? undefined : hidden.join("."),
  };
  const next = new URLSearchParams(query);
  for (const [name, text] of Object.entries(texts))
    if (text === undefined) next.delete(name);
    else next.set(name, text);
  return next;
}

/** Returns the choices in the address, and a function that changes some. Each change is a step in the browser's history. */
export function useEventChoices(): readonly [EventChoices, (changed: Partial<EventChoices>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = (changed: Partial<EventChoices>): void => {
    const next = changeChoices(query, changed);
    if (next.toString() !== changeChoices(query, {}).toString()) setQuery(next);
  };
  return [readChoices(query), change];
}
