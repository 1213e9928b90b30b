/** The middle of a card: two wide buttons for a single market, or a row for each of several markets. */
import { Link } from "wouter";
import { ONE, complement } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import { Crest } from "../../markets/crest.tsx";
import { findTeams } from "../../markets/teams.ts";
import type { Teams } from "../../markets/teams.ts";
import { Flash } from "../../parts/flash.tsx";
import type { Formats } from "../../text/formats.ts";
import { BUY_STATE, eventPath } from "../../base/paths.ts";
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
  readonly shows: "name" | "price" | "both";
};

function BuyLink({ card, market, quote, outcome, shows }: BuyLinkProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const name = nameOf(market.outcomes[outcome]);
  const buyPrice = outcome === 0 ? quote.ask : quote.bid && complement(quote.bid);
  const price = buyPrice === undefined ? "–" : formats.cents(buyPrice);
  return (
    <Link
      href={eventPath(card.slug, market.slug, outcome)}
      state={BUY_STATE}
      className={outcome === 0 ? "buy-link first" : "buy-link second"}
      aria-label={text.buyAt(name, buyPrice === undefined ? text.noOffer : price, market.name)}
    >
      {shows !== "price" && <span className="buy-link-name">{name}</span>}{" "}
      {shows !== "name" && <span className="buy-link-price">{price}</span>}
    </Link>
  );
}

/** The teams of a match, each with its chance and its price. The names need no room on the buttons. */
function TeamRows({ teams, ...props }: MarketProps & { readonly teams: Teams }) {
  const formats = useFormats();
  const { price } = props.quote;
  return (
    <ul className="card-body card-rows">
      {([0, 1] as const).map((outcome) => {
        const chance = price === undefined || outcome === 0 ? price : complement(price);
        return (
          <li key={outcome}>
            <span className="card-row-name card-team" title={teams[outcome]}>
              <Crest team={teams[outcome]} />
              {teams[outcome]}
            </span>
            <Chance price={chance} formats={formats} />
            <span className="card-row-buys">
              <BuyLink {...props} outcome={outcome} shows="price" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const Chance = ({ price, formats }: { readonly price: Ticks | undefined; readonly formats: Formats }) => (
  <strong className="card-row-chance">
    <Flash value={price}>{price === undefined ? "–" : formats.chance(price)}</Flash>
  </strong>
);

type CardBodyProps = { readonly card: Card; readonly quotes: readonly Quote[] };

export function CardBody({ card, quotes }: CardBodyProps) {
  const { markets: text } = useText();
  const [market] = card.markets;
  const [quote] = quotes;
  if (market === undefined || quote === undefined)
    return <p className="card-body soft">{text.event.noMarkets}</p>;
  const teams = findTeams(card.title, market.outcomes);
  if (teams !== undefined && market.acceptingOrders && !market.closed)
    return <TeamRows {...{ card, market, quote, teams }} />;
  if (card.marketCount === 1)
    return (
      <div className="card-body card-pair">
        {market.closed ? (
          <Result market={market} />
        ) : market.acceptingOrders ? (
          <BuyPair {...{ card, market, quote }} shows="both" />
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
      <Chance price={price} formats={formats} />
      {market.closed ? (
        <Result market={market} />
      ) : !market.acceptingOrders ? (
        <span className="mark warn">{text.paused}</span>
      ) : (
        <span className="card-row-buys">
          <BuyPair {...{ card, market, quote }} shows="name" />
        </span>
      )}
    </li>
  );
}

const BuyPair = (props: MarketProps & Pick<BuyLinkProps, "shows">) => (
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
