/** A card with the given quotes. */
import type { Ref } from "react";
import { Link } from "wouter";
import { EventMark } from "../parts/event-mark.tsx";
import { eventPath } from "../paths.ts";
import { useOutcomeName, useText } from "../text/language.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFoot } from "./card-foot.tsx";
import { ChanceDial } from "./chance-dial.tsx";
import type { Card } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

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
        <EventMark id={card.id} image={card.image} />
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
