/** Checks of the data interface: positions, closed positions, activity and holders. */
import { versionOfToken } from "../../../core/markets/market-version.ts";
import { Unchecked, answerOrUndefined, expectJson, expectThat } from "../shape/answer.ts";
import type { Answer } from "../shape/answer.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import type { DialectRules } from "../dialect-rules.ts";
import { expectFields, isFalling } from "../shape/expected.ts";
import { getField, listIn, numberIn, textIn } from "../shape/json-value.ts";
import { boughtText, isBought, getPurchase } from "../purchase.ts";
import type { Purchase } from "../purchase.ts";
import {
  activityFields,
  tokenAt,
  computeBoughtAmounts,
  closedFields,
  expectFilters,
  positionFields,
} from "../shape/expected-records.ts";
import type { Filter } from "../shape/expected-records.ts";
import { activity, holderGroup, position, rejectionOf } from "../shape/records.ts";
import { arrayShape, leaf } from "../shape/shape.ts";
import type { Shape } from "../shape/shape.ts";
import { cancelRequest, place } from "../trading.ts";
import type { Trader } from "../wallets.ts";
import { UNKNOWN_CONDITION } from "./books.ts";
import { readTraded, computeTimesAround, tradeWithEachOther } from "./trades.ts";

// Sells the shares that a run bought: to the other wallet, or to further bidders if the market has other traders.

const MAX_TRIES = 3;

/** Sells all shares of the wallet that bought; throws `Unchecked` if nobody buys the shares. */
async function sellAllShares(run: Run): Promise<Trader> {
  const { order } = getPurchase(run);
  await tradeWithEachOther(run, "SELL");
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let left = 0;
    for (const trader of run.trading().traders) left += (await sellRest(run, trader)) ? 0 : 1;
    if (left === 0) break;
  }
  const held = await readShares(run, order.by, order.tokenId);
  if (held === 0) return order.by;
  throw new Unchecked(`the shares could not be sold again: the wallet still has ${held}`);
}

/** Sells a wallet's remaining shares to the best bids; true if none remained. */
async function sellRest(run: Run, trader: Trader): Promise<boolean> {
  const { conditionId, tokenIds, tickMicros: priceMicros } = run.market();
  let isEmpty = true;
  for (const tokenId of tokenIds) {
    if ((await readShares(run, trader, tokenId)) === 0) continue;
    isEmpty = false;
    await cancelAll(run);
    const shares = await readShares(run, trader, tokenId);
    if (shares > 0)
      await place(run.trading(), { conditionId, tokenId, side: "SELL", priceMicros, shares }, trader);
  }
  return isEmpty;
}

/**
 * Cancels the resting orders of both wallets: resting sales hold the shares, and resting bids would match the wallets'
 * own sales.
 */
async function cancelAll(run: Run): Promise<void> {
  const trading = run.trading();
  for (const { id, by } of trading.resting) await answerOrUndefined(trading.ask(cancelRequest(id), by));
}

const UNITS = 1_000_000;

/** Reads a wallet's shares of a token; throws `Unchecked` if the server does not tell. */
async function readShares(run: Run, trader: Trader, tokenId: string): Promise<number> {
  const asset = versionOfToken(tokenId) === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL";
  const path = `/balance-allowance?asset_type=${asset}&token_id=${tokenId}&signature_type=0`;
  const answer = await answerOrUndefined(run.trading().ask({ path }, trader));
  const balance = numberIn(answer?.json, "balance");
  if (!Number.isNaN(balance)) return balance / UNITS;
  throw new Unchecked("the server does not say which shares are left: GET /balance-allowance has no balance");
}

const NOBODY = "0x00000000000000000000000000000000000000a1";

const ask = (run: Run, path: string) => run.ask("data", { path });

/** Returns a wallet that holds shares of the market, else an unused wallet. */
async function findSomeWallet(run: Run): Promise<string> {
  const answer = await answerOrUndefined(ask(run, `/holders?market=${run.market().conditionId}`));
  const holders = listIn(answer?.json).flatMap((group) => listIn(getField(group, "holders")));
  return textIn(holders[0], "proxyWallet") ?? NOBODY;
}

/** A read of records: of a wallet that holds shares of the market, or of the market. */
type DataRead = {
  readonly path: "/positions" | "/closed-positions" | "/activity" | "/holders";
  readonly required: "user" | "market";
  readonly shapeOf: (rules: DialectRules) => Shape;
};

const READS: readonly DataRead[] = [
  { path: "/positions", required: "user", shapeOf: (rules) => position(rules, false) },
  { path: "/closed-positions", required: "user", shapeOf: (rules) => position(rules, true) },
  { path: "/activity", required: "user", shapeOf: activity },
  { path: "/holders", required: "market", shapeOf: holderGroup },
];

