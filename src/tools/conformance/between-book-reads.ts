/** Compares other prices with the book, while the book does not change. */
import { requireAnswer, Unchecked } from "./answer.ts";
import type { Answer, SentRequest } from "./answer.ts";
import { readBook } from "./book.ts";
import type { Book } from "./book.ts";
import type { Run } from "./check.ts";

const MAX_TRIES = 5;

/** Sends a request between two equal reads of the book. Throws `Unchecked` if the book keeps changing or has no best prices. */
export async function askBetweenBookReads(
  run: Run,
  sent: SentRequest,
): Promise<{ book: Book; answer: Answer }> {
  const path = `/book?token_id=${run.market().tokenIds[0]}`;
  const read = async () => readBook((await requireAnswer(run.ask("trading", { path }), "GET /book")).json);
  let before = await read();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await run.ask("trading", sent);
    const after = await read();
    if (before.bestBid === after.bestBid && before.bestAsk === after.bestAsk) return { book: after, answer };
    before = after;
  }
  throw new Unchecked("the book kept moving");
}
