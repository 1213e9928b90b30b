/** A trader of @polymarket/client, and how its answers are read. */
import assert from "node:assert/strict";
import type { Answer, Client } from "../conformance/call-record.ts";
import type { Placed, Trader } from "./trader.ts";

export const NAME = "@polymarket/client";

export type UnifiedTrader = Trader & { readonly client: Client };

/** Items of all pages. */
export async function itemsOf(pages: Promise<AsyncIterable<Answer>>): Promise<Answer[]> {
  const items: Answer[] = [];
  for await (const page of await pages) items.push(...page.items);
  return items;
}

/** Items of the first page. */
export const firstOf = async (pages: Promise<Answer>): Promise<Answer> =>
  (await (await pages).firstPage()).items;

export function placedOf({ ok, orderId: id, status, code, message }: Answer): Placed {
  assert.equal(ok, true, `${code}: ${message}`);
  return { id, status };
}
