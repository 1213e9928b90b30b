/** A table of an event's markets with their ask prices. */
import { Fragment, useLayoutEffect, useState } from "react";
import type { KeyboardEvent } from "react";
import { ONE, complement } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { useBook } from "../api/live/live-context.tsx";
import { Flash } from "../parts/flash.tsx";
import { Empty } from "../parts/states.tsx";
import { useOnScreen } from "../parts/hooks/use-on-screen.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { useEventChoices } from "./event-choices.ts";
import type { Market } from "./market.ts";
import { MarketPanel, detailsOf } from "./market-panel.tsx";
import { computeShownPrice } from "./queries/shown-price.ts";
import type { MarketSelection } from "./use-market-selection.ts";

// Finds markets of an event by words of their names, ignoring case and accents.

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the markets whose names contain all words, in their order. */
function filterMarkets<One extends Pick<Market, "name">>(
  markets: readonly One[],
  words: string,
): readonly One[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return markets;
  return markets.filter(({ name }) => {
    const folded = fold(name);
    return wanted.every((word) => folded.includes(word));
  });
}

// A field that filters the markets of an event by name. Enter jumps to the first one; the down arrow moves into the list.

type FilterProps = {
  readonly words: string;
  readonly found: number;
  readonly type: (words: string) => void;
  /** Selects the first market that the filter finds. */
  readonly jump: () => void;
};

function OutcomeFilter({ words, found, type, jump }: FilterProps) {
  const { event: text, resultsFound } = useText().markets;
  const formats = useFormats();
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") jump();
    if (event.key === "Escape" && words !== "") {
      event.preventDefault();
      type("");
    }
  };
  return (
    <>
      <input
        type="search"
        className="outcome-filter"
        aria-label={text.filter}
        placeholder={text.filter}
        title={text.filterHint}
        autoComplete="off"
        value={words}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <span className="visually-hidden" role="status">
        {words.trim() === "" ? "" : resultsFound(formats.count(found))}
      </span>
    </>
  );
}

/** Moves the focus with the arrow keys between the field and the names of the listed markets. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(".outcome-filter, .outcome-name")];
  const place = stops.findIndex((stop) => stop === document.activeElement);
  const next = place === -1 ? undefined : stops[place + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

// A label for a market that is not open for trading: its result, or the obstacle to trading.

function MarketMark({ market }: { readonly market: Market }) {
  const { markets: text } = useText();
  const { closed, resolutionProgress, acceptingOrders, outcomes } = market;
  const nameOf = useOutcomeName();
  const winner = outcomes.find(({ price }) => price === ONE);
  if (closed && resolutionProgress === "resolved")
    return (
      <span className="mark">
        {text.event.result(winner === undefined ? text.event.split : nameOf(winner.name))}
      </span>
    );
  if (closed) return <span className="mark">{text.closed}</span>;
  if (resolutionProgress !== "none")
    return <span className="mark warn">{text.event.verdicts[resolutionProgress]}</span>;
  return acceptingOrders ? null : <span className="mark warn">{text.event.paused}</span>;
}

// A row for one market of an event, with its price and buttons to buy.

type OutcomeRowProps = {
  readonly market: Market;
  readonly isChosen: boolean;
  readonly isOpen: boolean;
  /** Opens or closes the details below the row. */
  readonly onToggle: (row: HTMLElement) => void;
  /** Selects an outcome for the ticket; absent where no market of the event can be bought. */
  readonly onBuy: MarketSelection["choose"] | undefined;
};

function OutcomeRow({ market, isChosen, isOpen, onToggle, onBuy }: OutcomeRowProps) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [row, isOnScreen] = useOnScreen<HTMLTableRowElement>();
  const { price, offers } = usePrices(market, isOnScreen);
  const volume = formats.shortMoney(market.volume);
  return (
    <tr ref={row} className={isChosen ? "chosen" : ""}>
      <th scope="row">
        <button
          type="button"
          className="outcome-name"
          aria-expanded={isOpen}
          aria-current={isChosen}
          onClick={({ currentTarget }) => onToggle(currentTarget)}
        >
          <span title={market.name}>{market.name}</span>
        </button>
        <span className="outcome-under">
          <span className="narrow-only soft">{text.volumeOf(volume)}</span>
          <MarketMark market={market} />
        </span>
      </th>
      <td className="number outcome-chance">
        <Flash value={price}>{price === undefined ? "–" : formats.chance(price)}</Flash>
      </td>
      <td className="number wide-only">{volume}</td>
      {onBuy && (
        <td className="outcome-buys">
          {!market.closed && (
            <span className="buy-pair">
              {market.outcomes.map((_, index) => (
                <BuyButton
                  key={index}
                  {...{ market, outcome: index === 0 ? 0 : 1, offer: offers[index], onBuy }}
                />
              ))}
            </span>
          )}
        </td>
      )}
    </tr>
  );
}

/** Reads live prices if the book is live, else the catalog's prices. */
function usePrices(market: Market, isOnScreen: boolean) {
  const { book, live } = useBook(isOnScreen ? market.outcomes[0].tokenId : undefined);
  if (market.closed || !live || book === undefined) {
    const { priced, bestAsk, bestBid, outcomes } = market;
    const offers = [bestAsk < ONE ? bestAsk : undefined, bestBid > 0 ? complement(bestBid) : undefined];
    return { price: priced ? outcomes[0].price : undefined, offers };
  }
  const bid = book.bids[0]?.price;
  return { price: computeShownPrice(book), offers: [book.asks[0]?.price, bid && complement(bid)] };
}

type BuyButtonProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly offer: Ticks | undefined;
  readonly onBuy: MarketSelection["choose"];
};

function BuyButton({ market, outcome, offer, onBuy }: BuyButtonProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const name = useOutcomeName()(market.outcomes[outcome].name);
  const price = offer === undefined ? "–" : formats.cents(offer);
  return (
    <button
      type="button"
      className={outcome === 0 ? "price-button first" : "price-button second"}
      aria-label={text.buyAt(name, offer === undefined ? text.noOffer : price, market.name)}
      onClick={() => onBuy(market, outcome)}
    >
      <span className="price-button-name">{name}</span> <span>{price}</span>
    </button>
  );
}

const PAGE_SIZE = 20;
/** Number of markets above which there is a filter. */
const MAX_UNFILTERED = 8;

type OutcomesTableProps = {
  /** The markets in their order on the page. */
  readonly rows: readonly Market[];
  readonly chosen: MarketSelection;
  readonly onBuy: MarketSelection["choose"];
};

export function OutcomesTable({ rows, chosen, onBuy }: OutcomesTableProps) {
  const { event: text, noResults } = useText().markets;
  const formats = useFormats();
  const [most, setMost] = useState(PAGE_SIZE);
  const [words, setWords] = useState("");
  const { openId, toggle } = useOpenRow(chosen);
  const foundMarkets = filterMarkets(rows, words);
  const firstPage = foundMarkets.slice(0, most);
  // The address may select a market outside the first page.
  const isShown = firstPage.includes(chosen.market) || !foundMarkets.includes(chosen.market);
  const shownMarkets = isShown ? firstPage : [...firstPage, chosen.market];
  const hasBuys = rows.some(({ closed }) => !closed);
  return (
    <section className="panel flush" aria-labelledby="outcomes-title" onKeyDown={moveInList}>
      <OutcomesHead
        count={rows.length}
        filter={{
          words,
          found: foundMarkets.length,
          type: setWords,
          jump: () => foundMarkets[0] && onBuy(foundMarkets[0], 0),
        }}
      />
      {foundMarkets.length === 0 && <Empty>{noResults(words.trim())}</Empty>}
      <div className="scroll" tabIndex={0} role="region" aria-label={text.outcomesTable}>
        <table className="outcomes">
          <caption className="visually-hidden">{text.outcomesHint}</caption>
          <ColumnNames hasBuys={hasBuys} />
          <tbody>
            {shownMarkets.map((market) => (
              <Fragment key={market.conditionId}>
                <OutcomeRow
                  market={market}
                  isChosen={market === chosen.market}
                  isOpen={market.conditionId === openId}
                  onToggle={(row) => toggle(market, row)}
                  onBuy={hasBuys ? onBuy : undefined}
                />
                {market.conditionId === openId && (
                  <tr className="outcome-details">
                    <td colSpan={hasBuys ? 4 : 3}>
                      <p className="soft">{market.question}</p>
                      <MarketPanel {...detailsOf(chosen, market)} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {foundMarkets.length > most && (
        <p className="more">
          <button type="button" onClick={() => setMost(most + PAGE_SIZE)}>
            {text.moreOutcomes(formats.count(most), formats.count(foundMarkets.length))}
          </button>
        </p>
      )}
    </section>
  );
}

/** Holds the market whose details are open; an address with a tab opens those of the chosen one. */
function useOpenRow({ market: chosen, choose }: MarketSelection) {
  const [{ tab }] = useEventChoices();
  const [openId, setOpenId] = useState(tab && chosen.conditionId);
  const [clicked, setClicked] = useState<{ readonly row: HTMLElement; readonly top: number }>();
  // Details that close above the clicked row do not move it.
  useLayoutEffect(() => {
    if (clicked) scrollBy(0, clicked.row.getBoundingClientRect().top - clicked.top);
  }, [clicked]);
  const toggle = (market: Market, row: HTMLElement): void => {
    setClicked({ row, top: row.getBoundingClientRect().top });
    const isOpening = market.conditionId !== openId;
    setOpenId(isOpening ? market.conditionId : undefined);
    if (isOpening && market !== chosen) choose(market, 0);
  };
  return { openId, toggle };
}

type OutcomesHeadProps = { readonly count: number; readonly filter: FilterProps };

/** Shows a filter above many outcomes; a few need no line of their own. */
function OutcomesHead({ count, filter }: OutcomesHeadProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const isShort = count <= MAX_UNFILTERED;
  return (
    <div className={isShort ? "visually-hidden" : "panel-head"}>
      <h2 id="outcomes-title">{text.outcomes}</h2>
      <span className="soft">{formats.count(count)}</span>
      {!isShort && <OutcomeFilter {...filter} />}
    </div>
  );
}

function ColumnNames({ hasBuys }: { readonly hasBuys: boolean }) {
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
        {hasBuys && (
          <th scope="col" className="outcome-buys">
            {text.buyPrices}
          </th>
        )}
      </tr>
    </thead>
  );
}
