/**
 * The running simulated traders of a sandbox: makers in rotation and traders by chance, at the set pace. They give
 * clients priority. None acts while the exchange takes only some orders, and after each step they rest nine times its
 * duration.
 */
import { elementAt } from "../core/element-at.ts";
import type { Context } from "../context.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { FIRST_CREDIT } from "../http/wallets.ts";
import type { ResidentsControl } from "../http/sandbox/residents-control.ts";
import { readResidentSettings } from "../store/sandbox/resident-settings.ts";
import { decideMaker, decideTrade } from "./market-residents.ts";
import type { DecidedTurn, MarketResidents } from "./market-residents.ts";
import { controlResidents } from "./residents-control.ts";
import { carryOut } from "./resident-orders.ts";
import { MAKER, ORDERS_A_SECOND, TRADER_FUNDS, TRADER_POOR } from "./resident-terms.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import { applySettings, openTown } from "./town.ts";
import type { Town } from "./town.ts";
import { createTurns } from "./turns.ts";
import { wholeBetween } from "./strategies/seeded-random.ts";

export type Residents = {
  /** Shows and changes the simulated traders. */
  readonly control: ResidentsControl;
  /** Fills both sides of the book of each open demo market, as far as they are empty. */
  fillBooks(): Promise<void>;
  /** Starts trading, until `close`. */
  start(): void;
  /** Waits for the running step; resting orders stay, and the next run adopts them. */
  close(): Promise<void>;
};

const BEAT_MS = 500;
/** Maximum orders and cancels of one maker's step. */
const MAX_A_TURN = 8;
/** Maximum orders and cancels of a step that fills an empty book. */
const MAX_TO_FILL = 100;
/** Maximum number of markets checked per tick. */
const LOOKS_A_BEAT = 4;
/** Number of books filled concurrently. */
const FILLED_TOGETHER = 8;
/** Share of the steps that are trades. */
const TRADES = 0.4;

/** Creates the simulated traders with the operator's stored settings; `undefined` outside of a sandbox. */
export async function createResidents(context: Context): Promise<Residents | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const town = openTown(context, await readResidentSettings(context.ownSql));
  const turns = createTurns();
  // A replaced state may have other accounts, orders and settings.
  context.engine.followReplacements(() => void turns.take(() => settleAnew(town)));
  let timer: NodeJS.Timeout | undefined;
  const onBeat = (): void => {
    if (town.pace === "off") return;
    const allowance = (ORDERS_A_SECOND[town.pace] * BEAT_MS) / 1_000;
    town.left = Math.min(town.left + allowance, MAX_A_TURN);
    if (turns.busy()) return;
    turns
      .take(() => actForBeat(town))
      .catch((error: unknown) =>
        context.log.warn({ event: "residents_failed", err: error }, "a turn of the residents failed"),
      );
  };
  return {
    control: controlResidents(town, turns, {
      all: () => fillBooks(town),
      one: (market) => refill(town, market),
    }),
    fillBooks: () => turns.take(() => fillBooks(town)),
    start: () => {
      timer = setInterval(onBeat, BEAT_MS);
      timer.unref();
    },
    close: () => {
      clearInterval(timer);
      return turns.take(() => Promise.resolve());
    },
  };
}

/** Reloads the stored settings, and makes the next tick check accounts and books again. */
async function settleAnew(town: Town): Promise<void> {
  applySettings(town, await readResidentSettings(town.context.ownSql));
  town.filled = false;
}

async function fillBooks(town: Town): Promise<void> {
  const { context, markets, traders } = town;
  const { exchange } = context.engine;
  if (!mayAct(town)) return;
  const listed = markets.filter(({ conditionId }) => exchange.marketByCondition.has(conditionId));
  if (listed.length === 0) return;
  await Promise.all([
    ...listed.map(({ maker }) => openAccount(context, maker, MAKER.funds)),
    ...traders.map((trader) => openAccount(context, trader, TRADER_FUNDS)),
  ]);
  town.filled = true;
  for (let from = 0; from < listed.length; from += FILLED_TOGETHER)
    await Promise.all(
      listed.slice(from, from + FILLED_TOGETHER).map((market) => quote(town, market, MAX_TO_FILL)),
    );
}

const openAccount = (
  { engine }: Context,
  { address }: ResidentWallet,
  credit: typeof TRADER_FUNDS,
): Promise<unknown> => engine.submit({ type: "open-account", address, owner: address, credit });

/** Takes steps in a few markets while the pace's budget lasts; fills the books first if the start could not. */
async function actForBeat(town: Town): Promise<void> {
  if (!town.filled) await fillBooks(town);
  for (let looks = 0; looks < LOOKS_A_BEAT && town.left >= 1 && mayAct(town); looks += 1) {
    const began = town.now();
    const used = await (town.random() < TRADES ? trade(town) : quote(town, nextMarket(town), MAX_A_TURN));
    town.left -= used;
    if (used > 0) town.way.restAfter(began);
  }
}

/** Fills the book of one market, if the simulated traders are active. */
async function refill(town: Town, market: MarketResidents): Promise<void> {
  if (town.filled && mayAct(town)) await quote(town, market, MAX_TO_FILL);
}

const mayAct = ({ pace, way }: Town): boolean => pace !== "off" && way.mayAct();

function nextMarket(town: Town): MarketResidents {
  town.next = (town.next + 1) % town.markets.length;
  return elementAt(town.markets, town.next);
}

/** Takes a step of the maker; returns its number of orders and cancels. */
async function quote(town: Town, market: MarketResidents, most: number): Promise<number> {
  const decided = await decideMaker(town.context, market, { random: town.random, most });
  return conclude(town, decided, market.maker);
}

/** Takes a step of a random trader in a random market; returns its number of orders and cancels. */
async function trade(town: Town): Promise<number> {
  const { context, markets, traders, random } = town;
  const market = elementAt(markets, wholeBetween(random, 0, markets.length - 1));
  const trader = elementAt(traders, wholeBetween(random, 0, traders.length - 1));
  const decided = await decideTrade(context, market, { random, trader });
  if (decided !== undefined && !isRejection(decided) && decided.turn.own.available < TRADER_POOR)
    await context.engine.submit({ type: "credit", address: trader.address, amount: FIRST_CREDIT });
  return conclude(town, decided, trader);
}

async function conclude(
  town: Town,
  decided: DecidedTurn | Rejection | undefined,
  wallet: ResidentWallet,
): Promise<number> {
  if (decided === undefined) return 0;
  const { context, way } = town;
  if (isRejection(decided)) {
    way.restIfRefused([decided]);
    return 0;
  }
  const { market, intents } = decided;
  way.restIfRefused(await carryOut(context, { wallet, market, intents }));
  return intents.length;
}
