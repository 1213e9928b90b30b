/**
 * /ws/user with queue_positions. Every told position is that of GET /queue-position as of the commit of its timestamp. The
 * last one told of an order is its position now.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { countAhead } from "../../src/core/orders/book.ts";
import { listOwnOrders } from "../../src/core/orders/order.ts";
import type { Order } from "../../src/core/state.ts";
import { lots, sharesText } from "../../src/core/units.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { CONDITION, NO, startWorld, YES } from "../http/account/world.ts";
import { atDepth } from "../support/depth.ts";
import { hashOf, tokenOf } from "../support/exchange.ts";
import type { TestExchange, TestOrder } from "../support/exchange.ts";
import { followLocally } from "../support/follower.ts";
import { clocksOf } from "../support/clocks.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { until } from "../support/until.ts";
import { newPositionCounts, walkPositions } from "./position-walk.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";
import { assertStream, connectTo, credentialsOf } from "./user-world.ts";

let exchange: TestExchange;
/** The channel of the engine's process, and that of a gateway. */
let channels: Readonly<Record<"engine" | "gateway", Channel>>;
let closeGateway: () => Promise<void>;
let ann: Trader;
let ben: Trader;
const opened: RecordedConnection[] = [];

/** Positions of all open orders as of each commit, by its time and the order's id. */
const history = new Map<string, Map<string, string>>();

const positionText = (order: Order): string => {
  const ahead = countAhead(order);
  return `${ahead.orders} ${sharesText(ahead.lots)} of ${sharesText(order.remaining)}`;
};
const toldText = ({ orders_ahead: orders, shares_ahead: shares, size_open: open }: Message): string =>
  `${orders} ${shares} of ${open}`;

before(async () => {
  exchange = await startWorld();
  const { context, clock } = exchange;
  const { engine } = context;
  // Each commit has a time of its own.
  const record = (at: number): void => {
    const positions = [...engine.exchange.orders.values()].map(
      (order) => [order.id, positionText(order)] as const,
    );
    history.set(String(at), new Map(positions));
  };
  record(engine.head().at);
  engine.follow(({ at }) => {
    record(at);
    clock.now = at + 1;
  });
  const gateway = await followLocally(context, {
    clocks: clocksOf(clock),
    databaseUrl: exchange.databaseUrl,
    servers: new Map(),
  });
  closeGateway = () => gateway.close();
  channels = { engine: createUserChannel(context), gateway: createUserChannel(gateway) };
  [ann, ben] = await Promise.all([createTrader(exchange, "ann"), createTrader(exchange, "ben")]);
});
afterEach(async () => {
  for (const connection of opened.splice(0)) {
    assertStream(connection);
    connection.session.close();
  }
  for (const { address } of [ann, ben])
    await exchange.submit({ type: "cancel-orders", owner: address, reason: "by-owner" });
});
after(async () => {
  await closeGateway();
  await exchange.close();
});

type Connecting = { channel?: Channel; dialect?: Dialect; positions?: boolean };

async function connect(
  trader: Trader,
  { channel = channels.engine, dialect = "spec", positions = true }: Connecting = {},
): Promise<RecordedConnection> {
  const asked = { ...(positions && { queue_positions: true }) };
  const connection = await connectTo(channel, trader, { dialect, ...asked });
  opened.push(connection);
  return connection;
}

const tell = ({ session }: RecordedConnection, trader: Trader, more: object): void =>
  session.receive({ type: "user", auth: credentialsOf(trader), ...more });

const isPosition = ({ event_type: event }: Message): boolean => event === "queue_position";

const positionsOf = ({ messages }: RecordedConnection, from = 0): Message[] =>
  messages.slice(from).filter(isPosition);

/** The last position told of each order, by its id. */
const lastTold = (connection: RecordedConnection): Map<string, string> =>
  new Map(positionsOf(connection).map((told) => [told.order_id, toldText(told)]));