function describeReadChecks({ path, required, shapeOf }: DataRead): Check[] {
  const read = async (run: Run, more = ""): Promise<Answer> => {
    const subject = required === "user" ? await findSomeWallet(run) : run.market().conditionId;
    return ask(run, `${path}?${required}=${subject}${more}`);
  };
  return describeChecks(`GET ${path}`, "reading", {
    "gives an array of records": async (run) => {
      expectJson(await read(run), 200, arrayShape(shapeOf(run.terms)));
    },
    [`names the missing ${required}`]: expectRejection(
      400,
      (run) => ask(run, path),
      rejectionOf({ error: `missing_field: ${required}` }),
    ),
    "refuses or ignores an unknown parameter": async (run) => {
      const { unknownParameter: status } = run.terms;
      const refused = rejectionOf({ error: "unknown_field: unheard_of" });
      const shape = status === 200 ? arrayShape(shapeOf(run.terms)) : refused;
      expectJson(await read(run, "&unheard_of=1"), status, shape);
    },
    "refuses a limit that is no number": expectRejection(400, (run) => read(run, "&limit=many")),
  });
}

const isOfWallet = (record: unknown, address: string): boolean =>
  textIn(record, "proxyWallet")?.toLowerCase() === address.toLowerCase();

/** Expects the traded market among the records of the wallet that traded. */
async function expectTraded(run: Run, path: string, shape: Shape): Promise<Answer> {
  const { address } = getPurchase(run).order.by;
  const { conditionId } = run.market();
  const isThere = ({ json }: Answer): boolean =>
    listIn(json).some((one) => textIn(one, "conditionId") === conditionId);
  const answer = await readTraded(run, () => ask(run, `${path}?user=${address}`), isThere);
  expectJson(answer, 200, arrayShape(shape));
  const expected = `a record of market ${conditionId}, which the wallet traded`;
  expectThat(answer, isThere(answer), expected, answer.json);
  const strange = listIn(answer.json).find((one) => !isOfWallet(one, address));
  expectThat(answer, strange === undefined, `records of wallet ${address} alone`, strange);
  return answer;
}

async function expectHolders(run: Run): Promise<void> {
  const purchase = getPurchase(run);
  const { address } = purchase.order.by;
  const holdersIn = ({ json }: Answer) => listIn(json).map((group) => listIn(getField(group, "holders")));
  const ownIn = (answer: Answer): unknown[] =>
    holdersIn(answer)
      .flat()
      .filter((one) => isOfWallet(one, address));
  const isThere = (answer: Answer): boolean => ownIn(answer).length > 0;
  const read = () => ask(run, `/holders?market=${run.market().conditionId}&limit=500`);
  const answer = await readTraded(run, read, isThere);
  expectJson(answer, 200, arrayShape(holderGroup(run.terms)));
  expectThat(answer, isThere(answer), `wallet ${address}, which holds shares`, answer.json);
  const own = ownIn(answer);
  const held = filterByOutcome(own, purchase).every((one) => isBought(purchase, numberIn(one, "amount")));
  expectThat(answer, held, `amount ${boughtText(purchase)} of wallet ${address}, as it bought`, own);
  const { tokenIds } = run.market();
  for (const group of listIn(answer.json)) {
    const at = [tokenAt(run, 0), tokenAt(run, 1)].indexOf(textIn(group, "token"));
    const expected = `holders of tokens ${tokenIds.join(" and ")} alone`;
    expectThat(answer, at >= 0, expected, getField(group, "token"));
    for (const one of listIn(getField(group, "holders")))
      expectFields(answer, one, { asset: tokenAt(run, at), outcomeIndex: at, amount: aboveZero });
  }
  for (const one of own) expectFields(answer, one, { amount: computeBoughtAmounts(run).shares });
  for (const group of holdersIn(answer)) {
    const amounts = group.map((one) => numberIn(one, "amount"));
    expectThat(answer, isFalling(amounts), "holders by falling amount", amounts);
  }
}

/** Filters records of the outcome that was bought. */
const filterByOutcome = (records: readonly unknown[], { outcomeIndex }: Purchase): readonly unknown[] =>
  records.filter((one) => numberIn(one, "outcomeIndex") === outcomeIndex);

async function expectPosition(run: Run): Promise<void> {
  const purchase = getPurchase(run);
  const answer = await expectTraded(run, "/positions", position(run.terms, false));
  const sizes = filterByOutcome(listIn(answer.json), purchase).map((one) => numberIn(one, "size"));
  const [size] = sizes;
  const isRight = sizes.length === 1 && size !== undefined && isBought(purchase, size);
  expectThat(answer, isRight, `one position of size ${boughtText(purchase)}, as was bought`, answer.json);
  for (const one of filterByMarket(run, answer, purchase))
    expectFields(answer, one, positionFields(run, one));
}

/** Filters records of the outcome that was bought, in the traded market. */
const filterByMarket = (run: Run, { json }: Answer, purchase: Purchase): readonly unknown[] =>
  filterByOutcome(listIn(json), purchase).filter(
    (one) => textIn(one, "conditionId") === run.market().conditionId,
  );

