/**
 * Reader of one market of a Gamma event. Ids, outcomes and trading terms must be right. Numbers may come as text and
 * lists as JSON inside text, as the service of this format sends them.
 */
import type { CatalogMarket, Payout } from "../core/catalog.ts";
import { TERM_LIMITS } from "../core/market-terms.ts";
import type { MarketTerms } from "../core/market-terms.ts";
import { lots, parseDecimal, ticks } from "../core/units.ts";
import type { Lots, Ticks } from "../core/units.ts";
import { isUint256 } from "../signing/uint.ts";
import {
  cleanText,
  defined,
  fieldsOf,
  flag,
  idOf,
  instant,
  LIMITS,
  listOf,
  numberOf,
  optionalHash,
  optionalText,
  pictureOf,
  requiredText,
  slugOf,
  sourceOf,
  textProblem,
} from "./gamma-fields.ts";
import type { Fields, Json } from "./gamma-fields.ts";
import { rewardsOf } from "./gamma-rewards.ts";

/** Default terms: 5 shares and steps of a cent. */
const DEFAULT_MINIMUM_LOTS = lots(500);
const DEFAULT_TICK = ticks(100);
const MAX_DELAY_SECONDS = 3600;

export type MarketReading =
  | { kind: "market"; market: CatalogMarket; cleaned: number }
  | { kind: "problems"; problems: readonly string[] };

/** Reads a market, or lists all its problems. */
export function readMarket(source: Json): MarketReading {
  const fields = fieldsOf(source);
  const market: CatalogMarket = {
    ...describedFields(fields),
    ...tradingFields(fields),
    ...negativeRiskFields(fields),
  };
  return fields.problems.length > 0
    ? { kind: "problems", problems: fields.problems }
    : { kind: "market", market, cleaned: fields.cleaned };
}

const describedFields = (fields: Fields) => ({
  id: idOf(fields),
  slug: slugOf(fields),
  question: requiredText(fields, "question", LIMITS.title),
  description: optionalText(fields, "description", LIMITS.description, "lines") ?? "",
  ...defined({
    resolutionSource: sourceOf(fields),
    image: pictureOf(fields, "image"),
    icon: pictureOf(fields, "icon"),
    startDate: instant(fields, "startDate"),
    endDate: instant(fields, "endDate"),
    gameStartTime: instant(fields, "gameStartTime"),
    createdAt: instant(fields, "createdAt"),
    updatedAt: instant(fields, "updatedAt"),
    groupItemTitle: optionalText(fields, "groupItemTitle", LIMITS.label) || undefined,
    creator: creatorOf(fields),
  }),
});

function tradingFields(fields: Fields) {
  const closed = flag(fields, "closed", false);
  const active = flag(fields, "active", true);
  // Keeps placeholders of an augmented negative-risk event, which are not active, and trade.
  const acceptingOrders = flag(fields, "acceptingOrders", true) && !active && !closed;
  return {
    conditionId: conditionIdOf(fields),
    questionId: optionalHash(fields, "questionID") ?? "",
    tokenIds: tokenIdsOf(fields),
    outcomes: outcomesOf(fields),
    active,
    closed,
    archived: flag(fields, "archived", false),
    ...termsOf(fields),
    secondsDelay: secondsDelayOf(fields),
    rewards: rewardsOf(fields),
    ...defined({
      payout: closed ? payoutOf(fields) : undefined,
      acceptingOrders: acceptingOrders || undefined,
      acceptingOrdersTimestamp: instant(fields, "acceptingOrdersTimestamp"),
    }),
  };
}

/** Listings from elsewhere name no fees and no way of redemption. */
const termsOf = (fields: Fields) => {
  const terms: Omit<MarketTerms, "negativeRisk"> = {
    tick: tickOf(fields),
    minimumLots: minimumLotsOf(fields),
    fees: undefined,
    autoRedeem: undefined,
  };
  const { tick, minimumLots, ...others } = terms;
  return { tick, minimumLots, ...defined(others) };
};

const negativeRiskFields = (fields: Fields) => ({
  negativeRisk: flag(fields, "negRisk", false),
  ...defined({
    negativeRiskMarketId: optionalHash(fields, "negRiskMarketID"),
    negativeRiskRequestId: optionalHash(fields, "negRiskRequestID"),
  }),
});

