/**
 * A stream of orders and cancels that keeps its books at one depth. Of ten commands five are cancels, two cross and
 * three rest within 40 cents of the mid. It is drawn on an exchange of its own, so that it knows the open orders. An
 * order ends once, so at most three in five cancels find theirs. The others name an order that was filled, as a late
 * cancel does.
 */
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange, Order, Outcome, Rules, SelfTradePolicy } from "../../src/core/state.ts";
import { complement, lots, micros, ticks } from "../../src/core/units.ts";
import type { Lots, Ticks } from "../../src/core/units.ts";
import { marketListing } from "../../tests/core/support/listing.ts";
import { NOT_SIGNED } from "../../tests/core/support/orders.ts";
import { createRandom } from "./random.ts";
import type { Random } from "./random.ts";

export type FlowTerms = {
  seed: number;
  markets: number;
  accounts: number;
  /** Accounts that trade a market. */
  traders: number;
  /** Resting orders per market. */
  resting: number;
  /** Number of outcomes that are traded. */
  outcomes: 1 | 2;
  selfTrade: SelfTradePolicy;
  commands: number;
};

/**
 * Commands in batches of `BATCH`, as JSON outside the heap. Parsing a batch gives commands with strings of their own,
 * like those of requests, and waiting batches do not burden the garbage collector.
 */
export type Recording = readonly Buffer[];

/** A drawn flow: `setup` makes markets, accounts and shares, `fill` the resting orders, and `commands` is measured. */
export type Flow = { terms: FlowTerms; setup: Command[]; fill: Recording; commands: Recording };

/** Number of commands that are parsed at once. */
const BATCH = 500;

/** Engine time of all commands, in milliseconds. */
export const AT = 1_760_000_000_000;

/** Price step of most markets. */
const TICK = ticks(100);
const MINIMUM_LOTS = 500;
const LEVELS = 100;
const MID = 50;
/** Number of levels on either side of the mid where orders rest. */
const REACH = 40;

type Draw = {
  terms: FlowTerms;
  random: Random;
  exchange: Exchange;
  addresses: string[];
  tokenIds: [string, string][];
  /** Open orders in no order, and the index of each. */
  open: Order[];
  places: Map<Order, number>;
  /** Latest orders that fills ended. */
  filled: Order[];
};

/** Makes rules without limits: one account may have all orders, since the flow alone sets their number. */
const rulesOf = ({ selfTrade }: FlowTerms): Rules => ({
  selfTrade,
  autoRedeem: false,
  limits: {
    ...STANDARD_LIMITS,
    ofAccountInMarket: Infinity,
    ofAccount: Infinity,
    inMarket: Infinity,
  },
});

export function drawFlow(terms: FlowTerms): Flow {
  const random = createRandom(terms.seed);
  const draw: Draw = {
    terms,
    random,
    exchange: createExchange(rulesOf(terms)),
    addresses: Array.from({ length: terms.accounts }, () => `0x${random.hex(40)}`),
    tokenIds: Array.from({ length: terms.markets }, () => [random.decimal(77), random.decimal(77)]),
    open: [],
    places: new Map(),
    filled: [],
  };
  const setup = drawSetup(draw);
  const fill = drawMany(draw, terms.markets * terms.resting, (index) =>
    drawResting(draw, index % terms.markets),
  );
  const commands = drawMany(draw, terms.commands, () => drawCommand(draw));
  return { terms, setup, fill, commands };
}

function drawSetup(draw: Draw): Command[] {
  const { terms, exchange, addresses, tokenIds } = draw;
  const credit = micros(terms.accounts === 1 ? 4e15 : 1e12);
  const size = lots(terms.accounts === 1 ? 2e11 : 1e6);
  const setup: Command[] = addresses.map((address) => ({
    type: "open-account",
    address,
    owner: address,
    credit,
  }));
  const conditions = tokenIds.map(() => `0x${draw.random.hex(64)}`);
  const markets = conditions.map((name, market) => ({
    name,
    tokenIds: tokenIds[market]!,
    tick: TICK,
    minimumLots: MINIMUM_LOTS,
  }));
  setup.push({ type: "list", listing: marketListing(...markets) });
  conditions.forEach((conditionId, market) => {
    for (let trader = 0; trader < terms.traders; trader += 1) {
      const address = traderOf(draw, market, trader);
      setup.push({ type: "split", address, owner: address, conditionId, lots: size });
    }
  });
  for (const command of setup) mustExecute(exchange, command);
  return setup;
}

const traderOf = (draw: Draw, market: number, trader: number): string =>
  draw.addresses[(market * 37 + trader * 41) % draw.terms.accounts]!;

function drawMany(draw: Draw, count: number, next: (index: number) => Command): Recording {
  const batches: Buffer[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => {
      const command = next(start + index);
      applyToDraw(draw, command);
      return command;
    });
    batches.push(Buffer.from(JSON.stringify(batch), "latin1"));
  }
  return batches;
}

