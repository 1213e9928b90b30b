/** A card of an event that says nothing yet, with what a test gives it. */
import { NO_MICROS } from "../../src/core/units.ts";
import type { Card } from "../../web/src/discover/cards/card.ts";

export const bareCard = (given: Partial<Card>): Card => ({
  id: "1",
  slug: "event",
  title: "Event",
  image: "",
  topics: [],
  volume: NO_MICROS,
  volume24h: NO_MICROS,
  endsAt: undefined,
  closed: false,
  marketCount: 0,
  markets: [],
  ...given,
});
