/** Cards side by side, and placeholders of the same size while they load. */
import { memo } from "react";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useOnScreen } from "../../parts/hooks/use-on-screen.ts";
import { useText } from "../../text/language.tsx";
import { CardView } from "./card-view.tsx";
import type { Card } from "./card.ts";
import { useHeldCard } from "./hold-order.ts";
import { useQuotes } from "./use-quotes.ts";

// A card for an event in a list. Its prices change in place while it is on the screen.

type EventCardProps = { readonly card: Card; readonly now: number };

const EventCard = memo(function EventCard({ card: fresh, now }: EventCardProps) {
  const card = useHeldCard(fresh);
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const quotes = useQuotes(card.markets, isOnScreen);
  return <CardView ref={place} card={card} now={now} quotes={quotes} />;
});

const REFRESH_MS = 60_000;

type CardGridProps = {
  readonly cards: readonly Card[];
  /** Number of times that the visitor adopted the list's new order; each time, cards sort their rows again. */
  readonly turn: number;
  /** Class of the grid: all rows of a list, or a single one. */
  readonly layout: "card-grid" | "card-grid card-shelf";
};

export function CardGrid({ cards, turn, layout }: CardGridProps) {
  const now = useNow(REFRESH_MS);
  return (
    <ul className={layout}>
      {cards.map((card) => (
        <li key={`${card.id} ${turn}`}>
          <EventCard card={card} now={now} />
        </li>
      ))}
    </ul>
  );
}

type BlankCardsProps = Pick<CardGridProps, "layout"> & { readonly count: number };

export function BlankCards({ count, layout }: BlankCardsProps) {
  const { common } = useText();
  return (
    <div role="status">
      <span className="visually-hidden">{common.loading}</span>
      <div className={layout} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="card card-blank" />
        ))}
      </div>
    </div>
  );
}
