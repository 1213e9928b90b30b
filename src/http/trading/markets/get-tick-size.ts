/** GET /tick-size: the price step of a token's market. */
import { Type } from "typebox";
import { priceNumber } from "../../../core/units.ts";
import { tokenTerm } from "./token-term.ts";

export const getTickSize = tokenTerm({
  path: "/tick-size",
  summary: "Get the price step of a token",
  answer: Type.Object({ minimum_tick_size: Type.Number() }),
  read: ({ tick }) => ({ minimum_tick_size: priceNumber(tick) }),
});
