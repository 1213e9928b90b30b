/** Worth of shares as SQL, of `lots`, `outcome` and `average` of positions and the `shown_price` of their market. */
import { HALF_TICKS, MICROS_OF_HALF_TICK } from "../../core/shown-price.ts";
import type { AnySql, Fragment } from "../sql/database.ts";

/** The shown price of a position's outcome, in half ticks. */
export const shownHalfTicks = (sql: AnySql): Fragment => sql`(
  case outcome when 0 then shown_price else ${HALF_TICKS}::bigint - shown_price end)`;

/** Profit of the shares that are held, in lots x micros per share. */
export const openProfit = (sql: AnySql): Fragment => sql`(
  lots::numeric * (${shownHalfTicks(sql)} * ${MICROS_OF_HALF_TICK}::bigint - average))`;
