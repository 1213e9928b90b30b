/** The id in the path of a market: its number, or another that names it as well. */
import { Type } from "typebox";
import { LISTED_SLUG_PATTERN } from "../../catalog/slug.ts";
import type { Context } from "../../context.ts";
import { rowId } from "./parameters.ts";

export const MarketId = Type.Object({
  id: Type.String({ description: "Numeric id, condition id in any case, token id or slug" }),
});

type MarketKey = { id: number } | { conditionId: string } | { slug: string };

const SLUG = new RegExp(LISTED_SLUG_PATTERN, "u");

/** The market that a text names by its form; `undefined` for one that can name none. */
export function marketKey({ engine }: Pick<Context, "engine">, text: string): MarketKey | undefined {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { conditionId: text.toLowerCase() };
  const token = engine.exchange.tokens.get(text);
  if (token !== undefined) return { conditionId: token.market.conditionId };
  const id = /^\d+$/.test(text) ? rowId(text) : undefined;
  if (id !== undefined) return { id };
  return SLUG.test(text) ? { slug: text } : undefined;
}
