/** The details of the selected market: order book, trades, rules, resolution and holders. */
import { BookPanel } from "./book-panel.tsx";
import { Holders } from "./holders.tsx";
import { RecentTrades } from "./recent-trades.tsx";
import { ResolutionPanel } from "./resolution-panel.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import type { MarketSelection } from "./use-market-selection.ts";

type SelectedMarketProps = { readonly chosen: MarketSelection; readonly isOnly: boolean };

export function SelectedMarket({ chosen, isOnly }: SelectedMarketProps) {
  const { market, outcome, choose, pick } = chosen;
  return (
    <div className="event-rest">
      {!isOnly && <h2 className="chosen-title">{market.question}</h2>}
      <div className="book-and-trades">
        <BookPanel
          key={outcome}
          {...{ market, outcome }}
          onOutcome={(next) => choose(market, next)}
          onPick={pick}
        />
        <RecentTrades market={market} />
      </div>
      <RulesPanel market={market} />
      <ResolutionPanel market={market} />
      <Holders market={market} />
    </div>
  );
}
