/** An event that has markets, with the details of the selected one and its order ticket. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { cost } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import type { ChartLine } from "./chart/chart-line.ts";
import { PriceChart } from "./chart/price-chart.tsx";
import { useBook } from "../api/live/live-context.tsx";
import { Mine } from "../account/mine/mine.tsx";
import { OwnLevelsProvider } from "../account/mine/own-mark.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { NumberCell, Table } from "../parts/table.tsx";
import { Tabs } from "../parts/controls/tabs.tsx";
import { AddressLink } from "../account/people/shown-name.tsx";
import { EventRounds } from "../discover/related/series-rounds.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { BuyBar, hasBuyBar } from "./trade/buy-bar.tsx";
import { SkipToTicket, TICKET_ID } from "./trade/skip-to-ticket.tsx";
import { TradePanel } from "./trade/trade-panel.tsx";
import { BookHead } from "./book/book-head.tsx";
import { BookLevels } from "./book/book-levels.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import { DepthPanel } from "./book/depth-panel.tsx";
import { PANEL_TABS, useEventChoices } from "./event-choices.ts";
import type { PanelTab } from "./event-choices.ts";
import { EventHeader } from "./event-header.tsx";
import { LongText } from "../parts/long-text.tsx";
import { holdersQuery } from "./queries/market-queries.ts";
import type { Holder } from "./queries/market-queries.ts";
import { nameInEvent } from "./market.ts";
import type { Market, MarketEvent } from "./market.ts";
import { createRowOrder, rankMarkets } from "./market-order.ts";
import { OutcomesTable } from "./outcomes-table.tsx";
import { RecentTrades } from "./book/recent-trades.tsx";
import { Scoreboard, isMatch } from "./scoreboard.tsx";
import { ResolutionPanel } from "./resolution-panel.tsx";
import { SourceText } from "./source-text.tsx";
import { useMarketSelection } from "./use-market-selection.ts";
import type { MarketSelection } from "./use-market-selection.ts";
import { useShownPrices } from "./queries/use-shown-prices.ts";

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

// The live order book of an outcome. A click on a price copies it into the order ticket.

type BookPanelProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly onPick: (price: Ticks) => void;
};

function BookPanel({ market, outcome, onOutcome, onPick }: BookPanelProps) {
  const { book: text } = useText().markets;
  const { book, live } = useBook(market.outcomes[outcome].tokenId);
  const isStale = book !== undefined && !live && !market.closed;
  return (
    <section className="book" aria-labelledby="book-title">
      <h2 id="book-title" className="visually-hidden">
        {text.title}
      </h2>
      <BookHead {...{ market, outcome, onOutcome, isStale }} />
      {market.closed ? (
        <Empty>{text.over}</Empty>
      ) : book === undefined ? (
        <Loading rows={6} />
      ) : (
        <OwnLevelsProvider market={market} outcome={outcome}>
          <BookLevels book={book} isStale={!live} onPick={onPick} />
        </OwnLevelsProvider>
      )}
    </section>
  );
}

// The largest holders of each outcome, loaded when they are shown.

function Holders({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const nameOf = useOutcomeName();
  const [first, second] = market.outcomes;
  const query = useQuery(holdersQuery(market.conditionId, [first.tokenId, second.tokenId]));
  const prices = useShownPrices(market.closed ? [] : [first.tokenId, second.tokenId]);
  return (
    <section className="panel-text" aria-labelledby="holders-title">
      <h2 id="holders-title" className="visually-hidden">
        {text.holders}
      </h2>
      <Loaded query={query}>
        {(holders) => (
          <div className="both-sides">
            {market.outcomes.map(({ tokenId, name, price }, index) => (
              <HolderTable
                key={tokenId}
                outcome={nameOf(name)}
                holders={holders[index] ?? []}
                price={prices[index] ?? (market.priced ? price : undefined)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  );
}

type HolderTableProps = {
  readonly outcome: string;
  readonly holders: readonly Holder[];
  /** Price of a share; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
};

function HolderTable({ outcome, holders, price }: HolderTableProps) {
  const { common, markets } = useText();
  const { rules, trades } = markets;
  const formats = useFormats();
  const columns = [
    { name: trades.trader },
    ...[common.shares, common.value].map((name) => ({ name, isNumber: true })),
  ];
  if (holders.length === 0) return <p className="soft">{`${outcome}: ${rules.noHolders}`}</p>;
  return (
    <div>
      <h3>{rules.holdersOf(outcome)}</h3>
      <Table name={rules.holdersOf(outcome)} columns={columns}>
        {holders.map(({ address, name, shares }) => (
          <tr key={address}>
            <td className="row-title">
              <AddressLink address={address} name={name} />
            </td>
            <NumberCell>{formats.shares(shares)}</NumberCell>
            <NumberCell>{price === undefined ? "–" : formats.money(cost(shares, price))}</NumberCell>
          </tr>
        ))}
      </Table>
    </div>
  );
}

// The rules and the resolution source of a market.

function RulesPanel({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  return (
    <section aria-labelledby="rules-title">
      <h2 id="rules-title">{text.title}</h2>
      {market.rules === "" ? <p className="soft">{text.none}</p> : <LongText text={market.rules} />}
      {market.source !== "" && (
        <dl className="facts">
          <dt>{text.source}</dt>
          <dd>
            <SourceText text={market.source} />
          </dd>
        </dl>
      )}
    </section>
  );
}

// The details of the selected market as tabs of one panel: book, trades, depth, holders and rules.

type MarketPanelProps = { readonly chosen: MarketSelection; readonly isOnly: boolean };

function MarketPanel({ chosen, isOnly }: MarketPanelProps) {
  const { market } = chosen;
  const { markets: text } = useText();
  const [{ tab }, change] = useEventChoices();
  // A resolved market has no book, and visitors look for its result.
  const shownTab = tab ?? (market.closed ? "rules" : "book");
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
        chosen={shownTab}
        onChoose={(next) => change({ tab: next })}
        className="panel-tabs"
      >
        <TabContent tab={shownTab} chosen={chosen} />
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

/** Width below which the order ticket moves below the outcomes. */
const ONE_COLUMN = "(max-width: 60rem)";

export function EventView({ event }: { readonly event: MarketEvent }) {
  const ranked = useMemo(() => rankMarkets(event), [event]);
  const [first, ...others] = ranked;
  return first && <RankedEvent event={event} ranked={[first, ...others]} />;
}

type RankedEventProps = { readonly event: MarketEvent; readonly ranked: readonly [Market, ...Market[]] };

function RankedEvent({ event, ranked }: RankedEventProps) {
  const selection = useMarketSelection(ranked);
  const [choices, change] = useEventChoices();
  const nameOf = useOutcomeName();
  const side = useRef<HTMLElement>(null);
  const [inRows] = useState(createRowOrder);
  const rows = useMemo(() => inRows(event), [inRows, event]);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { market, outcome, isUnknown, choose } = selection;
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
        {isSeveral && <OutcomesTable rows={rows} chosen={selection} onChoose={chooseAndShow} />}
      </div>
      <aside id={TICKET_ID} tabIndex={-1} className="event-side" ref={side} aria-label={text.chosen}>
        {isSeveral && <p className="side-market">{market.name}</p>}
        <TradePanel
          key={market.conditionId}
          {...{ market, outcome, picked: selection.picked }}
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
      <MarketPanel key={market.conditionId} chosen={selection} isOnly={!isSeveral} />
    </div>
  );
}
