/** Checks of the market channel: books on subscription, and messages of the orders and trades of the run. */
import { Difference, Unchecked } from "../shape/answer.ts";
import { isNear, readBook } from "../book.ts";
import { expectErrorFrame, expectPong, expectShapes, isErrorFrame, listMessages } from "../channels.ts";
import type { LiveChannel, Stage } from "../channels.ts";
import { describeChecks } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, within } from "../shape/expected.ts";
import { getField, listIn, numberIn, textIn } from "../shape/json-value.ts";
import { isInBook, requireCanceled, getRestingOrder, getSizeIn, findTradeFault } from "../purchase.ts";
import { MARKET_MESSAGES } from "../shape/records.ts";
import { shown } from "../shape/shape.ts";
import type { RestingOrder } from "../trading.ts";
import { readBesideBook, requireBook, UNKNOWN_TOKEN } from "./books.ts";
import { isMatched, readTraded } from "./trades.ts";

const PATH = "/ws/market";

const openSharedChannel = (run: Run): Promise<LiveChannel> => run.channels.kept(PATH, "market");

const buildSubscription = (...tokens: readonly string[]): object => ({ type: "market", assets_ids: tokens });

const findBookMessage = (channel: LiveChannel, token: string): unknown =>
  listMessages(channel.heard, "book").find(({ message }) => textIn(message, "asset_id") === token)?.message;

/** Sends a message, and waits for the book of a token. */
async function getBook(channel: LiveChannel, sent: object, token: string): Promise<unknown> {
  channel.send(sent);
  const after = `${channel.address} ${JSON.stringify(sent)}`;
  const find = () => findBookMessage(channel, token);
  return await channel.until({ find, after, expected: `a message of type book of token ${token}` });
}

async function expectFirstBook(run: Run): Promise<void> {
  const [first, second] = run.market().tokenIds;
  const channel = await openSharedChannel(run);
  const sent = buildSubscription(first);
  await getBook(channel, sent, first);
  const strange = findBookMessage(channel, second);
  if (strange !== undefined)
    throw new Difference(
      `${channel.address} ${JSON.stringify(sent)}`,
      "the book of that token alone",
      shown(strange),
    );
}

/** Expects the channel's book to have the best prices of GET /book, which is read before and after. */
async function expectSameBook(run: Run): Promise<void> {
  const [token] = run.market().tokenIds;
  const sent = buildSubscription(token);
  const { book, got } = await readBesideBook(run, () =>
    run.channels.during(PATH, (channel) => getBook(channel, sent, token)),
  );
  const [expected, receivedPrices] = [book, readBook(got)].map(({ bestBid, bestAsk }) =>
    shown({ bestBid, bestAsk }),
  );
  if (expected !== receivedPrices)
    throw new Difference(`${PATH} ${JSON.stringify(sent)}`, `${expected}`, `${receivedPrices}`);
}

async function expectUnknownToken(run: Run): Promise<void> {
  await run.channels.during(PATH, async (channel) => {
    const sent = buildSubscription(UNKNOWN_TOKEN);
    channel.send(sent);
    const isAnswered = (): boolean =>
      channel.isClosed() ||
      channel.heard.some((one) => isErrorFrame(one) || (Array.isArray(one.json) && one.json.length === 0));
    await channel.until({
      find: () => isAnswered() || undefined,
      after: `${channel.address} ${JSON.stringify(sent)}`,
      expected: "an error, an empty array, or a closed connection",
    });
  });
}

type Entry = { readonly side: string | undefined; readonly price: number; readonly size: number };

/** A level of a token's book after a change by an order of the run. */
type ExpectedLevel = Entry & { readonly token: string };

/** Returns the level of a resting order in the book of the order's token and of the market's second token. */
function listExpectedLevels(run: Run, { priceMicros }: RestingOrder, size: number): ExpectedLevel[] {
  const [own, other] = run.market().tokenIds;
  return [
    { token: own, side: "BUY", price: priceMicros / 1e6, size },
    { token: other, side: "SELL", price: (1e6 - priceMicros) / 1e6, size },
  ];
}

/** Lists the price_change entries of a level in a stage. */
const listLevelChanges = (channel: LiveChannel, stage: Stage, { token, price }: ExpectedLevel): Entry[] =>
  listMessages(channel.heard, "price_change")
    .filter((one) => one.stage === stage)
    .flatMap(({ message }) => listIn(getField(message, "price_changes")))
    .filter((entry) => textIn(entry, "asset_id") === token && isNear(numberIn(entry, "price"), price))
    .map((entry) => ({ side: textIn(entry, "side"), price, size: numberIn(entry, "size") }));

/** Expects the change of a level. Throws `Unchecked` if other traders change the level, too. */
async function expectChange(run: Run, level: ExpectedLevel, stage: Stage): Promise<void> {
  const channel = await openSharedChannel(run);
  const resting = getRestingOrder(run);
  const { token, side, price, size } = level;
  const after = `${resting.placed.request}, then ${stage === "placing" ? "" : "cancelled, then "}${channel.address}`;
  const expected = `price_change of token ${token} with side ${side}, price ${price}, size ${size}`;
  const find = () => listLevelChanges(channel, stage, level).at(0);
  await channel.until({ find, after, expected });
  const entries = listLevelChanges(channel, stage, level);
  if (entries.some((entry) => entry.side === side && isNear(entry.size, size))) return;
  const expectedSize = run.trading().sizeBefore + (stage === "placing" ? resting.shares : 0);
  const book = await requireBook(run, resting.tokenId);
  if (!isNear(getSizeIn(book, resting.priceMicros), expectedSize))
    throw new Unchecked("others changed the level of the order");
  throw new Difference(after, expected, shown(entries.at(-1)));
}

