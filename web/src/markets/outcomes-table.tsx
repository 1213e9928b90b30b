/** A table of an event's markets, the likeliest first, with their ask prices. */
import { useState } from "react";
import { useFormats, useText } from "../text/language.tsx";
import { Empty } from "../parts/states.tsx";
import { filterMarkets } from "./filter-markets.ts";
import type { Market } from "./market.ts";
import { moveInList, OutcomeFilter } from "./outcome-filter.tsx";
import { OutcomeRow } from "./outcome-row.tsx";
import type { MarketSelection } from "./use-market-selection.ts";

const PAGE = 20;
/** Number of markets above which there is a filter. */
const FILTERED_FROM = 8;

type OutcomesTableProps = {
  readonly ranked: readonly Market[];
  readonly chosen: MarketSelection;
  readonly onChoose: MarketSelection["choose"];
};

export function OutcomesTable({ ranked, chosen, onChoose }: OutcomesTableProps) {
  const { event: text, noResults } = useText().markets;
  const formats = useFormats();
  const [most, setMost] = useState(PAGE);
  const [words, setWords] = useState("");
  const found = filterMarkets(ranked, words);
  const first = found.slice(0, most);
  // The address may select a market outside the first page.
  const isShown = first.includes(chosen.market) || !found.includes(chosen.market);
  const shown = isShown ? first : [...first, chosen.market];
  return (
    <section className="panel flush" aria-labelledby="outcomes-title" onKeyDown={moveInList}>
      <div className="panel-head">
        <h2 id="outcomes-title">{text.outcomes}</h2>
        <span className="soft">{formats.count(ranked.length)}</span>
        {ranked.length > FILTERED_FROM && (
          <OutcomeFilter
            words={words}
            found={found.length}
            type={setWords}
            jump={() => found[0] && onChoose(found[0], 0)}
          />
        )}
      </div>
      {found.length === 0 && <Empty>{noResults(words.trim())}</Empty>}
      <div className="scroll" tabIndex={0} role="region" aria-label={text.outcomesTable}>
        <table className="outcomes">
          <caption className="visually-hidden">{text.outcomesHint}</caption>
          <OutcomesHead />
          <tbody>
            {shown.map((market) => (
              <OutcomeRow
                key={market.conditionId}
                market={market}
                isChosen={market === chosen.market}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </div>
      {found.length > most && (
        <p className="more">
          <button type="button" onClick={() => setMost(most + PAGE)}>
            {text.moreOutcomes(formats.count(most), formats.count(found.length))}
          </button>
        </p>
      )}
    </section>
  );
}

function OutcomesHead() {
  const { common, markets } = useText();
  const { event: text } = markets;
  return (
    <thead>
      <tr>
        <th scope="col">{common.outcome}</th>
        <th scope="col" className="number">
          {text.chance}
        </th>
        <th scope="col" className="number wide-only">
          {text.volume}
        </th>
        <th scope="col" className="outcome-buys">
          {text.buyPrices}
        </th>
      </tr>
    </thead>
  );
}
