/**
 * Finds a market to read and to trade, through the listings. Reads listings leniently, so that a faulty listing serves,
 * too.
 */
import { versionOf } from "../../core/markets/market-version.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import { readBook } from "./book.ts";
import type { Book } from "./book.ts";
import { answerOrUndefined, NoAnswer } from "./shape/answer.ts";
import type { AskServer } from "./shape/answer.ts";
import { getField, listIn, numberIn, textIn } from "./shape/json-value.ts";

export type FoundMarket = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly slug: string;
  readonly negativeRisk: boolean;
  /** Price step, in millionths of the collateral. */
  readonly tickMicros: number;
  /** Minimum order size, in whole shares. */
  readonly minimumShares: number;
};

const LISTINGS = ["/sampling-simplified-markets", "/simplified-markets", "/sampling-markets"];
const MAX_BOOKS = 12;

/**
 * Finds a market of the version that accepts orders, preferably with both sides in the book; undefined if there is none.
 * Throws `NoAnswer` if no listing answers.
 */
export async function findMarket(ask: AskServer, version?: MarketVersion): Promise<FoundMarket | undefined> {
  let noAnswer: NoAnswer | undefined;
  let heard = false;
  for (const path of LISTINGS) {
    try {
      const { json } = await ask("trading", { path });
      heard = true;
      const open = listIn(getField(json, "data"))
        .flatMap(openMarket)
        .filter((market) => version === undefined || versionOf(market) === version);
      if (open.length > 0) return await chooseMarket(ask, open.slice(0, MAX_BOOKS));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      noAnswer = error;
    }
  }
  if (noAnswer !== undefined && !heard) throw noAnswer;
  return undefined;
}

type OpenMarket = Omit<FoundMarket, "tickMicros" | "minimumShares">;

function openMarket(listed: unknown): OpenMarket[] {
  const [first, second] = listIn(getField(listed, "tokens")).map((token) => textIn(token, "token_id"));
  const conditionId = textIn(listed, "condition_id");
  if (conditionId === undefined || first === undefined || second === undefined) return [];
  if (getField(listed, "accepting_orders") === false || getField(listed, "closed") === true) return [];
  const slug = textIn(listed, "slug") ?? "";
  return [
    { conditionId, slug, tokenIds: [first, second], negativeRisk: getField(listed, "neg_risk") === true },
  ];
}

const MICROS = 1_000_000;
const USUAL_TICK = 0.01;
const USUAL_MINIMUM = 5;

async function chooseMarket(ask: AskServer, open: readonly OpenMarket[]): Promise<FoundMarket | undefined> {
  let found: FoundMarket | undefined;
  for (const market of open) {
    const json = (await answerOrUndefined(ask("trading", { path: `/book?token_id=${market.tokenIds[0]}` })))
      ?.json;
    const book = readBook(json);
    const tick = numberIn(json, "tick_size") || USUAL_TICK;
    const minimum = numberIn(json, "min_order_size") || USUAL_MINIMUM;
    const whole = {
      ...market,
      tickMicros: Math.round(tick * MICROS),
      minimumShares: Math.max(1, Math.ceil(minimum)),
    };
    if (!hasRoom(book, tick)) continue;
    found ??= whole;
    if (book.bestBid !== undefined && book.bestAsk !== undefined) return whole;
  }
  return found;
}

/**
 * Tells whether the run's bids would rest in this book: bids of one and two ticks for the first outcome, and of one
 * tick for the second.
 */
const hasRoom = ({ bestBid = 0, bestAsk = 1 }: Book, tick: number): boolean =>
  bestAsk > 2.5 * tick && bestBid < 1 - 1.5 * tick;