/** Checks every told position against that as of its commit. */
function assertExact(connection: RecordedConnection): void {
  for (const told of positionsOf(connection))
    assert.equal(toldText(told), history.get(told.timestamp)?.get(told.order_id), JSON.stringify(told));
}

/** Waits until the last position told of each open order is its position now; each is told as of its commit. */
async function settle(connection: RecordedConnection, { address }: Trader): Promise<void> {
  await until("the positions of now are told", () => {
    assertExact(connection);
    const told = lastTold(connection);
    return listOwnOrders(exchange.context.engine.exchange, address).every(
      (order) => told.get(order.id)?.split(" of ")[0] === positionText(order).split(" of ")[0],
    );
  });
}

const BID = { tokenId: YES, side: "BUY", price: "0.3", size: "10" } as const;

const bid = (trader: Trader, more: Partial<TestOrder> = {}): Promise<string> =>
  exchange.place({ account: trader.address, ...BID, ...more });

const cancel = ({ address: owner }: Trader, id: string) =>
  exchange.submit({ type: "cancel-order", owner, id });

/** Takes the next messages, and returns the positions among them in few words. */
async function takeTold(connection: RecordedConnection, count: number): Promise<string[]> {
  return (await connection.take(count)).filter(isPosition).map(toldText);
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a position is told first, with a placement, and as orders ahead are filled or cancelled`, async () => {
    const [first, second] = [await bid(ben), await bid(ben, { size: "5" })];
    const own = await bid(ann, { size: "20" });
    const connection = await connect(ann, { dialect });
    const [told] = await connection.take(1);
    const { body } = await ann.request("GET", `/queue-position?order_id=${own}`);
    const {
      event_type: event,
      sequence: _no,
      stream_id: _id,
      server_ts_ms: _at,
      timestamp,
      ...fields
    } = told;
    assert.deepEqual([event, fields], ["queue_position", body]);
    assert.deepEqual([fields.orders_ahead, fields.shares_ahead], [2, "15"]);
    const { at } = exchange.context.engine.head();
    assert.equal(timestamp, String(dialect === "kuest" ? Math.floor(at / 1000) : at));

    await exchange.place({ account: ann.address, tokenId: NO, side: "BUY", price: "0.7", size: "4" });
    const messages = await connection.take(6);
    assert.deepEqual(messages.filter(isPosition).map(toldText), ["2 11 of 20"]);
    assert.equal(messages.at(-1).event_type, "queue_position");
    await cancel(ben, first);
    assert.deepEqual(await takeTold(connection, 1), ["1 5 of 20"]);
    await cancel(ben, second);
    assert.deepEqual(await takeTold(connection, 1), ["0 0 of 20"]);

    await bid(ben);
    await bid(ann, { tokenId: NO, side: "SELL", price: "0.7", size: "3" });
    const [placed, position] = await connection.take(2);
    assert.deepEqual([placed.type, position.order_id], ["PLACEMENT", placed.id]);
    assert.deepEqual([position.side, position.price, toldText(position)], ["SELL", "0.7", "2 30 of 3"]);
  });

  test(`${dialect}: who does not ask is sent nothing new`, async () => {
    const connection = await connect(ann, { dialect, positions: false });
    const asking = await connect(ann, { dialect });
    const ahead = await bid(ben);
    await bid(ann);
    await cancel(ben, ahead);
    await until("both positions are told", () => positionsOf(asking).length === 2);
    assert.deepEqual(
      connection.messages.map(({ type, event_type: event }) => type ?? event),
      ["open_orders", "PLACEMENT"],
    );
  });
}

test("what is asked again holds from then on: markets, positions of more of them, and none any more", async () => {
  const [rain, wind] = [await bid(ann), await bid(ann, { tokenId: tokenOf("wind yes") })];
  const connection = openRecorded(channels.engine);
  opened.push(connection);
  const idsOf = (messages: readonly Message[]): string[] => messages.map(({ order_id: id }) => id);
  tell(connection, ann, { queue_positions: true, markets: [CONDITION] });
  assert.deepEqual(idsOf(await connection.take(1)), [rain]);
  tell(connection, ann, { markets: [hashOf("wind")] });
  assert.deepEqual(idsOf(await connection.take(1)), [wind]);
  connection.session.receive({ operation: "unsubscribe", markets: [hashOf("wind")] });
  connection.session.receive({ operation: "subscribe", markets: [hashOf("wind")] });
  assert.deepEqual(idsOf(await connection.take(1)), [wind]);
  connection.session.receive({ operation: "snapshot" });
  const [open, ...told] = await connection.take(3);
  assert.deepEqual([open.event_type, idsOf(told)], ["open_orders", [rain, wind]]);

  const behind = await bid(ann);
  assert.deepEqual(idsOf((await connection.take(2)).slice(1)), [behind]);
  tell(connection, ann, { queue_positions: false });
  await cancel(ann, rain);
  assert.deepEqual(
    (await connection.take(1)).map(({ type }) => type),
    ["CANCELLATION"],
  );
  tell(connection, ann, { queue_positions: true });
  assert.deepEqual(await takeTold(connection, 2), ["0 0 of 10", "0 0 of 10"]);
  assert.equal(connection.messages.length, 11);
});

test("a client that reads slowly is told the latest position alone, after what happened to the order", async () => {
  const ahead = [];
  for (let count = 0; count < 5; count += 1) ahead.push(await bid(ben));
  const connection = await connect(ann);
  connection.room.close();
  const own = await bid(ann);
  await connection.room.asked();
  for (const id of ahead) await cancel(ben, id);
  const gone = await bid(ann);
  await cancel(ann, gone);
  connection.room.open();
  const messages = await connection.take(4);
  assert.deepEqual(
    messages.map(({ type, event_type: event, id, order_id: of }) => [type ?? event, id ?? of]),
    [
      ["PLACEMENT", own],
      ["queue_position", own],
      ["PLACEMENT", gone],
      ["CANCELLATION", gone],
    ],
  );
  assert.equal(toldText(messages[1]), "0 0 of 10");
});

test("positions follow the open orders, and the placement of their order", async () => {
  const ahead = await bid(ben);
  await bid(ann);
  await connect(ann);
  const connection = await connect(ann);
  assert.deepEqual(await takeTold(connection, 1), ["1 10 of 10"]);
  connection.room.close();
  await cancel(ben, ahead);
  await connection.room.asked();
  await bid(ann, { size: "1" });
  connection.room.open();
  const messages = await connection.take(3);
  assert.deepEqual(
    messages.map((message) => (isPosition(message) ? toldText(message) : message.type)),
    ["0 0 of 10", "PLACEMENT", "1 10 of 1"],
  );
  assert.equal(connection.messages.length, 5);
});

test("an order that keeps the place of a larger one has its position, and those behind fewer shares", async () => {
  const first = await bid(ben);
  const [replaced, behind] = [await bid(ann), await bid(ann)];
  const connection = await connect(ann);
  await connection.take(2);
  const own = await bid(ann, { replaces: replaced, size: "6" });
  const told = (await connection.take(4)).filter(isPosition);
  assert.deepEqual(
    told.map((position) => [position.order_id, toldText(position)]),
    [
      [behind, "2 16 of 10"],
      [own, "1 10 of 6"],
    ],
  );
  await bid(ben, { replaces: first, size: "1" });
  assert.deepEqual((await takeTold(connection, 2)).toSorted(), ["1 1 of 6", "2 7 of 10"]);
});

/** Checks that positions come between the placement and the end of their order, and only when they changed. */
function assertOrderly({ messages }: RecordedConnection): void {
  const ended = new Set<string>();
  const last = new Map<string, string>();
  for (const message of messages) {
    if (message.event_type === "order" && message.status !== "LIVE") ended.add(message.id);
    if (!isPosition(message)) continue;
    const id = message.order_id;
    assert.ok(!ended.has(id), `${id} is told of after its end`);
    const [ahead] = toldText(message).split(" of ");
    assert.notEqual(ahead, last.get(id), `${id} is told of without a change`);
    last.set(id, ahead!);
  }
}

/** Draws and sends one command; those of one round go to the engine together. */
async function act(random: Random): Promise<void> {
  const { address } = random.pick([ann, ben]);
  const { engine } = exchange.context;
  const own = listOwnOrders(engine.exchange, address);
  const drawn = random.between(1, 100);
  const taken = own.length === 0 || drawn > 45 ? undefined : random.pick(own);
  const isBid = random.chance(60);
  const outcome = random.pick(["yes", "no"] as const);
  const price = random.between(47, 50) - (isBid ? 2 : -2) * Number(random.chance(70));
  const order = {
    account: address,
    tokenId: tokenOf(`${random.pick(["rain", "rain", "wind"])} ${outcome}`),
    side: isBid === (outcome === "yes") ? "BUY" : "SELL",
    price: `0.${outcome === "yes" ? price : 100 - price}`,
    size: String(random.between(1, 9)),
  } as const;
  const replaced = (id: string, { market, outcome: of, side, limit, remaining }: Order): TestOrder => ({
    account: address,
    tokenId: market.tokenIds[of],
    side,
    price: String(limit / 10_000),
    size: sharesText(remaining).replace(/\d$/, (digit) => String(Math.max(1, Number(digit) - 1))),
    replaces: id,
  });
  const asked =
    taken === undefined
      ? exchange.place(order)
      : drawn > 25
        ? cancel({ address } as Trader, taken.id)
        : exchange.place(replaced(taken.id, taken));
  await asked.catch((error: unknown) => {
    assert.match(String(error), /replaced_not_open|order_not_open|order_not_found|insufficient|is not open/);
  });
}

test("random trading while positions are followed and left", async () => {
  const counts = newPositionCounts();
  const seeds = atDepth({ quick: 5, deep: 100 });
  for (let seed = 1; seed <= seeds; seed += 1) await walkPositions(seed, counts);
  assert.ok(counts.told > 1_000 * seeds, JSON.stringify(counts));
});

const ROUNDS = 40;

describe("random trading", () => {
  before(async () => {
    for (const { address } of [ann, ben])
      for (const conditionId of [CONDITION, hashOf("wind")])
        await exchange.submit({ type: "split", address, owner: address, conditionId, lots: lots(50_000) });
  });
  for (const seed of Array.from({ length: atDepth({ quick: 2, deep: 12 }) }, (_, index) => index + 1))
    for (const at of ["engine", "gateway"] as const)
      test(`tells of every position as of its commit, at the ${at}, seed ${seed}`, async () => {
        const random = createRandom(seed);
        const channel = channels[at];
        const fast = await connect(ann, { channel });
        const others = [
          await connect(ann, { channel, dialect: "polymarket" }),
          await connect(ben, { channel }),
        ];
        for (let round = 0; round < ROUNDS; round += 1) {
          const slow = others.filter(() => random.chance(30));
          for (const { room } of slow) room.close();
          const acts = Array.from({ length: random.between(1, 12) }, () => act(random));
          if (random.chance(20)) others.push(await connect(ann, { channel }));
          if (random.chance(20)) others[0]!.session.resync();
          // Ben's is the only connection of its owner: all is counted anew, often while a commit is underway.
          for (let times = random.below(10); times > 0; times -= 1) {
            await turn();
            const [connection, trader] = random.chance(20) ? [others[0]!, ann] : [others[1]!, ben];
            for (const positions of [false, true]) tell(connection, trader, { queue_positions: positions });
          }
          await Promise.all(acts);
          for (const { room } of slow) room.open();
          for (const connection of [fast, ...others]) {
            await settle(connection, connection === others[1] ? ben : ann);
          }
        }
        assertOrderly(fast);
        assert.ok(positionsOf(fast).length > 2 * ROUNDS, `${positionsOf(fast).length} positions`);
      });
});
