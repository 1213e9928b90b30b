/** The first resting order, and reads of an order's state. */
import { answered, needed, Unchecked } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { readBook } from "./book.ts";
import type { Run } from "./check.ts";
import { fieldOf, textIn } from "./json-value.ts";
import type { RestingOrder } from "./trading.ts";
import type { Trader, WantedOrder } from "./wallets.ts";

/** Returns the first resting order; throws `Unchecked` if there is none. */
export function restingOrder(run: Run): RestingOrder {
  const [resting] = run.trading().resting;
  if (resting === undefined) throw new Unchecked("no order rests");
  return resting;
}

export const findOrder = (run: Run, id: string, by?: Trader): Promise<Answer> =>
  run.trading().ask({ path: `/data/order/${id}` }, by);

/** Reads the size of the bids at a price in a token's book; 0 without an answer. */
export async function sizeAt(run: Run, { tokenId, priceMicros }: WantedOrder): Promise<number> {
  const answer = await answered(run.ask("trading", { path: `/book?token_id=${tokenId}` }));
  return sizeIn(answer?.json, priceMicros);
}

export const sizeIn = (book: unknown, priceMicros: number): number =>
  readBook(book).bids.find(({ price }) => Math.round(price * 1e6) === priceMicros)?.size ?? 0;

/** Tells whether the bids at the order's price grew by it since before its placement. */
export const isInBook = async (run: Run, resting: RestingOrder): Promise<boolean> =>
  (await sizeAt(run, resting)) >= run.trading().sizeBefore + resting.shares;

/** Throws `Unchecked` if the order was not cancelled, or its placement was not seen on the live channel. */
export async function requireCanceled(run: Run, wasTold: boolean): Promise<void> {
  if (!wasTold) throw new Unchecked("the channel did not tell that the order was placed");
  const { json, status } = await needed(findOrder(run, restingOrder(run).id), "GET /data/order/{id}");
  const state = textIn(fieldOf(json, "order"), "status") ?? "";
  if (status === 200 && !/^cancell?ed/i.test(state))
    throw new Unchecked("the order was not cancelled: see DELETE /order");
}
