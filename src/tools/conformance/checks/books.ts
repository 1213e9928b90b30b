/** Checks of GET /book and POST /books, and comparisons of other reads with the book. */
import { answerOrUndefined, expectJson, expectThat, requireAnswer, Unchecked } from "../shape/answer.ts";
import type { Answer } from "../shape/answer.ts";
import { readBook } from "../book.ts";
import type { Book, Level } from "../book.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields } from "../shape/expected.ts";
import { listIn, textIn } from "../shape/json-value.ts";
import { findOrder, getRestingOrder, getSizeIn } from "../purchase.ts";
import { book } from "../shape/records.ts";
import { arrayShape } from "../shape/shape.ts";

const MAX_TRIES = 5;

/** A token and a condition that no market has. */
export const UNKNOWN_TOKEN = "1234567890123456789012345678901234567890";
export const UNKNOWN_CONDITION = `0x${"0123456789abcdef".repeat(4)}`;

const getBook = (run: Run, tokenId = run.market().tokenIds[0]): Promise<Answer> =>
  run.ask("trading", { path: `/book?token_id=${tokenId}` });

/** Reads the book for a comparison with another endpoint. */
export const requireBook = async (run: Run, tokenId?: string): Promise<Book> =>
  readBook((await requireAnswer(getBook(run, tokenId), "GET /book")).json);

/** Runs `read` between two equal reads of the book. Throws `Unchecked` if the book keeps changing. */
export async function readBesideBook<T>(run: Run, read: () => Promise<T>): Promise<{ book: Book; got: T }> {
  let before = await requireBook(run);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const got = await read();
    const after = await requireBook(run);
    if (before.bestBid === after.bestBid && before.bestAsk === after.bestAsk) return { book: after, got };
    before = after;
  }
  throw new Unchecked("the book kept moving");
}

/** Sends a POST request for the books or prices of tokens. */
export const postTokens = (
  run: Run,
  path: "/books" | "/prices",
  tokenIds: readonly string[],
): Promise<Answer> =>
  run.ask("trading", {
    method: "POST",
    path,
    body: JSON.stringify(tokenIds.map((id) => ({ token_id: id }))),
  });

/** Expects levels in the order that clients rely on, with the best price last on each side, and bids below asks. */
function expectSorted(answer: Answer, json: unknown): void {
  const { bids, asks, bestBid, bestAsk } = readBook(json);
  const rises = (levels: readonly Level[]): boolean =>
    levels.every(({ price }, at) => at === 0 || price > (levels[at - 1]?.price ?? 0));
  const pricesOf = (levels: readonly Level[]): string => levels.map(({ price }) => price).join(", ");
  expectThat(answer, rises(bids), "bids whose prices rise, the best one last", pricesOf(bids));
  expectThat(answer, rises(asks.toReversed()), "asks whose prices fall, the best one last", pricesOf(asks));
  const isCrossed = bestBid !== undefined && bestAsk !== undefined && bestBid >= bestAsk;
  expectThat(answer, !isCrossed, "a best bid below the best ask", `${bestBid} and ${bestAsk}`);
  const isPositive = [...bids, ...asks].every(({ price, size }) => price > 0 && price < 1 && size > 0);
  expectThat(answer, isPositive, "prices between 0 and 1, and sizes above 0", json);
}

/**
 * Formats the levels of a side as one text. For the other token's book, `isOther` takes the complements of the prices.
 */
const levelsText = (json: unknown, side: "bids" | "asks", isOther = false): string =>
  (side === "bids" ? readBook(json).bids : readBook(json).asks)
    .map(({ price, size }) => `${(isOther ? 1 - price : price).toFixed(6)} ${size}`)
    .join(", ");

/**
 * Expects the bids for one token as asks for the other, since a share of each makes a complete set. Reads again while
 * the books change.
 */
async function expectMirrored(
  read: () => Promise<readonly [answer: Answer, one: unknown, other: unknown]>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [answer, one, other] = await read();
    const expected = `${levelsText(one, "bids")}; ${levelsText(one, "asks")}`;
    const got = `${levelsText(other, "asks", true)}; ${levelsText(other, "bids", true)}`;
    if (expected === got) return;
    if (tries === MAX_TRIES)
      expectThat(answer, false, `asks and bids of the other token at 1 less: ${expected}`, got);
  }
}

/** Expects the resting order in the book. Throws `Unchecked` if the server lost the order itself. */
async function expectOrder(run: Run): Promise<void> {
  const { id, priceMicros, shares } = getRestingOrder(run);
  const answer = await getBook(run);
  const size = getSizeIn(readBook(answer.json), priceMicros);
  if (size >= shares) return;
  if ((await answerOrUndefined(findOrder(run, id)))?.status === 404)
    throw new Unchecked("the order that should rest was lost: see POST /order");
  const expected = `a bid of at least ${shares} at ${priceMicros / 1e6}, where order ${id} rests`;
  expectThat(answer, false, expected, `a bid of ${size}`);
}

export const BOOK_CHECKS: readonly Check[] = [
  ...describeChecks("GET /book", "reading", {
    "gives the book of a token": async (run) => {
      const answer = await getBook(run);
      const json = expectJson(answer, 200, book);
      const { tokenIds, conditionId } = run.market();
      expectFields(answer, json, { asset_id: tokenIds[0], market: conditionId });
    },
    "refuses an unknown token": expectRejection(404, (run) => getBook(run, UNKNOWN_TOKEN)),
    "refuses a request without a token": expectRejection(400, (run) => run.ask("trading", { path: "/book" })),
  }),
  ...describeChecks("GET /book", "resting", {
    "has its levels sorted": async (run) => {
      const answer = await getBook(run);
      expectSorted(answer, expectJson(answer, 200, book));
    },
    "mirrors the book of the other token": async (run) => {
      const [first, second] = run.market().tokenIds;
      await expectMirrored(async () => {
        const [{ json }, answer] = [await getBook(run, first), await getBook(run, second)];
        return [answer, json, answer.json];
      });
    },
    "shows an order that rests": expectOrder,
  }),
  ...describeChecks("POST /books", "reading", {
    "gives the books of tokens": async (run) => {
      const { tokenIds } = run.market();
      const answer = await postTokens(run, "/books", tokenIds);
      const given = listIn(expectJson(answer, 200, arrayShape(book))).map((one) => textIn(one, "asset_id"));
      const same = given.length === tokenIds.length && tokenIds.every((tokenId) => given.includes(tokenId));
      expectThat(answer, same, `books of ${tokenIds.join(" and ")}`, given);
    },
    "leaves out an unknown token": async (run) => {
      const answer = await postTokens(run, "/books", [UNKNOWN_TOKEN]);
      const books = listIn(expectJson(answer, 200, arrayShape(book)));
      expectThat(answer, books.length === 0, "no book", answer.json);
    },
    "refuses a body that is no list": expectRejection(400, (run) =>
      run.ask("trading", { method: "POST", path: "/books", body: "{}" }),
    ),
  }),
  ...describeChecks("POST /books", "resting", {
    "has levels sorted": async (run) => {
      const answer = await postTokens(run, "/books", run.market().tokenIds);
      for (const one of listIn(expectJson(answer, 200, arrayShape(book)))) expectSorted(answer, one);
    },
    "has the book of each token as the mirror of the other": async (run) => {
      await expectMirrored(async () => {
        const answer = await postTokens(run, "/books", run.market().tokenIds);
        const [first, second] = listIn(answer.json);
        return [answer, first, second];
      });
    },
  }),
];
