/** GET /price: one best price of a token. The dialects differ in the meaning of BUY and SELL. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import { priceText } from "../../../core/units.ts";
import { nearestName } from "../../../nearest-name.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { describeMistake } from "../../validation-fault.ts";
import type { ValueFault } from "../../validation-fault.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_SIDE, INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { TokenId } from "../token-id.ts";
import { answerQuote, sidePrices } from "./quote.ts";

export const getPrice = endpoint({
  method: "GET",
  path: "/price",
  fromMemory: true,
  summary: "Get a best price of a token; a missing bid counts 0, a missing ask 1",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.price],
  refuses: ["invalid_side", "unknown_token", "no_book"],
  texts: [INVALID_SIDE, INVALID_TOKEN_ID],
  query: Type.Object({
    token_id: TokenId,
    side: Type.String({
      description:
        "BUY, the best ask, or SELL, the best bid, in any case; in the Polymarket dialect BUY is the best bid and SELL the best ask",
    }),
  }),
  answer: Type.Object({ price: Type.String() }),
  handle: ({ context, dialect, query }) => {
    const side = query.side.toUpperCase();
    if (side !== "BUY" && side !== "SELL")
      return { rejection: reject("invalid_side", describeMistake("side", mistakenSide(query.side))) };
    return answerQuote(context, query.token_id, (quote) => ({
      price: priceText(sidePrices(quote, dialect)[side]),
    }));
  },
});

const SIDES = ["BUY", "SELL"] as const;

const mistakenSide = (got: string): ValueFault => ({
  expected: SIDES.join(" or "),
  got,
  nearest: nearestName(got, SIDES),
});
