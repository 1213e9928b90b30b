/** The shape of a card: an event in few words, with its likeliest markets. */
import { Type } from "typebox";
import { OptionalInstant, OptionalText } from "./optional-fields.ts";

const MOST_MARKETS = 10;

/** Parameter of lists of cards. */
export const MarketsOfCard = Type.Integer({
  default: 2,
  minimum: 1,
  maximum: MOST_MARKETS,
  description: "Markets of each event at most",
});

export const CardMarket = Type.Object({
  slug: Type.String(),
  name: Type.String({ description: "Its name within the event; the question where it has none" }),
  outcomes: Type.Array(Type.String(), { description: "The names of both outcomes" }),
  tokenId: Type.String({ description: "The token of the first outcome" }),
  price: Type.Optional(
    Type.Number({
      description:
        "Of the first outcome, as `outcomePrices` has it; left out without orders and trades. What a share pays once resolved",
    }),
  ),
  bestBid: Type.Number({ description: "Of the first outcome; 0 without bids" }),
  bestAsk: Type.Number({ description: "Of the first outcome; 1 without asks" }),
  oneDayPriceChange: Type.Optional(
    Type.Number({
      description:
        "Difference of `price` to the midpoint before the last 24 full hours, or to the first one of a younger market",
    }),
  ),
  closed: Type.Boolean(),
  place: Type.Integer({ description: "Its place among the markets of the event, from 0" }),
  acceptingOrders: Type.Boolean(),
});
export type CardMarket = Type.Static<typeof CardMarket>;

export const Card = Type.Object({
  id: Type.String(),
  slug: OptionalText,
  title: OptionalText,
  image: OptionalText,
  endDate: OptionalInstant,
  createdAt: OptionalInstant,
  closed: Type.Boolean(),
  tag: Type.Optional(
    Type.Object({ slug: OptionalText, label: OptionalText }, { description: "The first of its tags" }),
  ),
  volume: Type.Number({ description: "Collateral that changed hands" }),
  volume24hr: Type.Number({ description: "Of the last 24 full hours and the current one" }),
  marketCount: Type.Integer({ description: "Its markets, but for drafts and hidden ones" }),
  markets: Type.Array(CardMarket, {
    description: "The likeliest of its markets: open ones first, then those with a price, then by price",
  }),
});
export type Card = Type.Static<typeof Card>;