/** Filters of all lists of a wallet, with values that keep the record of the market in the answer or exclude it. */
const pageFilters: readonly Filter[] = [
  ["limit", "1", undefined],
  ["offset", "0", "1000"],
];
const marketFilters = (run: Run): readonly Filter[] => [
  ...pageFilters,
  ["market", run.market().conditionId, UNKNOWN_CONDITION],
];
const positionFilters = (run: Run): readonly Filter[] => [
  ...marketFilters(run),
  ["title", run.fact("question"), "no market has this title"],
  ["sizeThreshold", "0", String(getPurchase(run).most + 1)],
  ["redeemable", "false", "true"],
  ["mergeable", "false", "true"],
];
function activityFilters(run: Run): readonly Filter[] {
  const { before, after } = computeTimesAround(run);
  return [
    ...marketFilters(run),
    ["type", "TRADE", "SPLIT"],
    ["side", "BUY", "SELL"],
    ["start", before, after],
    ["end", after, before],
  ];
}

/** Expects filters to keep the record of the purchase, and to exclude it. */
async function expectDataFilters(run: Run, path: string, filters: readonly Filter[]): Promise<void> {
  const purchase = getPurchase(run);
  const base = `${path}?user=${purchase.order.by.address}&`;
  const isThere = (answer: Answer): boolean => filterByMarket(run, answer, purchase).length > 0;
  await readTraded(run, () => ask(run, base), isThere);
  await expectFilters((query) => ask(run, base + query), isThere, filters);
}

async function expectHolderFilters(run: Run): Promise<void> {
  const { most, order } = getPurchase(run);
  const isThere = ({ content }: Answer): boolean =>
    content.toLowerCase().includes(order.by.address.toLowerCase());
  const path = (market: string): string => `/holders?market=${market}&limit=500&`;
  const { conditionId } = run.market();
  await expectFilters((query) => ask(run, path(conditionId) + query), isThere, [
    ["minBalance", "0", String(most + 1)],
  ]);
  await expectFilters((query) => ask(run, `/holders?limit=500&${query}`), isThere, [
    ["market", conditionId, UNKNOWN_CONDITION],
  ]);
}

async function expectActivity(run: Run): Promise<void> {
  const purchase = getPurchase(run);
  const answer = await expectTraded(run, "/activity", activity(run.terms));
  const trades = filterByOutcome(listIn(answer.json), purchase).filter(
    (one) => textIn(one, "type") === "TRADE",
  );
  expectThat(answer, trades.length > 0, "a record of type TRADE", answer.json);
  const limit = purchase.order.priceMicros / 1e6;
  const fits = trades.every((one) => textIn(one, "side") === "BUY" && numberIn(one, "price") <= limit + NEAR);
  expectThat(answer, fits, `side BUY and a price of at most ${limit}`, trades);
  const size = trades.reduce<number>((sum, one) => sum + numberIn(one, "size"), 0);
  expectThat(answer, isBought(purchase, size), `trades of ${boughtText(purchase)} shares`, trades);
  for (const one of trades) expectFields(answer, one, activityFields(run, one, "BUY", trades.length === 1));
}

/** Expects the sale before the purchase, since lists begin with the latest activity, and equal numbers of shares. */
async function expectSale(run: Run): Promise<void> {
  const purchase = getPurchase(run);
  const path = `/activity?user=${purchase.order.by.address}`;
  const salesIn = (answer: Answer): readonly unknown[] =>
    filterByMarket(run, answer, purchase).filter((one) => textIn(one, "side") === "SELL");
  const answer = await readTraded(
    run,
    () => ask(run, path),
    (one) => salesIn(one).length > 0,
  );
  const sales = salesIn(answer);
  expectThat(answer, sales.length > 0, "a record of the sale", answer.json);
  for (const one of sales) expectFields(answer, one, activityFields(run, one, "SELL", sales.length === 1));
  const times = listIn(answer.json).map((one) => numberIn(one, "timestamp"));
  const isLast = isFalling(times) && sales.includes(listIn(answer.json)[0]);
  expectThat(answer, isLast, "records by falling time", answer.json);
}

const NEAR = 1e-6;
const aboveZero = leaf("a number above 0", (value) => Number(value) > 0);

async function expectClosed(run: Run): Promise<void> {
  await sellAllShares(run);
  const answer = await expectTraded(run, "/closed-positions", position(run.terms, true));
  for (const one of filterByMarket(run, answer, getPurchase(run)))
    expectFields(answer, one, closedFields(run));
}

export const DATA_CHECKS: readonly Check[] = [
  ...READS.flatMap(describeReadChecks),
  ...describeChecks("GET /positions", "traded", {
    "has what a wallet bought": expectPosition,
    "filters in both directions": (run) => expectDataFilters(run, "/positions", positionFilters(run)),
  }),
  ...describeChecks("GET /activity", "traded", {
    "has the trade of a wallet": expectActivity,
    "filters in both directions": (run) =>
      expectDataFilters(run, "/activity", run.terms.activityFilters ? activityFilters(run) : pageFilters),
  }),
  ...describeChecks("GET /holders", "traded", {
    "has a wallet that bought": expectHolders,
    "filters in both directions": expectHolderFilters,
  }),
  ...describeChecks("GET /closed-positions", "closed", {
    "has what a wallet sold again": expectClosed,
    "filters in both directions": (run) => expectDataFilters(run, "/closed-positions", marketFilters(run)),
  }),
  ...describeChecks("GET /activity", "closed", { "has the sale first": expectSale }),
];