function conditionIdOf(fields: Fields): string {
  const conditionId = optionalHash(fields, "conditionId");
  if (conditionId === undefined) fields.problems.push("no conditionId");
  return conditionId ?? "";
}

/**
 * Reads the two texts of a list, or two blanks with a problem; `name` is the field, `noun` its content for the message.
 */
function pairOf(fields: Fields, name: string, noun: string): readonly [string, string] {
  const before = fields.problems.length;
  const list = listOf(fields, name) ?? [];
  const [first, second] = list;
  if (fields.problems.length > before) return ["", ""];
  if (list.length === 0) fields.problems.push(`no ${noun}`);
  else if (list.length !== 2) fields.problems.push(`${list.length} ${noun}, not exactly two`);
  else if (typeof first !== "string" || typeof second !== "string")
    fields.problems.push(`${noun} are not text`);
  else if (first === second) fields.problems.push(`both ${noun} are the same`);
  else return [first, second];
  return ["", ""];
}

function outcomesOf(fields: Fields): readonly [string, string] {
  const given = pairOf(fields, "outcomes", "outcomes");
  for (const outcome of given) {
    const problem = textProblem(outcome, LIMITS.label);
    if (problem !== undefined) fields.problems.push(`an outcome ${problem}`);
  }
  const first = cleanText(fields, given[0], "line");
  const second = cleanText(fields, given[1], "line");
  if (given[0] !== given[1] && first === second) fields.problems.push("both outcomes are the same");
  else if (first !== second && [first, second].some((outcome) => outcome.trim() === ""))
    fields.problems.push("an outcome is blank");
  return [first, second];
}

function tokenIdsOf(fields: Fields): readonly [string, string] {
  const tokenIds = pairOf(fields, "clobTokenIds", "token ids");
  if (tokenIds[0] !== tokenIds[1] && !tokenIds.every(isTokenId))
    fields.problems.push("a token id is not a decimal number below 2^256");
  return tokenIds;
}

const isTokenId = (text: string): boolean => isUint256(text) && text !== "0";

/**
 * Reads a size, a number or text, as text; `undefined` when absent. Other values become JSON, which no size matches.
 */
function sizeText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** Reads the price step. */
function tickOf(fields: Fields): Ticks {
  const text = sizeText(fields.source["orderPriceMinTickSize"]);
  if (text === undefined) return DEFAULT_TICK;
  const { sizes, places } = TERM_LIMITS.tick;
  const size = parseDecimal(text, places);
  const tick = sizes.find((supported) => supported === size);
  if (tick === undefined) fields.problems.push(`tick size ${text.slice(0, 20)} is not supported`);
  return tick ?? DEFAULT_TICK;
}

function minimumLotsOf(fields: Fields): Lots {
  const text = sizeText(fields.source["orderMinSize"]);
  if (text === undefined) return DEFAULT_MINIMUM_LOTS;
  const { least, most, places, range } = TERM_LIMITS.minimumLots;
  const size = parseDecimal(text, places) ?? 0;
  if (size >= least && size <= most) return lots(size);
  fields.problems.push(`orderMinSize ${text.slice(0, 20)} is not a number of shares from ${range}`);
  return DEFAULT_MINIMUM_LOTS;
}

function secondsDelayOf(fields: Fields): number {
  const seconds = numberOf(fields.source["secondsDelay"]) ?? 0;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_DELAY_SECONDS) return seconds;
  fields.problems.push(`secondsDelay is not a whole number from 0 to ${MAX_DELAY_SECONDS}`);
  return 0;
}

/** Reads the payout of a closed market off its last prices; `undefined` where they are not those of a resolution. */
function payoutOf(fields: Fields): Payout | undefined {
  const prices = listOf(fields, "outcomePrices")?.map(numberOf) ?? [];
  if (prices.length !== 2) return undefined;
  const [first, second] = prices;
  if (first === 1 && second === 0) return [1, 0];
  if (first === 0 && second === 1) return [0, 1];
  return first === 0.5 && second === 0.5 ? [1, 1] : undefined;
}

/** Reads the wallet that made the market, in lower case; anything but a wallet is left out. */
function creatorOf(fields: Fields): string | undefined {
  const { submitted_by: submittedBy, creator } = fields.source;
  return [submittedBy, creator]
    .filter((value) => typeof value === "string")
    .find((text) => /^0x[0-9a-f]{40}$/i.test(text))
    ?.toLowerCase();
}
