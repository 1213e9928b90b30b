/** An event that has markets, with their details and the order ticket of the selected one. */
import { useEffect, useMemo, useRef, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import type { ChartLine } from "./chart/chart-line.ts";
import { PriceChart } from "./chart/price-chart.tsx";
import { Mine } from "../account/mine/mine.tsx";
import { Empty } from "../parts/states.tsx";
import { useMedia } from "../parts/hooks/use-media.ts";
import { RelatedEvents } from "../discover/related/related-events.tsx";
import { EventRounds } from "../discover/related/series-rounds.tsx";
import { useOutcomeName, useText } from "../text/language.tsx";
import { BuyBar, hasBuyBar } from "./trade/buy-bar.tsx";
import { SkipToTicket, TICKET_ID } from "./trade/skip-to-ticket.tsx";
import { TradePanel } from "./trade/trade-panel.tsx";
import { useEventChoices } from "./event-choices.ts";
import { EventHeader } from "./event-header.tsx";
import { MarketPanel, detailsOf } from "./market-panel.tsx";
import { nameInEvent } from "./market.ts";
import type { Market, MarketEvent } from "./market.ts";
import { createRowOrder, rankMarkets } from "./market-order.ts";
import { OutcomesTable } from "./outcomes-table.tsx";
import { RulesCard } from "./rules-card.tsx";
import { Scoreboard, isMatch } from "./scoreboard.tsx";
import { useMarketSelection } from "./use-market-selection.ts";
import type { MarketSelection } from "./use-market-selection.ts";

// Selects the outcomes that an event's chart shows.

const MAX_LINES = 4;

type ChartSelection = {
  /** True for a match, whose winner is named first. */
  readonly isContest: boolean;
  /** Markets in the listing's order, which never changes. */
  readonly listed: readonly Market[];
  readonly ranked: readonly Market[];
  readonly market: Market;
  readonly outcome: 0 | 1;
  /** Translates the name of an outcome. */
  readonly nameOf: (name: string) => string;
};

/** Selects the lines: the selected outcome of a single market; among several markets the likeliest ones and the selected one. */
function buildLines({
  isContest,
  listed,
  ranked,
  market,
  outcome,
  nameOf,
}: ChartSelection): readonly ChartLine[] {
  if (ranked.length === 1)
    return [{ ...buildLine(market, outcome), name: nameOf(market.outcomes[outcome].name), place: outcome }];
  const likeliest = ranked.slice(0, MAX_LINES);
  const all = likeliest.includes(market) ? likeliest : [...likeliest.slice(0, MAX_LINES - 1), market];
  return listed.flatMap((one, place) =>
    all.includes(one)
      ? [
          {
            ...buildLine(one, 0),
            ...nameLine(one, isContest && place === 0),
            isChosen: one === market,
            place,
          },
        ]
      : [],
  );
}

/** Names a line. That of a match's winner is named first, by the team alone. */
const nameLine = (market: Market, leads: boolean) => ({
  name: leads ? market.outcomes[0].name : nameInEvent(market),
  leads,
});

const buildLine = ({ outcomes, closed, priced }: Market, outcome: 0 | 1) => {
  const { tokenId, price } = outcomes[outcome];
  return { tokenId, price, priced, isChosen: true, closed };
};

/** Width below which the order ticket moves below the outcomes. */
const ONE_COLUMN = "(max-width: 60rem)";

export function EventView({ event }: { readonly event: MarketEvent }) {
  const ranked = useMemo(() => rankMarkets(event), [event]);
  const [first, ...others] = ranked;
  return first && <RankedEvent event={event} ranked={[first, ...others]} />;
}

/** Holds whether the phone's sheet is open. It opens at once for a visitor who came by a link to buy, and not again. */
function useSheet({ acceptingOrders }: Market) {
  const state: unknown = useHistoryState();
  const [isOpen, setOpen] = useState(
    hasBuyBar() && acceptingOrders && typeof state === "object" && state !== null && "buys" in state,
  );
  useEffect(() => history.replaceState(null, ""), []);
  return [isOpen, setOpen] as const;
}

type RankedEventProps = { readonly event: MarketEvent; readonly ranked: readonly [Market, ...Market[]] };

function RankedEvent({ event, ranked }: RankedEventProps) {
  const selection = useMarketSelection(ranked);
  const [choices, change] = useEventChoices();
  const nameOf = useOutcomeName();
  const side = useRef<HTMLElement>(null);
  const [inRows] = useState(createRowOrder);
  const rows = useMemo(() => inRows(event), [inRows, event]);
  const [isSheetOpen, setSheetOpen] = useSheet(selection.market);
  const isOneColumn = useMedia(ONE_COLUMN);
  const { market, outcome, isUnknown, choose } = selection;
  const { event: text } = useText().markets;
  const isSeveral = ranked.length > 1;
  const chooseAndShow: MarketSelection["choose"] = (next, nextOutcome) => {
    choose(next, nextOutcome);
    if (hasBuyBar() && next.acceptingOrders) setSheetOpen(true);
    else if (isOneColumn) side.current?.scrollIntoView({ block: "start" });
  };
  const related = <RelatedEvents event={event} />;
  return (
    <div className="event-layout">
      <SkipToTicket market={market} />
      <div className="event-main">
        <EventHeader event={event} />
        <Scoreboard event={event} />
        {isUnknown && <Empty>{text.unknownMarket}</Empty>}
        <Mine event={event} chosen={selection} />
        <PriceChart
          lines={buildLines({
            isContest: isMatch(event),
            listed: event.markets,
            ranked,
            market,
            outcome,
            nameOf,
          })}
          chosen={market.outcomes[isSeveral ? 0 : outcome].tokenId}
          choices={choices}
          onChoices={change}
        />
        <EventRounds event={event} />
        {isSeveral && <OutcomesTable rows={rows} chosen={selection} onBuy={chooseAndShow} />}
      </div>
      <aside id={TICKET_ID} tabIndex={-1} className="event-side" ref={side} aria-label={text.chosen}>
        <TradePanel
          key={market.conditionId}
          {...{ market, outcome, picked: selection.picked, isNamed: isSeveral }}
          onOutcome={(next) => choose(market, next)}
        />
        {!isOneColumn && related}
      </aside>
      <BuyBar
        key={`buy ${market.conditionId}`}
        {...{ market, outcome }}
        isNamed={isSeveral}
        isOpen={isSheetOpen}
        setOpen={setSheetOpen}
        onOutcome={(next) => choose(market, next)}
      />
      <div className="event-rest">
        {!isSeveral && (
          <div className="panel flush">
            <MarketPanel {...detailsOf(selection, market)} />
          </div>
        )}
        <RulesCard key={market.conditionId} event={event} market={market} />
        {isOneColumn && related}
      </div>
    </div>
  );
}
