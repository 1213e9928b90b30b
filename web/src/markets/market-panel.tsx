/** The details of the selected market as tabs of one panel: book, trades, depth, holders and rules. */
import { Tabs } from "../parts/tabs.tsx";
import { useText } from "../text/language.tsx";
import { BookPanel } from "./book-panel.tsx";
import { DepthPanel } from "./depth-panel.tsx";
import { PANEL_TABS, useEventChoices } from "./event-choices.ts";
import type { PanelTab } from "./event-choices.ts";
import { Holders } from "./holders.tsx";
import { RecentTrades } from "./recent-trades.tsx";
import { ResolutionPanel } from "./resolution-panel.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import type { MarketSelection } from "./use-market-selection.ts";

type MarketPanelProps = { readonly chosen: MarketSelection; readonly isOnly: boolean };

export function MarketPanel({ chosen, isOnly }: MarketPanelProps) {
  const { market } = chosen;
  const { markets: text } = useText();
  const [{ tab }, change] = useEventChoices();
  // A resolved market has no book, and its visitors want the result.
  const shown = tab ?? (market.closed ? "rules" : "book");
  const labels: Readonly<Record<PanelTab, string>> = {
    book: text.book.tab,
    trades: text.trades.tab,
    depth: text.depth.tab,
    holders: text.rules.holdersTab,
    rules: text.rules.title,
  };
  return (
    <section className="event-rest panel flush market-panel" aria-label={text.panel}>
      {!isOnly && <h2 className="chosen-title">{market.question}</h2>}
      <Tabs
        name={text.panel}
        tabs={PANEL_TABS.map((one) => [one, labels[one]] as const)}
        chosen={shown}
        onChoose={(next) => change({ tab: next })}
        className="panel-tabs"
      >
        <TabContent tab={shown} chosen={chosen} />
      </Tabs>
    </section>
  );
}

type TabContentProps = { readonly tab: PanelTab; readonly chosen: MarketSelection };

function TabContent({ tab, chosen }: TabContentProps) {
  const { market, outcome, choose, pick } = chosen;
  const onOutcome = (next: 0 | 1): void => choose(market, next);
  switch (tab) {
    case "book":
      return <BookPanel key={outcome} {...{ market, outcome, onOutcome }} onPick={pick} />;
    case "trades":
      return <RecentTrades market={market} />;
    case "depth":
      return <DepthPanel key={outcome} {...{ market, outcome, onOutcome }} />;
    case "holders":
      return <Holders market={market} />;
    case "rules":
      return (
        <div className="panel-text stack">
          <RulesPanel market={market} />
          <ChangesPanel market={market} />
          <ResolutionPanel market={market} />
        </div>
      );
  }
}
