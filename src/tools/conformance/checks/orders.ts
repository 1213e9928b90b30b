/** Checks of orders: POST /order, DELETE /order and GET /data/order/{id}. */
import { answerOrUndefined, expectJson, expectThat, Unchecked } from "../shape/answer.ts";
import type { Answer, SentRequest } from "../shape/answer.ts";
import { expectFields, notAfter } from "../shape/expected.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { getField, listIn, numberIn, textIn } from "../shape/json-value.ts";
import {
  boughtText,
  findOrder,
  isBought,
  isInBook,
  getPurchase,
  getRestingOrder,
  readSizeAt,
} from "../purchase.ts";
import { orderFields } from "../shape/expected-records.ts";
import { cancellation, order, placement, rejection } from "../shape/records.ts";
import { leaf } from "../shape/shape.ts";
import { cancelRequest, place } from "../trading.ts";
import type { Trading } from "../trading.ts";
import type { WantedOrder } from "../wallets.ts";

const UNKNOWN_ORDER = `0x${"fedcba9876543210".repeat(4)}`;

/** Makes a bid for an outcome, of the minimum size and the given number of ticks. */
function makeLowBid(run: Run, outcome: 0 | 1, ticks: number): WantedOrder {
  const { conditionId, tokenIds, tickMicros, minimumShares: shares } = run.market();
  return { conditionId, tokenId: tokenIds[outcome], side: "BUY", priceMicros: ticks * tickMicros, shares };
}

async function expectPlacement(run: Run): Promise<void> {
  const trading = run.trading();
  const lowest = makeLowBid(run, 0, 1);
  trading.sizeBefore = await readSizeAt(run, lowest);
  const answer = await place(trading, lowest);
  skipUnfunded(trading, answer);
  // A second level shows the order of levels. A bid for the second outcome must appear as an ask for the first.
  await place(trading, makeLowBid(run, 0, 2));
  await place(trading, makeLowBid(run, 1, 1));
  const json = expectJson(answer, 200, placement);
  expectThat(answer, getField(json, "success") === true, "success true", json);
  const signed = trading.resting.find(({ placed }) => placed === answer)?.signedId;
  expectFields(answer, json, { orderID: signed, errorMsg: "", takingAmount: nothing, makingAmount: nothing });
  expectThat(answer, textIn(json, "status") === "live", "status live, since nothing sells so low", json);
}

const nothing = leaf("0 or an empty text, since nothing is matched", (value) => Number(value) === 0);

/** Throws `Unchecked` if an order was rejected and the wallet may lack funds. */
function skipUnfunded({ funded }: Trading, { status, content }: Answer): void {
  if (!funded && status >= 400 && status < 500 && status !== 401)
    throw new Unchecked(
      `the wallet's funds are not known, and its order was refused: ${content.slice(0, 200)}`,
    );
}

/** Expects an accepted order in at least one read. The other endpoints' checks test each read. */
async function expectRestingOrder(run: Run): Promise<void> {
  const resting = getRestingOrder(run);
  const found = await answerOrUndefined(findOrder(run, resting.id));
  const isKept = found === undefined || found.status === 200 || (await isInBook(run, resting));
  const lostText = "an order that is neither found nor in the book";
  expectThat(resting.placed, isKept, `order ${resting.id} to be kept`, lostText);
}

async function expectRejectedOrder(
  run: Run,
  wanted: WantedOrder,
  change: (body: string) => string,
): Promise<void> {
  const trading = run.trading();
  const { body } = trading.sign(wanted);
  const answer = await trading.ask({ method: "POST", path: "/order", body: change(body) });
  expectJson(answer, 400, rejection);
}

