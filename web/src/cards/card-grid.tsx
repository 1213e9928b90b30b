/** Cards side by side, and placeholders of the same size while they load. */
import { useNow } from "../parts/use-now.ts";
import { useText } from "../text/language.tsx";
import type { Card } from "./card.ts";
import { EventCard } from "./event-card.tsx";

const REFRESH_MS = 60_000;

type CardGridProps = {
  readonly cards: readonly Card[];
  /** Counter of the list's adopted orders; when it changes, cards sort their rows again. */
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
