/**
 * Reader of one market of a Gamma event. Ids, outcomes and trading parameters must be valid. Numbers may be text and
 * lists may be JSON text, as in Polymarket's answers.
 */
import type { CatalogMarket, Payout, Rewards } from "../core/markets/catalog.ts";
import {
  findModuleFault,
  findVersionFault,
  normalizeCondition,
  versionOf,
  versionOfCondition,
} from "../core/markets/market-version.ts";
import { FEE_LIMITS, listTermsOn, parseAmount } from "../core/markets/market-terms.ts";
import type { FeeSchedule, NumberLimits, StatedTerms, TermRow } from "../core/markets/market-terms.ts";
import { parseDecimal } from "../core/units.ts";
import { isUint256 } from "../signing/uint.ts";
import {
  LIMITS,
  MAX_DELAY_SECONDS,
  MAX_REWARD,
  addInner,
  cleanText,
  omitUndefined,
  createFields,
  readFlag,
  readId,
  readInstant,
  isJson,
  readArray,
  readNumber,
  readOptionalHash,
  readOptionalText,
  parseLooseJson,
  readPictureUrl,
  readRequiredText,
  shownText,
  readSlug,
  readSource,
  findTextProblem,
} from "./gamma-fields.ts";
import type { Fields, Json } from "./gamma-fields.ts";

// Reader of the liquidity rewards of a Gamma market: daily amount, token, and limits on the orders that earn them.

function readRewards(fields: Fields): Rewards {
  return {
    rates: (readArray(fields, "clobRewards") ?? []).map((rate, index) => readRewardRate(fields, rate, index)),
    minSize: readAmount(fields, "rewardsMinSize", fields.source["rewardsMinSize"]),
    maxSpread: readAmount(fields, "rewardsMaxSpread", fields.source["rewardsMaxSpread"]),
  };
}

function readRewardRate(fields: Fields, rate: unknown, index: number): Rewards["rates"][number] {
  const inner = createFields(isJson(rate) ? rate : {});
  const { assetAddress, rewardsDailyRate } = inner.source;
  addInner(fields, "clobRewards", inner);
  const name = `clobRewards[${index}]`;
  const address = typeof assetAddress === "string" ? assetAddress : "";
  if (!/^0x[0-9a-f]{40}$/i.test(address)) fields.problems.push(`${name} has no asset address`);
  return { assetAddress: address, dailyRate: readAmount(fields, name, rewardsDailyRate) };
}

/** Reads a number from 0 to MAX_REWARD; 0 if absent. */
function readAmount(fields: Fields, name: string, value: unknown): number {
  const amount = readNumber(value) ?? 0;
  if (amount >= 0 && amount <= MAX_REWARD) return amount;
  fields.problems.push(`${name} is not a number from 0 to ${MAX_REWARD}`);
  return 0;
}

type MarketReading =
  | ({ kind: "market"; market: CatalogMarket } & Pick<Fields, "left" | "unread" | "cleaned">)
  | { kind: "problems"; problems: readonly string[] };

/** Reads a market, or returns all its problems. */
export function readMarket(source: Json): MarketReading {
  const fields = createFields(source);
  const market: CatalogMarket = {
    ...describedFields(fields),
    ...tradingFields(fields),
    ...negativeRiskFields(fields),
  };
  const fault = fields.problems.length > 0 ? undefined : findModuleFault(market);
  if (fault !== undefined) fields.problems.push(fault);
  return fields.problems.length > 0
    ? { kind: "problems", problems: fields.problems }
    : { kind: "market", market, ...fields };
}

const describedFields = (fields: Fields) => ({
  id: readId(fields),
  slug: readSlug(fields),
  question: readRequiredText(fields, "question", LIMITS.title),
  description: readOptionalText(fields, "description", LIMITS.description, "lines") ?? "",
  ...omitUndefined({
    resolutionSource: readSource(fields),
    image: readPictureUrl(fields, "image"),
    icon: readPictureUrl(fields, "icon"),
    startDate: readInstant(fields, "startDate"),
    endDate: readInstant(fields, "endDate"),
    gameStartTime: readInstant(fields, "gameStartTime"),
    createdAt: readInstant(fields, "createdAt"),
    updatedAt: readInstant(fields, "updatedAt"),
    groupItemTitle: readOptionalText(fields, "groupItemTitle", LIMITS.label) || undefined,
    creator: readCreator(fields),
  }),
});

