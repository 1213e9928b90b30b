/** Selects the markets to show for a search: those that the term names exactly, then the best matches of each found event. */
import { splitWords } from "../../../../../src/store/catalog/search/search-words.ts";
import type { ListedEventRow, ListedMarket } from "../listed-rows.ts";

/** Number of markets shown per event. The event's view lists all of them. */
const MAX_EVENT_MARKETS = 12;

type SearchMatches = {
  readonly term: string;
  readonly named: readonly ListedMarket[];
  readonly events: readonly ListedEventRow[];
};

export function selectFoundMarkets({ term, named, events }: SearchMatches): readonly ListedMarket[] {
  const wanted = splitWords(term);
  const rows = [...named, ...events.flatMap(({ markets }) => selectBestMatches(markets, wanted))];
  return [...new Map(rows.map((row) => [row.conditionId, row])).values()];
}

/** Sorts markets whose question has all the words first, then cuts the list. */
function selectBestMatches(
  markets: readonly ListedMarket[],
  wanted: readonly string[],
): readonly ListedMarket[] {
  const hasAll = ({ question }: ListedMarket): boolean => {
    const own = splitWords(question);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  };
  const best = markets.filter(hasAll);
  return [...best, ...markets.filter((market) => !best.includes(market))].slice(0, MAX_EVENT_MARKETS);
}

/** Lists the events that have more markets than are shown. */
export const listTruncatedEvents = (events: readonly ListedEventRow[]): readonly ListedEventRow[] =>
  events.filter(({ markets }) => markets.length > MAX_EVENT_MARKETS);
