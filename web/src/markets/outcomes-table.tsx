/** A table of an event's markets, the likeliest first, with prices to buy at. */
import { useState } from "react";
import { useFormats, useText } from "../text/language.tsx";
import type { Market } from "./market.ts";
import { OutcomeRow } from "./outcome-row.tsx";
import type { MarketSelection } from "./use-market-selection.ts";

const PAGE = 20;

type OutcomesTableProps = {
  readonly ranked: readonly Market[];
  readonly chosen: MarketSelection;
  readonly onChoose: MarketSelection["choose"];
};

export function OutcomesTable({ ranked, chosen, onChoose }: OutcomesTableProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const [most, setMost] = useState(PAGE);
  const first = ranked.slice(0, most);
  // The address may select a market outside the first page.
  const shown = first.includes(chosen.market) ? first : [...first, chosen.market];
  return (
    <section className="panel flush" aria-labelledby="outcomes-title">
      <div className="panel-head">
        <h2 id="outcomes-title">{text.outcomes}</h2>
        <span className="soft">{formats.count(ranked.length)}</span>
      </div>
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
      {ranked.length > most && (
        <p className="more">
          <button type="button" onClick={() => setMost(most + PAGE)}>
            {text.moreOutcomes(formats.count(most), formats.count(ranked.length))}
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
