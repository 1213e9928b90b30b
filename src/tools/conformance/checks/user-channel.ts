/** Checks that the user channel reports orders, cancels and trades, each to its own wallet only. */
import { randomBytes, randomUUID } from "node:crypto";
import { answerOrUndefined, Difference, Unchecked } from "../shape/answer.ts";
import { isNear } from "../book.ts";
import { expectErrorFrame, expectPong, expectShapes, listMessages } from "../channels.ts";
import type { LiveChannel } from "../channels.ts";
import { describeChecks } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, within } from "../shape/expected.ts";
import {
  findOrder,
  isInBook,
  findOwnPart,
  readFilled,
  requireCanceled,
  getRestingOrder,
} from "../purchase.ts";
import { orderOwner, partFields, tradeFields } from "../shape/expected-records.ts";
import { getField, listIn, numberIn, textIn } from "../shape/json-value.ts";
import { userMessages } from "../shape/records.ts";
import { leaf, milliseconds, shown } from "../shape/shape.ts";
import type { RestingOrder } from "../trading.ts";
import type { Credentials } from "../../../signing/credentials.ts";
import type { Trader } from "../wallets.ts";

const PATH = "/ws/user";
const SHOWN_SUBSCRIPTION = '{"type":"user","auth":{...}}';
const SECRET_BYTES = 32;

const openSharedChannel = (run: Run, { address }: Trader): Promise<LiveChannel> =>
  run.channels.kept(PATH, address);

function buildSubscription(run: Run, { apiKey, secret, passphrase }: Credentials): object {
  const auth = { [run.terms.keyField]: apiKey, secret, passphrase };
  return { type: "user", auth };
}

const anotherSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** Subscribes each wallet to its own orders and trades, and waits until the connection answers. */
async function expectOpened(run: Run): Promise<void> {
  for (const trader of run.trading().traders) {
    const channel = await openSharedChannel(run, trader);
    const subscription = buildSubscription(run, trader.credentials);
    channel.send({ ...subscription, markets: [run.market().conditionId] });
    await expectPong(channel);
  }
}

const expectWrongCredentials = (run: Run, credentials: Credentials): Promise<void> =>
  run.channels.during(PATH, (channel) =>
    expectErrorFrame(channel, buildSubscription(run, credentials), SHOWN_SUBSCRIPTION),
  );

/** An expected message about an order: its type, and the filled shares. */
type ExpectedOrder = { readonly types: readonly string[]; readonly filled: number };

/** Expects a message about an order, with its signed fields. */
async function expectOrderMessage(
  run: Run,
  order: RestingOrder,
  { types, filled }: ExpectedOrder,
): Promise<void> {
  const channel = await openSharedChannel(run, order.by);
  const after = `${order.placed.request}, then ${channel.address}`;
  const named = `order ${order.id} with type ${types.join(" or ")} and size_matched ${filled}`;
  const find = () =>
    listMessages(channel.heard, "order")
      .map(({ message }) => message)
      .find(
        (one) =>
          textIn(one, "id") === order.id &&
          types.includes(textIn(one, "type") ?? "") &&
          isNear(numberIn(one, "size_matched"), filled),
      );
  const message = await channel.until({ find, after, expected: named });
  expectFields({ request: after }, message, {
    market: order.conditionId,
    asset_id: order.tokenId,
    side: order.side,
    price: order.priceMicros / 1e6,
    original_size: order.shares,
    order_owner: orderOwner(run, order),
    timestamp: within(run.clock, run.terms.userTime === milliseconds ? 1000 : 1),
    associate_trades: filled > 0 ? someTrades : undefined,
    ...partFields(run, order),
  });
}

const someTrades = leaf("the trades that filled it", (value) => listIn(value).length > 0);

async function expectPlacement(run: Run): Promise<void> {
  const order = getRestingOrder(run);
  const found = await answerOrUndefined(findOrder(run, order.id));
  if (found?.status !== 200 && !(await isInBook(run, order)))
    throw new Unchecked("the order was lost: see POST /order");
  await expectOrderMessage(run, order, { types: ["PLACEMENT"], filled: 0 });
}

async function expectCancellation(run: Run): Promise<void> {
  const order = getRestingOrder(run);
  const { heard } = await openSharedChannel(run, order.by);
  const wasTold = listMessages(heard, "order").some(({ message }) => textIn(message, "id") === order.id);
  await requireCanceled(run, wasTold);
  await expectOrderMessage(run, order, { types: ["CANCELLATION"], filled: 0 });
}