/** Parses the commands of a batch. */
export function parseBatch(batch: Buffer): Command[] {
  const commands: Command[] = JSON.parse(batch.toString("latin1"));
  return commands.map((command) =>
    command.type === "place-order" ? { ...command, budget: undefined, signed: NOT_SIGNED } : command,
  );
}

/** Carries a command out on the drawing's own exchange, and updates the open orders. */
function applyToDraw(draw: Draw, command: Command): void {
  const decision = execute(draw.exchange, command, AT);
  if (isRejection(decision)) {
    if (decision.code === "order_not_found") return;
    throw new Error(`${decision.code}: ${decision.hint}`);
  }
  for (const event of decision) {
    for (const order of canceledOrders(event)) close(draw, order);
    if (event.type !== "order-placed") continue;
    const ended = [...event.fills.map((fill) => fill.maker), event.order].filter(
      (order) => order.remaining === 0,
    );
    draw.filled.push(...ended);
    for (const order of ended) close(draw, order);
    if (event.order.remaining > 0) {
      draw.places.set(event.order, draw.open.length);
      draw.open.push(event.order);
    }
  }
  if (draw.filled.length > 2000) draw.filled.splice(0, 1000);
}

function close(draw: Draw, order: Order): void {
  const place = draw.places.get(order);
  const last = draw.open.at(-1);
  if (place === undefined || last === undefined) return;
  draw.open[place] = last;
  draw.places.set(last, place);
  draw.open.pop();
  draw.places.delete(order);
}

function drawCommand(draw: Draw): Command {
  const kind = draw.random.below(10);
  const market = draw.random.below(draw.terms.markets);
  if (kind < 5) return drawCancel(draw);
  return kind < 8 ? drawResting(draw, market) : drawCrossing(draw, market);
}

function drawCancel(draw: Draw): Command {
  const { open, filled, random, terms } = draw;
  const list = open.length > terms.markets * terms.resting || filled.length === 0 ? open : filled;
  const { id, account } = list[random.below(list.length)]!;
  return { type: "cancel-order", id, owner: account.owner };
}

function drawResting(draw: Draw, market: number): PlaceOrder {
  const { random, exchange } = draw;
  const { bestBid, bestAsk } = exchange.markets[market + 1]!.book;
  const bid = random.below(2) === 0;
  const distance = 1 + random.below(REACH);
  const level = bid ? Math.min(MID - distance, bestAsk - 1) : Math.max(MID + distance, bestBid + 1);
  return drawOrder(draw, market, { bid, level: clamp(level), lots: lots(500 + random.below(19_500)) });
}

const clamp = (level: number): number => Math.min(Math.max(level, 1), LEVELS - 1);

/**
 * Draws an order priced up to two levels through the best. It is smaller than resting ones, so that most are filled at
 * once.
 */
function drawCrossing(draw: Draw, market: number): PlaceOrder {
  const { random, exchange } = draw;
  const { bestBid, bestAsk } = exchange.markets[market + 1]!.book;
  const bid = random.below(2) === 0;
  const through = random.below(3);
  const best = bid ? bestAsk : bestBid;
  const start = best === 0 || best === LEVELS ? MID : best;
  const level = clamp(bid ? start + through : start - through);
  return drawOrder(draw, market, { bid, level, lots: lots(500 + random.below(8000)) });
}

type LevelOrder = { bid: boolean; level: number; lots: Lots };

function drawOrder(draw: Draw, market: number, order: LevelOrder): PlaceOrder {
  const { terms, random } = draw;
  const outcome: Outcome = random.below(terms.outcomes) === 0 ? 0 : 1;
  const price: Ticks = ticks(order.level * TICK);
  const maker = traderOf(draw, market, random.below(terms.traders));
  const expires = random.below(10) === 0;
  return {
    type: "place-order",
    id: `0x${random.hex(64)}`,
    maker,
    owner: maker,
    tokenId: draw.tokenIds[market]![outcome],
    side: order.bid === (outcome === 0) ? "BUY" : "SELL",
    kind: expires ? "GTD" : "GTC",
    postOnly: false,
    expiresAt: expires ? AT + 60_000 + random.below(86_400_000) : 0,
    limit: outcome === 0 ? price : complement(price),
    lots: order.lots,
    budget: undefined,
    apiKey: "00000000-0000-0000-0000-000000000000",
    signed: NOT_SIGNED,
  };
}

function mustExecute(exchange: Exchange, command: Command): void {
  const decision = execute(exchange, command, AT);
  if (isRejection(decision)) throw new Error(`${decision.code}: ${decision.hint}`);
}

/** Creates an exchange with the flow's markets, accounts and resting orders. */
export function openExchange(flow: Flow): Exchange {
  const exchange = createExchange(rulesOf(flow.terms));
  for (const command of flow.setup) mustExecute(exchange, command);
  for (const batch of flow.fill) for (const command of parseBatch(batch)) mustExecute(exchange, command);
  return exchange;
}