function tradingFields(fields: Fields) {
  const closed = readFlag(fields, "closed", false);
  const active = readFlag(fields, "active", true);
  // Placeholders of an augmented negative-risk event trade although they are not active. A market that is deployed but
  // not yet open is active, has no order book and does not trade.
  const hasBook = readFlag(fields, "enableOrderBook", true);
  const acceptingOrders = readFlag(fields, "acceptingOrders", hasBook) && hasBook;
  const archived = readFlag(fields, "archived", false);
  if (!acceptingOrders && !closed && !archived) {
    if (!active) fields.left.push("active false: listed as a draft, which only operators see");
    else if (!hasBook) fields.left.push("enableOrderBook false: listed as paused, with a book");
  }
  return {
    ...readVersionIds(fields),
    questionId: readOptionalHash(fields, "questionID") ?? "",
    outcomes: readOutcomes(fields),
    active,
    closed,
    archived,
    ...readTradingParams(fields),
    secondsDelay: readDelaySeconds(fields),
    rewards: readRewards(fields),
    ...omitUndefined({
      ...(closed && readResult(fields)),
      acceptingOrders: closed || acceptingOrders === active ? undefined : acceptingOrders,
      acceptingOrdersTimestamp: readInstant(fields, "acceptingOrdersTimestamp"),
    }),
  };
}

/** Reads the trading parameters that documents of the Gamma format have. */
const readTradingParams = (fields: Fields) => {
  const amounts = listTermsOn("imported").map(({ term, name, row }) => [
    term,
    readImportedTerm(fields, name, row),
  ]);
  return {
    ...(omitUndefined(Object.fromEntries(amounts)) as Omit<StatedTerms, "negativeRisk" | "fees">),
    ...omitUndefined({ fees: readFees(fields) }),
  };
};

const negativeRiskFields = (fields: Fields) => ({
  negativeRisk: readFlag(fields, "negRisk", false),
  ...omitUndefined({
    negativeRiskMarketId: readOptionalHash(fields, "negRiskMarketID"),
    negativeRiskRequestId: readOptionalHash(fields, "negRiskRequestID"),
  }),
});

/**
 * Reads the ids, whose fields depend on the version. A document without one has the version of its condition id; one of
 * v2 may then have its position ids as `clobTokenIds`, as catalogs that know no version show them.
 */
function readVersionIds(fields: Fields) {
  const conditionId = readConditionId(fields);
  const stated = readOptionalText(fields, "version", LIMITS.label) || undefined;
  const version = stated ?? versionOfCondition(conditionId);
  if (version !== "v1" && version !== "v2")
    fields.problems.push(`version ${shownText(version)} is not v1 or v2`);
  const hasPositions = stated !== undefined || !isEmptyList(fields.source[POSITIONS]);
  const [own, other] = version === "v2" && hasPositions ? [POSITIONS, TOKENS] : [TOKENS, POSITIONS];
  const tokenIds = readTokenIds(fields, own);
  const hasOther = (readArray(fields, other) ?? []).length > 0;
  const ids = { conditionId, tokenIds, ...(hasOther && { otherVersionIds: readTokenIds(fields, other) }) };
  const fault = fields.problems.length > 0 ? undefined : findVersionFault(ids);
  if (fault !== undefined) fields.problems.push(fault);
  else if (fields.problems.length === 0 && version !== versionOf(ids))
    fields.problems.push(`version ${version} does not have a condition id of this form`);
  return ids;
}

const isEmptyList = (value: unknown): boolean => ["", "[]"].includes(shownText(value ?? ""));

const TOKENS = "clobTokenIds";
const POSITIONS = "positionIds";

function readConditionId(fields: Fields): string {
  const text = normalizeCondition(readOptionalText(fields, "conditionId", LIMITS.url) ?? "");
  if (text === "") fields.problems.push("no conditionId");
  else if (!/^0x[0-9a-f]{64}$/.test(text))
    fields.problems.push("conditionId is not 0x and 64 hexadecimal digits");
  return text;
}

/**
 * Reads a list of two texts; returns two blanks and adds a problem if invalid. `name` is the field, `noun` the content
 * in messages.
 */
function readPair(fields: Fields, name: string, noun: string): readonly [string, string] {
  const before = fields.problems.length;
  const list = readArray(fields, name) ?? [];
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

function readOutcomes(fields: Fields): readonly [string, string] {
  const given = readPair(fields, "outcomes", "outcomes");
  for (const outcome of given) {
    const problem = findTextProblem(outcome, LIMITS.label);
    if (problem !== undefined) fields.problems.push(`an outcome ${problem}`);
  }
  const first = cleanText(fields, given[0], "line");
  const second = cleanText(fields, given[1], "line");
  if (given[0] !== given[1] && first === second) fields.problems.push("both outcomes are the same");
  else if (first !== second && [first, second].some((outcome) => outcome.trim() === ""))
    fields.problems.push("an outcome is blank");
  return [first, second];
}

function readTokenIds(fields: Fields, name: string): readonly [string, string] {
  const tokenIds = readPair(fields, name, name === TOKENS ? "token ids" : "position ids");
  if (tokenIds[0] !== tokenIds[1] && !tokenIds.every(isTokenId))
    fields.problems.push("a token id is not a decimal number below 2^256");
  return tokenIds;
}

const isTokenId = (text: string): boolean => isUint256(text) && text !== "0";

/** Reads a number or text as text; `undefined` if absent. Other values become JSON text, which later checks refuse. */
function readSizeText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return shownText(value);
}