/** Lists the last order of each wallet with its filled shares; throws `Unchecked` if no fill is known. */
async function listFilledOrders(run: Run): Promise<{ order: RestingOrder; filled: number }[]> {
  const trading = run.trading();
  if (trading.bought === undefined) throw new Unchecked("nothing was traded");
  const found = trading.traders.map(async (trader) => {
    const order = trading.resting.findLast(({ by }) => by === trader);
    const filled = order === undefined ? 0 : await readFilled(run, order);
    return order !== undefined && filled > 0 ? [{ order, filled }] : [];
  });
  const filled = (await Promise.all(found)).flat();
  if (filled.length === 0) throw new Unchecked("no order is known to have traded: see GET /data/order/{id}");
  return filled;
}

async function expectFilled(run: Run): Promise<void> {
  for (const { order, filled } of await listFilledOrders(run))
    await expectOrderMessage(run, order, { types: ["PLACEMENT", "UPDATE"], filled });
}

async function expectTrade(run: Run): Promise<void> {
  for (const { order, filled } of await listFilledOrders(run)) {
    const channel = await openSharedChannel(run, order.by);
    const after = `a trade of order ${order.id}, then ${channel.address}`;
    const find = () =>
      listMessages(channel.heard, "trade")
        .map(({ message }) => ({ message, own: findOwnPart(message, order) }))
        .find(({ own }) => own !== undefined);
    const { message, own } = await channel.until({ find, after, expected: "a message of type trade" });
    const price = numberIn(own?.part, "price");
    const size = numberIn(own?.part, own?.sizeField ?? "");
    const isRight =
      textIn(message, "market") === order.conditionId &&
      textIn(own?.part, "asset_id") === order.tokenId &&
      (textIn(own?.part, "side") ?? order.side) === order.side &&
      (price < order.priceMicros / 1e6 || isNear(price, order.priceMicros / 1e6)) &&
      size > 0 &&
      (size < filled || isNear(size, filled));
    const expected = `market ${order.conditionId}, asset_id ${order.tokenId}, side ${order.side}, price at most ${order.priceMicros / 1e6}, ${own?.sizeField} at most ${filled}`;
    if (!isRight) throw new Difference(after, expected, shown(own?.part));
    expectFields({ request: after }, own?.part, partFields(run, order));
    expectFields({ request: after }, message, {
      ...tradeFields(run, message),
      timestamp: within(run.clock, run.terms.userTime === milliseconds ? 1000 : 1),
    });
  }
}

/**
 * Expects messages only about the connection's own wallet. Messages about other wallets would arrive before the PONG.
 */
async function expectOwnAlone(run: Run): Promise<void> {
  const trading = run.trading();
  if (trading.traders.length < 2)
    throw new Unchecked("with a given key no other wallet is known: its orders may be placed elsewhere");
  for (const trader of trading.traders) {
    const channel = await openSharedChannel(run, trader);
    await expectPong(channel);
    const isOwn = (id: unknown): boolean => typeof id === "string" && trading.isOwn(id, trader);
    const orders = listMessages(channel.heard, "order").filter(
      ({ message }) => !isOwn(getField(message, "id")),
    );
    const trades = listMessages(channel.heard, "trade").filter(
      ({ message }) =>
        ![getField(message, "taker_order_id"), ...listMakerIds(message)].some((id) => isOwn(id)),
    );
    const [strange] = [...orders, ...trades];
    if (strange !== undefined)
      throw new Difference(
        `${channel.address} of wallet ${trader.address}`,
        "messages of its own orders and trades alone",
        shown(strange.message),
      );
  }
}

const listMakerIds = (trade: unknown): unknown[] =>
  listIn(getField(trade, "maker_orders")).map((maker) => getField(maker, "order_id"));

export const USER_CHANNEL_OPENING: readonly Check[] = describeChecks(PATH, "reading", {
  "refuses an unknown key": (run) =>
    expectWrongCredentials(run, {
      apiKey: randomUUID(),
      secret: anotherSecret(),
      passphrase: anotherSecret(),
    }),
  "answers PING with PONG": expectOpened,
});

export const USER_CHANNEL_CHECKS: readonly Check[] = [
  ...describeChecks(PATH, "reading", {
    "refuses a wrong secret": (run) => {
      const { credentials } = run.trading().trader;
      return expectWrongCredentials(run, { ...credentials, secret: anotherSecret() });
    },
  }),
  ...describeChecks(PATH, "placing", { "tells that an order is placed": expectPlacement }),
  ...describeChecks(PATH, "cancelling", { "tells that an order is cancelled": expectCancellation }),
  ...describeChecks(PATH, "traded", {
    "tells that orders are filled": expectFilled,
    "tells both wallets of a trade": expectTrade,
  }),
  ...describeChecks(PATH, "closed", {
    "tells a wallet of no other wallet's orders and trades": expectOwnAlone,
    "sends every message with its fields": async (run) =>
      expectShapes(await openSharedChannel(run, run.trading().trader), userMessages(run.terms)),
  }),
];
