/** Checks of the market channel: books on subscription, and messages of the orders and trades of the run. */
import { Difference, needed, Unchecked } from "../answer.ts";
import { isNear, readBook } from "../book.ts";
import { isRefusal, MARKET_MESSAGES, messagesOf } from "../channel-records.ts";
import { checksOf } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, within } from "../expected.ts";
import { fieldOf, listIn, numberIn, textIn } from "../json-value.ts";
import type { LiveChannel } from "../live-channel.ts";
import { isInBook, requireCanceled, restingOrder, sizeIn } from "../purchase.ts";
import { shown } from "../shape.ts";
import type { Stage } from "../stages.ts";
import type { RestingOrder } from "../trading.ts";
import { expectPong, expectRefusal, expectShapes } from "./channel-expectations.ts";
import { expectLastTradePrice } from "./last-trade-price.ts";

const PATH = "/ws/market";
const UNKNOWN_TOKEN = "12345678901234567890";

const openKept = (run: Run): Promise<LiveChannel> => run.channels.kept(PATH, "market");

const subscriptionOf = (...tokens: readonly string[]): object => ({ type: "market", assets_ids: tokens });

const bookOf = (channel: LiveChannel, token: string): unknown =>
  messagesOf(channel.heard, "book").find(({ message }) => textIn(message, "asset_id") === token)?.message;

/** Sends a message, and waits for the book of a token. */
async function getBook(channel: LiveChannel, sent: object, token: string): Promise<unknown> {
  channel.send(sent);
  const after = `${channel.address} ${JSON.stringify(sent)}`;
  const find = () => bookOf(channel, token);
  return await channel.until({ find, after, expected: `a message of type book of token ${token}` });
}

async function expectFirstBook(run: Run): Promise<void> {
  const [first, second] = run.market().tokenIds;
  const channel = await openKept(run);
  const sent = subscriptionOf(first);
  await getBook(channel, sent, first);
  const strange = bookOf(channel, second);
  if (strange !== undefined)
    throw new Difference(
      `${channel.address} ${JSON.stringify(sent)}`,
      "the book of that token alone",
      shown(strange),
    );
}

const MAX_TRIES = 5;

/** Expects the best prices of GET /book, which is read before and after. */
async function expectSameBook(run: Run): Promise<void> {
  const [token] = run.market().tokenIds;
  const read = async () =>
    readBook((await needed(run.ask("trading", { path: `/book?token_id=${token}` }), "GET /book")).json);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await read();
    const told = readBook(
      await run.channels.during(PATH, (channel) => getBook(channel, subscriptionOf(token), token)),
    );
    const after = await read();
    if (before.bestBid !== after.bestBid || before.bestAsk !== after.bestAsk) continue;
    const [expected, got] = [after, told].map(({ bestBid, bestAsk }) => shown({ bestBid, bestAsk }));
    if (expected !== got)
      throw new Difference(`${PATH} ${JSON.stringify(subscriptionOf(token))}`, `${expected}`, `${got}`);
    return;
  }
  throw new Unchecked("the book kept moving");
}

