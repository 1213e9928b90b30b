/** Checks of GET /book and POST /books. */
import { answerOrUndefined, Difference, expectJson, expectThat, Unchecked } from "../answer.ts";
import type { Answer } from "../answer.ts";
import { readBook } from "../book.ts";
import type { Level } from "../book.ts";
import { describeChecks } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { listIn, textIn } from "../json-value.ts";
import { arrayShape } from "../shape.ts";
import { book, rejectionShape } from "../trading-records.ts";

/** A token that no market has. */
export const UNKNOWN_TOKEN = "1234567890123456789012345678901234567890";

const getBook = (run: Run, tokenId = run.market().tokenIds[0]) =>
  run.ask("trading", { path: `/book?token_id=${tokenId}` });

const postBooks = (run: Run, tokenIds: readonly string[]) =>
  run.ask("trading", {
    method: "POST",
    path: "/books",
    body: JSON.stringify(tokenIds.map((tokenId) => ({ token_id: tokenId }))),
  });

/** Expects the order of levels that clients rely on: the best price is last on each side, and bids are below asks. */
function expectSorted(answer: Answer, json: unknown): void {
  const { bids, asks, bestBid, bestAsk } = readBook(json);
  const rises = (levels: readonly Level[]): boolean =>
    levels.every(({ price }, at) => at === 0 || price > (levels[at - 1]?.price ?? 0));
  const pricesOf = (levels: readonly Level[]): string => levels.map(({ price }) => price).join(", ");
  expectThat(answer, rises(bids), "bids whose prices rise, the best one last", pricesOf(bids));
  expectThat(answer, rises(asks.toReversed()), "asks whose prices fall, the best one last", pricesOf(asks));
  const crossed = bestBid !== undefined && bestAsk !== undefined && bestBid >= bestAsk;
  expectThat(answer, !crossed, "a best bid below the best ask", `${bestBid} and ${bestAsk}`);
  const positive = [...bids, ...asks].every(({ price, size }) => price > 0 && price < 1 && size > 0);
  expectThat(answer, positive, "prices between 0 and 1, and sizes above 0", json);
}

const MAX_TRIES = 5;

/** Writes the levels of a side as one text; those of the other token have the complements of its prices. */
const levelsText = (json: unknown, side: "bids" | "asks", isOther = false): string =>
  (side === "bids" ? readBook(json).bids : readBook(json).asks)
    .map(({ price, size }) => `${(isOther ? 1 - price : price).toFixed(6)} ${size}`)
    .join(", ");

/**
 * Expects the bids for one token as asks for the other, since a share of each makes a set. Reads again while the books
 * change.
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

/** Expects a resting order in the book. Throws `Unchecked` if the order itself was lost. */
async function expectOrder(run: Run): Promise<void> {
  const trading = run.trading();
  const [resting] = trading.resting;
  if (resting === undefined) throw new Unchecked("no order rests");
  const { id, priceMicros, shares } = resting;
  const answer = await getBook(run);
  const level = readBook(answer.json).bids.find(({ price }) => Math.round(price * 1e6) === priceMicros);
  if (level !== undefined && level.size >= shares) return;
  const record = await answerOrUndefined(trading.ask({ path: `/data/order/${id}` }));
  if (record?.status === 404) throw new Unchecked("the order that should rest was lost: see POST /order");
  const expected = `a bid of at least ${shares} at ${priceMicros / 1e6}, where order ${id} rests`;
  throw new Difference(answer.request, expected, level === undefined ? "no such level" : `${level.size}`);
}

export const BOOK_CHECKS: readonly Check[] = [
  ...describeChecks("GET /book", "reading", {
    "gives the book of a token": async (run) => {
      const answer = await getBook(run);
      const json = expectJson(answer, 200, book);
      const [tokenId] = run.market().tokenIds;
      expectThat(
        answer,
        textIn(json, "asset_id") === tokenId,
        `asset_id ${tokenId}`,
        textIn(json, "asset_id"),
      );
      const { conditionId } = run.market();
      expectThat(
        answer,
        textIn(json, "market") === conditionId,
        `market ${conditionId}`,
        textIn(json, "market"),
      );
    },
    "refuses an unknown token": async (run) => {
      expectJson(await getBook(run, UNKNOWN_TOKEN), 404, rejectionShape);
    },
    "refuses a request without a token": async (run) => {
      expectJson(await run.ask("trading", { path: "/book" }), 400, rejectionShape);
    },
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
      const answer = await postBooks(run, tokenIds);
      const given = listIn(expectJson(answer, 200, arrayShape(book))).map((one) => textIn(one, "asset_id"));
      const same = given.length === tokenIds.length && tokenIds.every((tokenId) => given.includes(tokenId));
      expectThat(answer, same, `books of ${tokenIds.join(" and ")}`, given);
    },
    "leaves out an unknown token": async (run) => {
      const answer = await postBooks(run, [UNKNOWN_TOKEN]);
      const books = listIn(expectJson(answer, 200, arrayShape(book)));
      expectThat(answer, books.length === 0, "no book", answer.json);
    },
    "refuses a body that is no list": async (run) => {
      const answer = await run.ask("trading", { method: "POST", path: "/books", body: "{}" });
      expectJson(answer, 400, rejectionShape);
    },
  }),
  ...describeChecks("POST /books", "resting", {
    "has levels sorted": async (run) => {
      const answer = await postBooks(run, run.market().tokenIds);
      for (const one of listIn(expectJson(answer, 200, arrayShape(book)))) expectSorted(answer, one);
    },
    "has the book of each token as the mirror of the other": async (run) => {
      await expectMirrored(async () => {
        const answer = await postBooks(run, run.market().tokenIds);
        const [first, second] = listIn(answer.json);
        return [answer, first, second];
      });
    },
  }),
];
