/** A card for an event in a list. Its prices change in place while it is on the screen. */
import { memo } from "react";
import { Link } from "wouter";
import { EventMark } from "../parts/event-mark.tsx";
import { useOnScreen } from "../parts/use-on-screen.ts";
import { eventPath } from "../paths.ts";
import { useOutcomeName, useText } from "../text/language.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFoot } from "./card-foot.tsx";
import { ChanceDial } from "./chance-dial.tsx";
import type { Card } from "./card.ts";
import { useHeldCard } from "./use-held-card.ts";
import { useQuotes } from "./use-quotes.ts";

type EventCardProps = { readonly card: Card; readonly now: number };

export const EventCard = memo(function EventCard({ card: fresh, now }: EventCardProps) {
  const card = useHeldCard(fresh);
  const { cards: text } = useText();
  const nameOf = useOutcomeName();
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const quotes = useQuotes(card.markets, isOnScreen);
  const [only] = card.marketCount === 1 ? card.markets : [];
  const [first = ""] = only?.outcomes ?? [];
  return (
    <article ref={place} className="card">
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
      <CardFoot card={card} now={now} />
    </article>
  );
});
