/** A short card of an event: its title, its likeliest outcome with the chance, and its volume. */
import { Link } from "wouter";
import { nameOnCard } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";
import { useQuotes } from "../cards/use-quotes.ts";
import { EventMark } from "../parts/event-mark.tsx";
import { useOnScreen } from "../parts/use-on-screen.ts";
import { eventPath } from "../paths.ts";
import { useFormats, useText } from "../text/language.tsx";

export function SmallCard({ card }: { readonly card: Card }) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const [market] = card.markets;
  const [quote] = useQuotes(card.markets, isOnScreen);
  return (
    <article ref={place} className="small-card">
      <EventMark id={card.id} image={card.image} />
      <div className="small-card-words">
        <h3>
          <Link href={eventPath(card.slug)} title={card.title}>
            {card.title}
          </Link>
        </h3>
        <span className="soft">
          {market !== undefined && card.marketCount > 1 && `${nameOnCard(market)} · `}
          {text.volumeOf(formats.shortMoney(card.volume))}
        </span>
      </div>
      <strong className="number">
        <span className="visually-hidden">{text.event.chance} </span>
        {quote?.price === undefined ? "–" : formats.chance(quote.price)}
      </strong>
    </article>
  );
}
