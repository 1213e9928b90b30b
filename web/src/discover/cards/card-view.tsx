/** A card with the given quotes. */
import type { Ref } from "react";
import { Link } from "wouter";
import { ONE } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import { Flash } from "../../parts/flash.tsx";
import { EventMark } from "../../parts/marks.tsx";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFoot } from "./card-foot.tsx";
import type { Card } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

// The chance of an outcome on a dial: an arc filled in proportion.

type ChanceDialProps = {
  /** Price of the outcome; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
  /** The outcome, or another label of the dial. */
  readonly label: string;
};

/** A half circle around 30, 30. Its path length is set to the price of a certain outcome. */
const ARC = "M4 30a26 26 0 0 1 52 0";

function ChanceDial({ price, label }: ChanceDialProps) {
  const formats = useFormats();
  return (
    <p className="dial">
      <svg viewBox="0 0 60 32" aria-hidden="true">
        <path className="dial-track" d={ARC} />
        {price !== undefined && (
          <path
            className="dial-chance"
            d={ARC}
            pathLength={ONE}
            strokeDasharray={`${price} ${ONE}`}
            strokeDashoffset={0}
          />
        )}
      </svg>
      <strong>
        <Flash value={price}>{price === undefined ? "–" : formats.chance(price)}</Flash>
      </strong>
      <span className="dial-label">{label}</span>
    </p>
  );
}

type CardViewProps = {
  readonly card: Card;
  readonly now: number;
  readonly quotes: readonly Quote[];
  readonly ref?: Ref<HTMLElement>;
};

export function CardView({ card, now, quotes, ref }: CardViewProps) {
  const { cards: text } = useText();
  const nameOf = useOutcomeName();
  const [only] = card.marketCount === 1 ? card.markets : [];
  const [first = ""] = only?.outcomes ?? [];
  return (
    <article ref={ref} className="card">
      <div className="card-head">
        <EventMark id={card.id} image={card.image} topics={card.topics} />
        <h3>
          <Link href={eventPath(card.slug)} title={card.title}>
            {card.title}
          </Link>
        </h3>
        {only !== undefined && (
          <ChanceDial price={quotes[0]?.price} label={first === "Yes" ? text.chance : nameOf(first)} />
        )}
      </div>
      <CardBody card={card} quotes={quotes} />
      <CardFoot card={card} quotes={quotes} now={now} />
    </article>
  );
}
