/** A link from a card to an event, with an outcome selected in its ticket. */
import { Link } from "wouter";
import { complement } from "../../../src/core/units.ts";
import { eventPath } from "../paths.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import type { Card, CardMarket } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

type BuyLinkProps = {
  readonly card: Card;
  readonly market: CardMarket;
  readonly quote: Quote;
  readonly outcome: 0 | 1;
  /** True if the price is shown beside the name. */
  readonly isPriced: boolean;
};

export function BuyLink({ card, market, quote, outcome, isPriced }: BuyLinkProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const name = nameOf(market.outcomes[outcome]);
  const offer = outcome === 0 ? quote.ask : quote.bid && complement(quote.bid);
  const price = offer === undefined ? "–" : formats.cents(offer);
  return (
    <Link
      href={eventPath(card.slug, market.slug, outcome)}
      className={outcome === 0 ? "buy-link first" : "buy-link second"}
      aria-label={text.buyAt(name, offer === undefined ? text.noOffer : price, market.name)}
    >
      <span className="buy-link-name">{name}</span>{" "}
      {isPriced && <span className="buy-link-price">{price}</span>}
    </Link>
  );
}
