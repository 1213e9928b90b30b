/** The middle of a card: two wide buttons for a single market, or a row for each of several markets. */
import { Link } from "wouter";
import { ONE, complement } from "../../../../src/core/units.ts";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { nameOnCard } from "./card.ts";
import type { Card, CardMarket } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

// A link from a card to an event, with an outcome selected in its ticket.

type BuyLinkProps = {
  readonly card: Card;
  readonly market: CardMarket;
  readonly quote: Quote;
  readonly outcome: 0 | 1;
  /** True if the price is shown beside the name. */
  readonly isPriced: boolean;
};

function BuyLink({ card, market, quote, outcome, isPriced }: BuyLinkProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const name = nameOf(market.outcomes[outcome]);
  const buyPrice = outcome === 0 ? quote.ask : quote.bid && complement(quote.bid);
  const price = buyPrice === undefined ? "–" : formats.cents(buyPrice);
  return (
    <Link
      href={eventPath(card.slug, market.slug, outcome)}
      className={outcome === 0 ? "buy-link first" : "buy-link second"}
      aria-label={text.buyAt(name, buyPrice === undefined ? text.noOffer : price, market.name)}
    >
      <span className="buy-link-name">{name}</span>{" "}
      {isPriced && <span className="buy-link-price">{price}</span>}
    </Link>
  );
}

type CardBodyProps = { readonly card: Card; readonly quotes: readonly Quote[] };

export function CardBody({ card, quotes }: CardBodyProps) {
  const { markets: text } = useText();
  const [market] = card.markets;
  const [quote] = quotes;
  if (market === undefined || quote === undefined)
    return <p className="card-body soft">{text.event.noMarkets}</p>;
  if (card.marketCount === 1)
    return (
      <div className="card-body card-pair">
        {market.closed ? (
          <Result market={market} />
        ) : market.acceptingOrders ? (
          <BuyPair {...{ card, market, quote }} isPriced />
        ) : (
          <span className="mark warn">{text.event.paused}</span>
        )}
      </div>
    );
  return (
    <ul className="card-body card-rows">
      {card.markets.map((one, index) => (
        <CardRow key={one.id} card={card} market={one} quote={quotes[index] ?? one} />
      ))}
    </ul>
  );
}

type MarketProps = { readonly card: Card; readonly market: CardMarket; readonly quote: Quote };

function CardRow({ card, market, quote }: MarketProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const { price } = quote;
  const name = nameOnCard(market);
  return (
    <li>
      <span className="card-row-name" title={name}>
        {name}
      </span>
      <strong className="card-row-chance">{price === undefined ? "–" : formats.chance(price)}</strong>
      {market.closed ? (
        <Result market={market} />
      ) : !market.acceptingOrders ? (
        <span className="mark warn">{text.paused}</span>
      ) : (
        <span className="card-row-buys">
          <BuyPair {...{ card, market, quote }} isPriced={false} />
        </span>
      )}
    </li>
  );
}

const BuyPair = (props: MarketProps & { readonly isPriced: boolean }) => (
  <>
    <BuyLink {...props} outcome={0} />
    <BuyLink {...props} outcome={1} />
  </>
);

function Result({ market: { price, outcomes } }: Pick<MarketProps, "market">) {
  const { event: text } = useText().markets;
  const nameOf = useOutcomeName();
  const [first, second] = outcomes;
  const isSplit = price !== ONE && price !== 0;
  return (
    <span className="mark">{text.result(isSplit ? text.split : nameOf(price === ONE ? first : second))}</span>
  );
}
