/** Checks of prices, which must agree with the book: POST /prices, GET /midpoint and GET /spread, and of their history. */
import { expectJson, expectThat, Unchecked } from "../answer.ts";
import type { Answer } from "../answer.ts";
import { askBesideBook } from "../beside-book.ts";
import { bestPrices, isNear } from "../book.ts";
import { checksOf } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { fieldOf, listIn, numberIn } from "../json-value.ts";
import { amount, record } from "../shape.ts";
import { histories, prices, refusal } from "../trading-records.ts";
import { UNKNOWN_TOKEN } from "./books.ts";

const pricesBody = (tokenId: string) => ({
  method: "POST" as const,
  path: "/prices",
  body: JSON.stringify([{ token_id: tokenId }]),
});

async function expectPricesOfBook(run: Run): Promise<void> {
  const [tokenId] = run.market().tokenIds;
  const { book, answer } = await askBesideBook(run, pricesBody(tokenId));
  const { bid, ask } = bestPrices(book);
  const given = fieldOf(expectJson(answer, 200, prices), tokenId);
  const [buy, sell] = run.terms.buyPrice === "bid" ? [bid, ask] : [ask, bid];
  const same = isNear(numberIn(given, "BUY"), buy) && isNear(numberIn(given, "SELL"), sell);
  expectThat(answer, same, `BUY ${buy} and SELL ${sell}, the best prices of the book`, given);
}

/** A read beside the specification; a server without it is not checked. */
const isAbsent = ({ status }: Answer): boolean => status === 404 || status === 405;

async function expectOfBook(
  run: Run,
  field: "mid" | "spread",
  expected: (best: { readonly bid: number; readonly ask: number }) => number,
): Promise<void> {
  const route = field === "mid" ? "midpoint" : "spread";
  const path = `/${route}?token_id=${run.market().tokenIds[0]}`;
  const { book, answer } = await askBesideBook(run, { path });
  const best = bestPrices(book);
  if (isAbsent(answer)) throw new Unchecked("the server does not have it, nor does the specification");
  const json = expectJson(answer, 200, record({ [field]: amount }));
  const right = expected(best);
  expectThat(answer, isNear(numberIn(json, field), right), `${field} ${right}, as of the book`, json);
}

const postHistory = (run: Run, body: string) =>
  run.ask("trading", { method: "POST", path: "/batch-prices-history", body });

async function expectHistory(run: Run): Promise<void> {
  const { tokenIds } = run.market();
  const answer = await postHistory(run, JSON.stringify({ markets: tokenIds }));
  const history = fieldOf(expectJson(answer, 200, histories), "history");
  for (const tokenId of tokenIds) {
    const points = listIn(fieldOf(history, tokenId));
    expectThat(answer, Array.isArray(fieldOf(history, tokenId)), `the history of ${tokenId}`, history);
    const times = points.map((point) => numberIn(point, "t"));
    const rises = times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));
    expectThat(answer, rises, "points in the order of time", times);
    const within = points.every((point) => numberIn(point, "p") >= 0 && numberIn(point, "p") <= 1);
    expectThat(answer, within, "prices between 0 and 1", points);
  }
}

export const PRICE_CHECKS: readonly Check[] = [
  ...checksOf("POST /prices", "reading", {
    "gives an object of prices": async (run) => {
      expectJson(await run.ask("trading", pricesBody(run.market().tokenIds[0])), 200, prices);
    },
    "leaves out an unknown token": async (run) => {
      const answer = await run.ask("trading", pricesBody(UNKNOWN_TOKEN));
      const given = expectJson(answer, 200, prices);
      expectThat(answer, fieldOf(given, UNKNOWN_TOKEN) === undefined, "no price", given);
    },
    "refuses a body that is no list": async (run) => {
      expectJson(await run.ask("trading", { method: "POST", path: "/prices", body: "{}" }), 400, refusal);
    },
  }),
  ...checksOf("POST /prices", "resting", { "agrees with the book": expectPricesOfBook }),
  ...checksOf("GET /midpoint", "resting", {
    "is the mean of the best prices": (run) => expectOfBook(run, "mid", ({ bid, ask }) => (bid + ask) / 2),
  }),
  ...checksOf("GET /spread", "resting", {
    "is the distance of the best prices": (run) => expectOfBook(run, "spread", ({ bid, ask }) => ask - bid),
  }),
  ...checksOf("POST /batch-prices-history", "reading", {
    "gives the history of each token": expectHistory,
    "refuses a body without markets": async (run) => {
      expectJson(await postHistory(run, "{}"), 400, refusal);
    },
  }),
];
