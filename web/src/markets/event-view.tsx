/** An event that has markets, with the details of the selected one and its order ticket. */
import { useMemo, useRef, useState } from "react";
import { PriceChart } from "../chart/price-chart.tsx";
import { Mine } from "../mine/mine.tsx";
import { Empty } from "../parts/states.tsx";
import { useOutcomeName, useText } from "../text/language.tsx";
import { EventRounds } from "../related/series-rounds.tsx";
import { BuyBar, hasBuyBar } from "../trade/buy-bar.tsx";
import { SkipToTicket, TICKET_ID } from "../trade/skip-to-ticket.tsx";
import { TradePanel } from "../trade/trade-panel.tsx";
import { linesOf } from "./chart-lines.ts";
import { useEventChoices } from "./event-choices.ts";
import { EventHeader } from "./event-header.tsx";
import { MarketPanel } from "./market-panel.tsx";
import type { Market, MarketEvent } from "./market.ts";
import { OutcomesTable } from "./outcomes-table.tsx";
import { rankMarkets } from "./ranked-markets.ts";
import { useMarketSelection } from "./use-market-selection.ts";
import type { MarketSelection } from "./use-market-selection.ts";

/** Width below which the order ticket moves below the outcomes. */
const ONE_COLUMN = "(max-width: 60rem)";

export function EventView({ event }: { readonly event: MarketEvent }) {
  const ranked = useMemo(() => rankMarkets(event.markets), [event.markets]);
  const [first, ...others] = ranked;
  return first && <RankedEvent event={event} ranked={[first, ...others]} />;
}

type RankedEventProps = { readonly event: MarketEvent; readonly ranked: readonly [Market, ...Market[]] };

function RankedEvent({ event, ranked }: RankedEventProps) {
  const chosen = useMarketSelection(ranked);
  const [choices, change] = useEventChoices();
  const nameOf = useOutcomeName();
  const side = useRef<HTMLElement>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { market, outcome, isUnknown, choose } = chosen;
  const { event: text } = useText().markets;
  const isSeveral = ranked.length > 1;
  const chooseAndShow: MarketSelection["choose"] = (next, nextOutcome) => {
    choose(next, nextOutcome);
    if (hasBuyBar() && next.acceptingOrders) setSheetOpen(true);
    else if (matchMedia(ONE_COLUMN).matches) side.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="event-layout">
      <SkipToTicket market={market} />
      <div className="event-main">
        <EventHeader event={event} />
        {isUnknown && <Empty>{text.unknownMarket}</Empty>}
        <Mine event={event} chosen={chosen} />
        <PriceChart
          lines={linesOf({ listed: event.markets, ranked, market, outcome, nameOf })}
          chosen={market.outcomes[isSeveral ? 0 : outcome].tokenId}
          choices={choices}
          onChoices={change}
        />
        <EventRounds event={event} />
        {isSeveral && <OutcomesTable ranked={ranked} chosen={chosen} onChoose={chooseAndShow} />}
      </div>
      <aside id={TICKET_ID} tabIndex={-1} className="event-side" ref={side} aria-label={text.chosen}>
        {isSeveral && <p className="side-market">{market.name}</p>}
        <TradePanel
          key={market.conditionId}
          {...{ market, outcome, picked: chosen.picked }}
          onOutcome={(next) => choose(market, next)}
        />
      </aside>
      <BuyBar
        key={`buy ${market.conditionId}`}
        {...{ market, outcome }}
        isNamed={isSeveral}
        isOpen={isSheetOpen}
        setOpen={setSheetOpen}
        onOutcome={(next) => choose(market, next)}
      />
      <MarketPanel key={market.conditionId} chosen={chosen} isOnly={!isSeveral} />
    </div>
  );
}