/** Reads an amount of the market's terms, with a default for an absent one. */
function readImportedTerm(fields: Fields, name: string, row: TermRow): number | undefined {
  if (row.kind === "choice" || row.kind === "fees") throw new Error(`${name} is no amount`);
  const text = readSizeText(fields.source[name]);
  const standard = row.kind === "step" ? row.standard : (row.importedStandard ?? row.standard);
  if (text === undefined) return standard;
  const amount = parseAmount(row, text);
  if (amount !== undefined) return amount;
  const shown = text.slice(0, 20);
  fields.problems.push(
    row.kind === "step"
      ? `tick size ${shown} is not supported`
      : `${name} ${shown} is not ${AMOUNT_WORDS[row.kind]} from ${row.limits.range}`,
  );
  return standard;
}

const AMOUNT_WORDS = { shares: "a number of shares", money: "an amount" } as const;

function readDelaySeconds(fields: Fields): number {
  const seconds = readNumber(fields.source["secondsDelay"]) ?? 0;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_DELAY_SECONDS) return seconds;
  fields.problems.push(`secondsDelay is not a whole number from 0 to ${MAX_DELAY_SECONDS}`);
  return 0;
}

/**
 * Reads the fees of fills; `undefined` for none. Reports schedules and rebates that the exchange's fees cannot express.
 */
function readFees(fields: Fields): FeeSchedule | undefined {
  const given = fields.source["feeSchedule"] ?? "";
  const schedule = typeof given === "string" ? parseLooseJson(given) : given;
  const isCharged = readFlag(fields, "feesEnabled", given !== "");
  const free = (why: string): undefined => void fields.left.push(`${why}; trading is free`);
  if (given === "") return isCharged ? free("feesEnabled true: no feeSchedule says the rate") : undefined;
  const shown = `feeSchedule ${shownText(given)}`;
  if (!isJson(schedule)) return free(`${shown}: expected an object`);
  if (!isCharged) return free(`${shown}: feesEnabled is false`);
  const inner = createFields(schedule);
  const { rate: rates, exponent: exponents } = FEE_LIMITS;
  const rate = parseDecimal(readSizeText(inner.source["rate"]) ?? "0", rates.places) ?? NaN;
  const exponent = readNumber(inner.source["exponent"]) ?? exponents.least;
  const takerOnly = readFlag(inner, "takerOnly", true);
  const rebate = readNumber(inner.source["rebateRate"]) ?? 0;
  if (rebate !== 0) inner.left.push(`rebateRate ${rebate}: makers get no rebates`);
  addInner(fields, "feeSchedule", inner);
  if (rate === 0) return free(`${shown}: the rate is 0`);
  if (isWithin(rate, rates) && isWithin(exponent, exponents)) return { rate, exponent, takerOnly };
  return free(`${shown}: expected a rate from ${rates.range} and an exponent from ${exponents.range}`);
}

const isWithin = (value: number, { least, most }: NumberLimits): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/**
 * Maximum last price of a losing outcome: markets from before the order book traded in pools, which left a remainder.
 */
const MAX_LOSING_PRICE = 0.01;

/**
 * Reads the payout of a closed market from its last prices. Last prices that show no winner are stored unchanged, and
 * nothing is paid.
 */
function readResult(fields: Fields): Pick<CatalogMarket, "payout" | "finalPrices"> {
  const given = readArray(fields, "outcomePrices") ?? [];
  const [first = NaN, second = NaN] = given.map((price) => readNumber(price) ?? NaN);
  const leave = (why: string) => fields.left.push(`outcomePrices ${given.map(shownText).join(", ")}: ${why}`);
  if (given.length === 0) return {};
  if (given.length !== 2 || !(first >= 0 && first <= 1 && second >= 0 && second <= 1)) {
    leave("expected two prices from 0 to 1, no outcome is paid");
    return {};
  }
  if (first === 0.5 && second === 0.5) return { payout: [1, 1] };
  const whole = Math.abs(first + second - 1) <= MAX_LOSING_PRICE;
  if (whole && Math.min(first, second) <= MAX_LOSING_PRICE) {
    const payout: Payout = first > second ? [1, 0] : [0, 1];
    if (first !== payout[0] || second !== payout[1]) leave(`paid as ${payout.join(", ")}`);
    return { payout };
  }
  leave("shown as they are, no outcome is paid");
  return { finalPrices: [String(given[0]), String(given[1])] };
}

/** Reads the wallet that created the market, in lower case. Reports a value that is no wallet or a second wallet. */
function readCreator(fields: Fields): string | undefined {
  let wallet: string | undefined;
  for (const name of ["submitted_by", "creator"]) {
    const value = shownText(fields.source[name] ?? "").toLowerCase();
    if (/^0x[0-9a-f]{40}$/.test(value)) wallet ??= value;
    if (value !== "" && value !== wallet) fields.left.push(`${name} ${value}: expected one wallet`);
  }
  return wallet;
}
