/** A card for an event in a list. Its prices change in place while it is on the screen. */
import { memo } from "react";
import { useOnScreen } from "../parts/use-on-screen.ts";
import { CardView } from "./card-view.tsx";
import type { Card } from "./card.ts";
import { useHeldCard } from "./use-held-card.ts";
import { useQuotes } from "./use-quotes.ts";

type EventCardProps = { readonly card: Card; readonly now: number };

export const EventCard = memo(function EventCard({ card: fresh, now }: EventCardProps) {
  const card = useHeldCard(fresh);
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const quotes = useQuotes(card.markets, isOnScreen);
  return <CardView ref={place} card={card} now={now} quotes={quotes} />;
});
