/**
 * Checks of prices, which must agree with the book (POST /prices, GET /midpoint and GET /spread), and of the price
 * history.
 */
import { expectJson, expectThat, Unchecked } from "../shape/answer.ts";
import type { Answer } from "../shape/answer.ts";
import { getBestPrices, isNear } from "../book.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, isRising, within } from "../shape/expected.ts";
import { getField, listIn, numberIn } from "../shape/json-value.ts";
import { getPurchase } from "../purchase.ts";
import { histories, prices } from "../shape/records.ts";
import { amount, record } from "../shape/shape.ts";
import { postTokens, readBesideBook, UNKNOWN_TOKEN } from "./books.ts";
import { readTraded } from "./trades.ts";

const HOUR_S = 3600;
/** Tolerance of a point's time, seconds: a history may have steps of hours. */
const DAY_S = 86_400;

type Best = { readonly bid: number; readonly ask: number };

/** Converts the first outcome's best prices to those of an outcome: a bid for one outcome is an ask for the other. */
const bestPricesOfOutcome = ({ bid, ask }: Best, at: number): Best =>
  at === 0 ? { bid, ask } : { bid: 1 - ask, ask: 1 - bid };

async function expectBookPrices(run: Run): Promise<void> {
  const { tokenIds } = run.market();
  const { book, got: answer } = await readBesideBook(run, () => postTokens(run, "/prices", tokenIds));
  const all = expectJson(answer, 200, prices);
  for (const [at, tokenId] of tokenIds.entries()) {
    const { bid, ask } = bestPricesOfOutcome(getBestPrices(book), at);
    const [buy, sell] = run.terms.buyPrice === "bid" ? [bid, ask] : [ask, bid];
    const given = getField(all, tokenId);
    const same = isNear(numberIn(given, "BUY"), buy) && isNear(numberIn(given, "SELL"), sell);
    expectThat(answer, same, `BUY ${buy} and SELL ${sell} of ${tokenId}, the best prices of the book`, all);
  }
}

/**
 * Tells whether the server lacks a read that the specification does not require, so that the checks of this read are
 * left out.
 */
const isAbsent = ({ status }: Answer): boolean => status === 404 || status === 405;

async function expectFromBook(
  run: Run,
  field: "mid" | "spread",
  expected: (best: Best) => number,
): Promise<void> {
  const route = field === "mid" ? "midpoint" : "spread";
  for (const [at, tokenId] of run.market().tokenIds.entries()) {
    const read = () => run.ask("trading", { path: `/${route}?token_id=${tokenId}` });
    const { book, got: answer } = await readBesideBook(run, read);
    const best = bestPricesOfOutcome(getBestPrices(book), at);
    if (isAbsent(answer)) throw new Unchecked("the server does not have it, nor does the specification");
    const json = expectJson(answer, 200, record({ [field]: amount }));
    const right = expected(best);
    expectThat(answer, isNear(numberIn(json, field), right), `${field} ${right}, as of the book`, json);
  }
}

const postHistory = (run: Run, body: string) =>
  run.ask("trading", { method: "POST", path: "/batch-prices-history", body });

async function expectHistory(run: Run): Promise<void> {
  const { tokenIds } = run.market();
  const answer = await postHistory(run, JSON.stringify({ markets: tokenIds }));
  const history = getField(expectJson(answer, 200, histories), "history");
  for (const tokenId of tokenIds) {
    const points = listIn(getField(history, tokenId));
    expectThat(answer, Array.isArray(getField(history, tokenId)), `the history of ${tokenId}`, history);
    const times = points.map((point) => numberIn(point, "t"));
    expectThat(answer, isRising(times), "points in the order of time", times);
    const isShare = points.every((point) => numberIn(point, "p") >= 0 && numberIn(point, "p") <= 1);
    expectThat(answer, isShare, "prices between 0 and 1", points);
  }
}

/**
 * Expects points of the run's trade in the histories of both outcomes: their prices add up to one, and no point is out
 * of bounds.
 */
async function expectTradedHistory(run: Run): Promise<void> {
  const { order } = getPurchase(run);
  const { tokenIds } = run.market();
  const start = Math.floor(run.clock.start) - HOUR_S;
  const read = (bounds: object): Promise<Answer> =>
    postHistory(run, JSON.stringify({ markets: tokenIds, ...bounds }));
  const pointsOf = ({ json }: Answer, tokenId: string): readonly unknown[] =>
    listIn(getField(getField(json, "history"), tokenId));
  const latest = (answer: Answer, tokenId: string): unknown => pointsOf(answer, tokenId).at(-1);
  const answer = await readTraded(
    run,
    () => read({ start_ts: start }),
    (one) => latest(one, order.tokenId) !== undefined,
  );
  const [first, second] = tokenIds.map((tokenId) => latest(answer, tokenId));
  expectThat(
    answer,
    first !== undefined && second !== undefined,
    "a point of the trade of each token",
    answer.json,
  );
  for (const point of [first, second]) expectFields(answer, point, { t: within(run.clock, 1, DAY_S) });
  const sum = numberIn(first, "p") + numberIn(second, "p");
  expectThat(answer, Math.abs(sum - 1) < 0.01, "latest prices that make 1 together", [first, second]);
  const before = await read({ start_ts: start - 2 * HOUR_S, end_ts: start - HOUR_S });
  const late = tokenIds
    .flatMap((tokenId) => pointsOf(before, tokenId))
    .find((one) => numberIn(one, "t") > start);
  expectThat(before, late === undefined, `no point after end_ts ${start - HOUR_S}`, late);
}

export const PRICE_CHECKS: readonly Check[] = [
  ...describeChecks("POST /prices", "reading", {
    "gives an object of prices": async (run) => {
      expectJson(await postTokens(run, "/prices", run.market().tokenIds), 200, prices);
    },
    "leaves out an unknown token": async (run) => {
      const answer = await postTokens(run, "/prices", [UNKNOWN_TOKEN]);
      const given = expectJson(answer, 200, prices);
      expectThat(answer, getField(given, UNKNOWN_TOKEN) === undefined, "no price", given);
    },
    "refuses a body that is no list": expectRejection(400, (run) =>
      run.ask("trading", { method: "POST", path: "/prices", body: "{}" }),
    ),
  }),
  ...describeChecks("POST /prices", "resting", { "agrees with the book": expectBookPrices }),
  ...describeChecks("GET /midpoint", "resting", {
    "is the mean of the best prices": (run) => expectFromBook(run, "mid", ({ bid, ask }) => (bid + ask) / 2),
  }),
  ...describeChecks("GET /spread", "resting", {
    "is the distance of the best prices": (run) => expectFromBook(run, "spread", ({ bid, ask }) => ask - bid),
  }),
  ...describeChecks("POST /batch-prices-history", "traded", {
    "has the trade, within the bounds of time": expectTradedHistory,
  }),
  ...describeChecks("POST /batch-prices-history", "reading", {
    "gives the history of each token": expectHistory,
    "refuses a body without markets": expectRejection(400, (run) => postHistory(run, "{}")),
  }),
];