/** Replaces a digit of the signature, so that another address is recovered. */
const withWrongSignature = (body: string): string =>
  body.replace(
    /("signature":"0x.{20})(.)/,
    (_, before: string, digit: string) => before + (digit === "7" ? "8" : "7"),
  );

/** Expects status 401 for a request with a wrong HMAC. */
async function expectUnauthorized(run: Run, sent: SentRequest): Promise<void> {
  const { headerPrefix } = run.terms;
  const headers = { [`${headerPrefix}SIGNATURE`]: `${"A".repeat(43)}=` };
  const answer = await run
    .trading()
    .askChanged(sent, (signed) => ({ ...signed, headers: { ...signed.headers, ...headers } }));
  expectJson(answer, 401, rejection);
}

async function expectOrderRecord(run: Run): Promise<void> {
  const resting = getRestingOrder(run);
  const answer = await findOrder(run, resting.id);
  if (answer.status === 404 && !(await isInBook(run, resting)))
    throw new Unchecked("the order that should rest was lost: see POST /order");
  const record = getField(expectJson(answer, 200, order), "order");
  expectFields(answer, record, { ...orderFields(run, resting), sizeMatched: 0, associateTrades: noTrades });
  expectFields(answer, record, { createdAt: notAfter(getField(record, "updatedAt"), "updatedAt") });
  const status = textIn(record, "status") ?? "";
  expectThat(answer, status.toLowerCase() === "live", "status live", status);
}

/** Expects the filled size of the order that bought, and its trades. */
async function expectFills(run: Run): Promise<void> {
  const purchase = getPurchase(run);
  const { order: bought } = purchase;
  const answer = await findOrder(run, bought.id, bought.by);
  const record = getField(expectJson(answer, 200, order), "order");
  expectFields(answer, record, orderFields(run, bought));
  const matched = numberIn(record, "sizeMatched");
  const expected = `sizeMatched ${boughtText(purchase)}, as was bought`;
  expectThat(answer, isBought(purchase, matched), expected, matched);
  const status = textIn(record, "status") ?? "";
  const isWhole = matched === bought.shares;
  expectThat(answer, !isWhole || /^(matched|filled)$/i.test(status), "status matched", status);
  const trades = listIn(getField(record, "associateTrades"));
  const told = listIn(getField(bought.placed.json, "tradeIDs"));
  expectThat(answer, trades.length > 0, "associateTrades with the trades that filled the order", record);
  const missing = told.find((id) => !trades.includes(id));
  const named = `associateTrades with ${String(missing)}, as POST /order said`;
  expectThat(answer, missing === undefined, named, trades);
}

const noTrades = leaf("an empty array", (value) => Array.isArray(value) && value.length === 0);

async function expectCancellation(run: Run): Promise<void> {
  const { id } = getRestingOrder(run);
  if ((await answerOrUndefined(findOrder(run, id)))?.status === 404)
    throw new Unchecked("the order was lost: see POST /order");
  const answer = await run.trading().ask(cancelRequest(id));
  const canceled = listIn(getField(expectJson(answer, 200, cancellation), "canceled"));
  expectThat(answer, canceled.length === 1 && canceled[0] === id, `canceled with ${id} alone`, answer.json);
  const others = Object.keys(getField(answer.json, "not_canceled") ?? {});
  expectThat(answer, others.length === 0, "nothing in not_canceled", answer.json);
  const status = textIn(getField((await answerOrUndefined(findOrder(run, id)))?.json, "order"), "status");
  const gone = status === undefined || /^cancell?ed/i.test(status);
  expectThat(answer, gone, "an order that is cancelled afterwards", `its status is ${status}`);
}

async function expectNotCanceled(run: Run, id: string): Promise<void> {
  const answer = await run.trading().ask(cancelRequest(id));
  const json = expectJson(answer, 200, cancellation);
  const reason = textIn(getField(json, "not_canceled"), id);
  expectThat(answer, reason !== undefined && reason !== "", `not_canceled with the reason of ${id}`, json);
  expectThat(answer, listIn(getField(json, "canceled")).length === 0, "nothing in canceled", json);
}

export const ORDER_CHECKS: readonly Check[] = [
  ...describeChecks("POST /order", "reading", {
    "refuses a request without credentials": expectRejection(401, (run) =>
      run.ask("trading", { method: "POST", path: "/order", body: "{}" }),
    ),
  }),
  ...describeChecks("POST /order", "placing", {
    "places an order that rests": expectPlacement,
    "keeps the order": expectRestingOrder,
    "refuses a wrong signature of the request": (run) => {
      const { body } = run.trading().sign(makeLowBid(run, 0, 1));
      return expectUnauthorized(run, { method: "POST", path: "/order", body });
    },
    "refuses a wrong signature of the order": (run) =>
      expectRejectedOrder(run, makeLowBid(run, 0, 1), withWrongSignature),
    "refuses a price between two ticks": (run) => {
      const wanted = makeLowBid(run, 0, 1);
      const priceMicros = Math.round(wanted.priceMicros * 1.5);
      return expectRejectedOrder(run, { ...wanted, priceMicros }, (body) => body);
    },
  }),
  ...describeChecks("GET /data/order/{id}", "reading", {
    "refuses an unknown order": expectRejection([401, 404], (run) =>
      run.ask("trading", { path: `/data/order/${UNKNOWN_ORDER}` }),
    ),
  }),
  ...describeChecks("GET /data/order/{id}", "resting", { "gives an order that rests": expectOrderRecord }),
  ...describeChecks("GET /data/order/{id}", "traded", { "tells what was filled": expectFills }),
  ...describeChecks("DELETE /order", "reading", {
    "refuses a request without credentials": expectRejection(401, (run) =>
      run.ask("trading", cancelRequest(UNKNOWN_ORDER)),
    ),
  }),
  ...describeChecks("DELETE /order", "cancelling", {
    "refuses a wrong signature of the request": (run) =>
      expectUnauthorized(run, cancelRequest(UNKNOWN_ORDER)),
    "refuses a body without an order": expectRejection(400, (run) =>
      run.trading().ask({ method: "DELETE", path: "/order", body: "{}" }),
    ),
    "cancels an order": expectCancellation,
    "says why it cancels an order no second time": (run) => expectNotCanceled(run, getRestingOrder(run).id),
    "says why it cancels no unknown order": (run) => expectNotCanceled(run, UNKNOWN_ORDER),
  }),
];
