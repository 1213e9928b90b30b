/** Which markets of the events that a search found are shown: the named ones first, then of each event the fitting. */
import { wordsOf } from "../../../../src/store/catalog/search-words.ts";
import type { ListedEventRow, ListedMarket } from "./listed-rows.ts";

/** Of one event; its own view has all of them. */
const OF_EVENT = 12;

type Found = {
  readonly term: string;
  readonly named: readonly ListedMarket[];
  readonly events: readonly ListedEventRow[];
};

export function foundMarkets({ term, named, events }: Found): readonly ListedMarket[] {
  const wanted = wordsOf(term);
  const rows = [...named, ...events.flatMap(({ markets }) => fitting(markets, wanted))];
  return [...new Map(rows.map((row) => [row.conditionId, row])).values()];
}

/** Those whose question has all the words before the others, which the event's words found. */
function fitting(markets: readonly ListedMarket[], wanted: readonly string[]): readonly ListedMarket[] {
  const hasAll = ({ question }: ListedMarket): boolean => {
    const own = wordsOf(question);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  };
  const best = markets.filter(hasAll);
  return [...best, ...markets.filter((market) => !best.includes(market))].slice(0, OF_EVENT);
}

/** Markets of these events that `foundMarkets` leaves out. */
export const leftOut = (events: readonly ListedEventRow[]): readonly ListedEventRow[] =>
  events.filter(({ markets }) => markets.length > OF_EVENT);