/** Returns the levels of the resting order; throws `Unchecked` if the server has lost it. */
async function listRestingLevels(run: Run): Promise<readonly ExpectedLevel[]> {
  const resting = getRestingOrder(run);
  if (!(await isInBook(run, resting))) throw new Unchecked("the order is not in the book: see POST /order");
  return listExpectedLevels(run, resting, run.trading().sizeBefore + resting.shares);
}

async function expectPlaced(run: Run, at: 0 | 1): Promise<void> {
  const level = (await listRestingLevels(run))[at];
  if (level !== undefined) await expectChange(run, level, "placing");
}

async function expectCanceled(run: Run): Promise<void> {
  const resting = getRestingOrder(run);
  const channel = await openSharedChannel(run);
  const levels = listExpectedLevels(run, resting, run.trading().sizeBefore);
  await requireCanceled(
    run,
    levels.every((level) => listLevelChanges(channel, "placing", level).length > 0),
  );
  for (const level of levels) await expectChange(run, level, "cancelling");
}

/** Expects a last_trade_price message that agrees with the trade in GET /data/trades. */
async function expectLastTradePrice(run: Run): Promise<void> {
  const channel = await openSharedChannel(run);
  const trade = await readTakerTrade(run);
  const isWhole = listIn(getField(trade, "maker_orders")).length < 2;
  const [token, side] = ["asset_id", "side"].map((field) => textIn(trade, field));
  const [price, size] = [numberIn(trade, "price"), numberIn(trade, "size")];
  // With several fills, each message has the price and size of one fill.
  const fits = (message: unknown): boolean =>
    textIn(message, "asset_id") === token &&
    textIn(message, "side") === side &&
    (!isWhole || (isNear(numberIn(message, "price"), price) && isNear(numberIn(message, "size"), size)));
  await channel.until({
    find: () =>
      listMessages(channel.heard, "last_trade_price").find(
        ({ stage, message }) => (stage === "trading" || stage === "traded") && fits(message),
      ),
    after: `a trade of token ${token}, then ${channel.address}`,
    expected: `last_trade_price of it with side ${side}, price ${price}, size ${size}, as of GET /data/trades`,
  });
}

/** Reads the trade of the order that matched on arrival; throws `Unchecked` if there is none. */
async function readTakerTrade(run: Run): Promise<unknown> {
  const trading = run.trading();
  const taker = trading.resting.findLast(({ placed }) => isMatched(placed));
  const find = (json: unknown): unknown =>
    listIn(getField(json, "data")).find((one) => textIn(one, "taker_order_id") === taker?.id);
  const path = `/data/trades?market=${run.market().conditionId}`;
  const read = () => trading.ask({ path }, taker?.by);
  const { json } = await readTraded(run, read, (answer) => find(answer.json) !== undefined);
  const trade = find(json);
  if (trade === undefined || taker === undefined)
    throw new Unchecked("the trade is not found: see GET /data/trades");
  if (findTradeFault(trade, taker) !== undefined)
    throw new Unchecked("the trade is not that of the order: see GET /data/trades");
  return trade;
}

/** Expects each frame to be a single object if the dialect's clients cannot read arrays. */
async function expectWholeMessages(run: Run): Promise<void> {
  const channel = await openSharedChannel(run);
  expectShapes(channel, MARKET_MESSAGES);
  for (const type of ["price_change", "last_trade_price"])
    for (const { message } of listMessages(channel.heard, type))
      expectFields({ request: `${channel.address}, ${type}` }, message, {
        market: run.market().conditionId,
        timestamp: within(run.clock, 1000),
      });
  const array = run.terms.arrayFrames ? undefined : channel.heard.find(({ json }) => Array.isArray(json));
  if (array !== undefined)
    throw new Difference(channel.address, "one JSON object in a frame", shown(array.json));
}

export const MARKET_CHANNEL_OPENING: readonly Check[] = describeChecks(PATH, "reading", {
  "answers PING with PONG": (run) => run.channels.during(PATH, expectPong),
  "sends the book of a token": expectFirstBook,
  "sends the book of a token that is added": async (run) => {
    const [, token] = run.market().tokenIds;
    await getBook(await openSharedChannel(run), { operation: "subscribe", assets_ids: [token] }, token);
  },
});

export const MARKET_CHANNEL_CHECKS: readonly Check[] = [
  ...describeChecks(PATH, "reading", {
    "sends the book that GET /book has": expectSameBook,
    "refuses a message that is no subscription": (run) =>
      run.channels.during(PATH, (channel) => expectErrorFrame(channel, { type: "none" }, "{...}")),
    "tells that it has no book of an unknown token": expectUnknownToken,
  }),
  ...describeChecks(PATH, "placing", {
    "tells of an order that rests": (run) => expectPlaced(run, 0),
    "tells of it in the book of the other token": (run) => expectPlaced(run, 1),
  }),
  // Only a book with orders shows whether the sides are swapped.
  ...describeChecks(PATH, "resting", {
    "sends the book that GET /book has, with an order in it": expectSameBook,
  }),
  ...describeChecks(PATH, "cancelling", { "tells that an order is cancelled": expectCanceled }),
  ...describeChecks(PATH, "traded", {
    "tells the price of a trade": expectLastTradePrice,
  }),
  ...describeChecks(PATH, "closed", { "sends every message with its fields": expectWholeMessages }),
];