async function expectUnknownToken(run: Run): Promise<void> {
  await run.channels.during(PATH, async (channel) => {
    const sent = subscriptionOf(UNKNOWN_TOKEN);
    channel.send(sent);
    const isAnswered = (): boolean =>
      channel.isClosed() ||
      channel.heard.some((one) => isRefusal(one) || (Array.isArray(one.json) && one.json.length === 0));
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

/** Returns the level of a resting order in the book of its own token and of the other one. */
function levelsOf(run: Run, { priceMicros }: RestingOrder, size: number): ExpectedLevel[] {
  const [own, other] = run.market().tokenIds;
  return [
    { token: own, side: "BUY", price: priceMicros / 1e6, size },
    { token: other, side: "SELL", price: (1e6 - priceMicros) / 1e6, size },
  ];
}

/** Lists a level's entries of price_change in a stage. */
const entriesOf = (channel: LiveChannel, stage: Stage, { token, price }: ExpectedLevel): Entry[] =>
  messagesOf(channel.heard, "price_change")
    .filter((one) => one.stage === stage)
    .flatMap(({ message }) => listIn(fieldOf(message, "price_changes")))
    .filter((entry) => textIn(entry, "asset_id") === token && isNear(numberIn(entry, "price"), price))
    .map((entry) => ({ side: textIn(entry, "side"), price, size: numberIn(entry, "size") }));

/** Expects the change of a level. If others change it too, it is not checked. */
async function expectChange(run: Run, level: ExpectedLevel, stage: Stage): Promise<void> {
  const channel = await openKept(run);
  const resting = restingOrder(run);
  const { token, side, price, size } = level;
  const after = `${resting.placed.request}, then ${stage === "placing" ? "" : "cancelled, then "}${channel.address}`;
  const expected = `price_change of token ${token} with side ${side}, price ${price}, size ${size}`;
  const find = () => entriesOf(channel, stage, level).at(0);
  await channel.until({ find, after, expected });
  const entries = entriesOf(channel, stage, level);
  if (entries.some((entry) => entry.side === side && isNear(entry.size, size))) return;
  const stood = run.trading().sizeBefore + (stage === "placing" ? resting.shares : 0);
  const book = await needed(run.ask("trading", { path: `/book?token_id=${resting.tokenId}` }), "GET /book");
  if (!isNear(sizeIn(book.json, resting.priceMicros), stood))
    throw new Unchecked("others changed the level of the order");
  throw new Difference(after, expected, shown(entries.at(-1)));
}

/** Returns the levels of the resting order; throws `Unchecked` if the server has lost it. */
async function keptLevels(run: Run): Promise<readonly ExpectedLevel[]> {
  const resting = restingOrder(run);
  if (!(await isInBook(run, resting))) throw new Unchecked("the order is not in the book: see POST /order");
  return levelsOf(run, resting, run.trading().sizeBefore + resting.shares);
}

async function expectPlaced(run: Run, at: 0 | 1): Promise<void> {
  const level = (await keptLevels(run))[at];
  if (level !== undefined) await expectChange(run, level, "placing");
}

async function expectCanceled(run: Run): Promise<void> {
  const resting = restingOrder(run);
  const channel = await openKept(run);
  const levels = levelsOf(run, resting, run.trading().sizeBefore);
  await requireCanceled(
    run,
    levels.every((level) => entriesOf(channel, "placing", level).length > 0),
  );
  for (const level of levels) await expectChange(run, level, "cancelling");
}

/** Expects single objects as frames if the dialect's clients can read nothing else. */
async function expectWholeMessages(run: Run): Promise<void> {
  const channel = await openKept(run);
  expectShapes(channel, MARKET_MESSAGES);
  for (const type of ["price_change", "last_trade_price"])
    for (const { message } of messagesOf(channel.heard, type))
      expectFields({ request: `${channel.address}, ${type}` }, message, {
        market: run.market().conditionId,
        timestamp: within(run.clock, 1000),
      });
  const array = run.terms.arrayFrames ? undefined : channel.heard.find(({ json }) => Array.isArray(json));
  if (array !== undefined)
    throw new Difference(channel.address, "one JSON object in a frame", shown(array.json));
}

export const MARKET_CHANNEL_OPENING: readonly Check[] = checksOf(PATH, "reading", {
  "answers PING with PONG": (run) => run.channels.during(PATH, expectPong),
  "sends the book of a token": expectFirstBook,
  "sends the book of a token that is added": async (run) => {
    const [, token] = run.market().tokenIds;
    await getBook(await openKept(run), { operation: "subscribe", assets_ids: [token] }, token);
  },
});

export const MARKET_CHANNEL_CHECKS: readonly Check[] = [
  ...checksOf(PATH, "reading", {
    "sends the book that GET /book has": expectSameBook,
    "refuses a message that is no subscription": (run) =>
      run.channels.during(PATH, (channel) => expectRefusal(channel, { type: "none" }, "{...}")),
    "tells that it has no book of an unknown token": expectUnknownToken,
  }),
  ...checksOf(PATH, "placing", {
    "tells of an order that rests": (run) => expectPlaced(run, 0),
    "tells of it in the book of the other token": (run) => expectPlaced(run, 1),
  }),
  ...checksOf(PATH, "cancelling", { "tells that an order is cancelled": expectCanceled }),
  ...checksOf(PATH, "traded", {
    "tells the price of a trade": async (run) => expectLastTradePrice(run, await openKept(run)),
  }),
  ...checksOf(PATH, "closed", { "sends every message with its fields": expectWholeMessages }),
];
