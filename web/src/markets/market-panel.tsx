/** The details of a market: its book, trades, depth and holders. */
import { useQuery } from "@tanstack/react-query";
import { cost } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { OwnLevelsProvider } from "../account/mine/own-mark.tsx";
import { AddressLink } from "../account/people/shown-name.tsx";
import { useBook } from "../api/live/live-context.tsx";
import { Tabs } from "../parts/controls/tabs.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { NumberCell, Table } from "../parts/table.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { BookHead } from "./book/book-head.tsx";
import { BookLevels } from "./book/book-levels.tsx";
import { DepthPanel } from "./book/depth-panel.tsx";
import { RecentTrades } from "./book/recent-trades.tsx";
import { PANEL_TABS, useEventChoices } from "./event-choices.ts";
import type { PanelTab } from "./event-choices.ts";
import type { Market } from "./market.ts";
import { holdersQuery } from "./queries/market-queries.ts";
import type { Holder } from "./queries/market-queries.ts";
import { useShownPrices } from "./queries/use-shown-prices.ts";
import type { MarketSelection } from "./use-market-selection.ts";

// The live order book of an outcome. A click on a price copies it into the order ticket.

export type MarketDetails = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly onPick: (price: Ticks) => void;
};

/** Returns the details of one of the event's markets. Use of them selects that market for the ticket. */
export const detailsOf = (chosen: MarketSelection, market: Market): MarketDetails => {
  const outcome = market === chosen.market ? chosen.outcome : 0;
  return {
    market,
    outcome,
    onOutcome: (next) => chosen.choose(market, next),
    onPick: (price) => chosen.pick(market, outcome, price),
  };
};

function BookPanel({ market, outcome, onOutcome, onPick }: MarketDetails) {
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

// The details of a market as tabs of one panel: book, trades, depth and holders.

export function MarketPanel(details: MarketDetails) {
  const { market } = details;
  const { markets: text } = useText();
  const [{ tab }, change] = useEventChoices();
  // A resolved market has no book.
  const shownTab = tab ?? (market.closed ? "trades" : "book");
  const labels: Readonly<Record<PanelTab, string>> = {
    book: text.book.tab,
    trades: text.trades.tab,
    depth: text.depth.tab,
    holders: text.rules.holdersTab,
  };
  return (
    <section className="market-panel" aria-label={text.panel}>
      <Tabs
        name={text.panel}
        tabs={PANEL_TABS.map((one) => [one, labels[one]] as const)}
        chosen={shownTab}
        onChoose={(next) => change({ tab: next })}
      >
        <TabContent tab={shownTab} {...details} />
      </Tabs>
    </section>
  );
}

type TabContentProps = MarketDetails & { readonly tab: PanelTab };

function TabContent({ tab, ...details }: TabContentProps) {
  const { market, outcome } = details;
  switch (tab) {
    case "book":
      return <BookPanel key={outcome} {...details} />;
    case "trades":
      return <RecentTrades market={market} />;
    case "depth":
      return <DepthPanel key={outcome} {...details} />;
    case "holders":
      return <Holders market={market} />;
  }
}
