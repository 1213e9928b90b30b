/** The results of the search field, as its list box. */
import { explainError } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { MarketEvent } from "./market.ts";
import type { useSearch } from "./use-search.ts";

type SearchResultsProps = {
  /** Prefix of element ids: "-list" follows for the list, "-0" and so on for its rows. */
  readonly id: string;
  readonly found: ReturnType<typeof useSearch>;
  readonly words: string;
  readonly isOpen: boolean;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onShowAll: () => void;
};

export function SearchResults(props: SearchResultsProps) {
  const { id, found, words, isOpen, chosen, onChoose, onShowAll } = props;
  const { layout, markets: text } = useText();
  const { events } = found;
  return (
    <div className="search-results" hidden={!isOpen}>
      <ul id={`${id}-list`} role="listbox" aria-label={layout.search}>
        {isOpen &&
          events.map((event, index) => (
            // The text field keeps the focus and handles the keys, as a combobox requires.
            <li
              key={event.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(pointer) => pointer.preventDefault()}
              onClick={() => onChoose(index)}
            >
              <Result event={event} />
            </li>
          ))}
      </ul>
      {isOpen && (
        // Enter in the field does the same, so the button is left out of the tab order.
        <button
          type="button"
          className="plain search-all"
          tabIndex={-1}
          onPointerDown={(pointer) => pointer.preventDefault()}
          onClick={onShowAll}
        >
          {text.allResults(words.trim())}
        </button>
      )}
      <SearchStatus found={found} words={words} isOpen={isOpen} />
    </div>
  );
}

function Result({ event }: { readonly event: MarketEvent }) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [first] = event.markets;
  return (
    <>
      <span className="search-title">{event.title}</span>
      <span className="soft">
        {event.closed && `${text.closed} · `}
        {event.markets.length === 1 && first?.priced
          ? formats.chance(first.outcomes[0].price)
          : text.outcomesOf(formats.count(event.markets.length === 1 ? 2 : event.markets.length))}
      </span>
    </>
  );
}

function SearchStatus({ found, words, isOpen }: Pick<SearchResultsProps, "found" | "words" | "isOpen">) {
  const text = useText();
  const formats = useFormats();
  const { events, settled, error } = found;
  const shown = events.length > 0 && error === null;
  return (
    <p role="status" className={shown ? "visually-hidden" : "search-status"}>
      {isOpen && sentence()}
    </p>
  );

  function sentence(): string {
    if (error !== null) return explainError(error, text);
    if (!settled) return text.markets.searching;
    if (!shown) return text.markets.noResults(words.trim());
    return text.markets.resultsFound(formats.count(events.length));
  }
}
