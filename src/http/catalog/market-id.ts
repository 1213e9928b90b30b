/** The id in the path of a market: numeric, or its condition id. */
import { Type } from "typebox";
import { rowId } from "./parameters.ts";

export const MarketId = Type.Object({
  id: Type.String({ description: "Numeric id, or condition id in any case" }),
});

/** `undefined` for what is neither, and names no market. */
export function marketKey(text: string): { id: number } | { conditionId: string } | undefined {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { conditionId: text.toLowerCase() };
  const id = /^\d+$/.test(text) ? rowId(text) : undefined;
  return id === undefined ? undefined : { id };
}
