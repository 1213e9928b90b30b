/** A row for one market of an event, with its price and buttons to buy. */
import { useBook } from "../live/live-context.tsx";
import { complement, ONE } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { useOnScreen } from "../parts/use-on-screen.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { MarketMark } from "./market-mark.tsx";
import type { Market } from "./market.ts";
import { computeShownPrice } from "./shown-price.ts";
import type { MarketSelection } from "./use-market-selection.ts";

type OutcomeRowProps = {
  readonly market: Market;
  readonly isChosen: boolean;
  readonly onChoose: MarketSelection["choose"];
};

export function OutcomeRow({ market, isChosen, onChoose }: OutcomeRowProps) {
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
          aria-pressed={isChosen}
          onClick={() => onChoose(market, 0)}
        >
          <span title={market.name}>{market.name}</span>
        </button>
        <span className="outcome-under">
          <span className="narrow-only soft">{text.volumeOf(volume)}</span>
          <MarketMark market={market} />
        </span>
      </th>
      <td className="number outcome-chance">{price === undefined ? "–" : formats.chance(price)}</td>
      <td className="number wide-only">{volume}</td>
      <td className="outcome-buys">
        {!market.closed && (
          <span className="buy-pair">
            {market.outcomes.map((_, index) => (
              <BuyButton
                key={index}
                {...{ market, outcome: index === 0 ? 0 : 1, offer: offers[index], onChoose }}
              />
            ))}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Reads live prices if the book is live, else those of the catalog. */
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
  readonly onChoose: MarketSelection["choose"];
};

function BuyButton({ market, outcome, offer, onChoose }: BuyButtonProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const name = useOutcomeName()(market.outcomes[outcome].name);
  const price = offer === undefined ? "–" : formats.cents(offer);
  return (
    <button
      type="button"
      className={outcome === 0 ? "price-button first" : "price-button second"}
      aria-label={text.buyAt(name, offer === undefined ? text.noOffer : price, market.name)}
      onClick={() => onChoose(market, outcome)}
    >
      <span className="price-button-name">{name}</span> <span>{price}</span>
    </button>
  );
}
