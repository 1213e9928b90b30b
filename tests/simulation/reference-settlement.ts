/** Settlement of an order in the reference: trade by trade with the resting orders, then once for the order. */
import type { CommandOf } from "../../src/core/events/command.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { lots as lotsOf, micros, ticks } from "../../src/core/units.ts";
import { matchOf, placementFactText } from "./outcome.ts";
import type { FillFact } from "./outcome.ts";
import { feeOfTrades, restingFee } from "./reference-fees.ts";
import type { Matching, Offer } from "./reference-orders.ts";
import { bounded, buyShares, priceOf, sellShares } from "./reference-position.ts";
import { countTrade, findGroup, findWallet, ONE } from "./reference-state.ts";
import type { Reference, RefMarket, RefOrder, RefWallet } from "./reference-state.ts";

/** Stands for nobody. */
export const ZERO = "0x0000000000000000000000000000000000000000";
/** Account that fees are paid to. It has no key, and opens with the first market that charges fees. */
export const FEES = "0x00000000000000000000000000000000000000fe";

type PlaceOrder = CommandOf<"place-order">;
type Incoming = {
  command: PlaceOrder;
  market: RefMarket;
  wallet: RefWallet;
  at: number;
  /** The order that it replaced, which is no longer among the open ones. */
  replaced: RefOrder | undefined;
};

export const rests = (command: PlaceOrder): boolean => command.kind === "GTC" || command.kind === "GTD";
export const staysInBook = (command: PlaceOrder, { left, stopped }: Matching): boolean =>
  rests(command) && left > 0 && stopped === undefined;

/** Moves money and shares, adds a remainder that rests to the book, and returns the fact. */
export function settle(reference: Reference, incoming: Incoming, matching: Matching): string {
  const { command, market, wallet, at, replaced } = incoming;
  const { left, stopped } = matching;
  reference.placed += 1;
  const makers = matching.trades.map(({ offer: { order } }) => order);
  const fills = settleTrades(reference, incoming, matching);
  rememberMatch(reference, incoming, { fills, makers });
  const taken = fills.reduce((sum, fill) => sum + fill.lots, 0);
  const money = fills.reduce((sum, fill) => sum + fill.lots * fill.price, 0);
  const fee = fills.reduce((sum, fill) => sum + fill.fees[0], 0);
  move(wallet, { side: command.side, token: command.tokenId, lots: taken, money, fee, at });
  reference.orders = reference.orders.filter((order) => order.remaining > 0);
  const no = reference.placed;
  const { id, side, limit, kind, apiKey, tokenId: token } = command;
  const leavesAt = command.expiresAt === 0 ? 0 : command.expiresAt - (command.expiry?.leavesEarlyMs ?? 0);
  const size = taken + left;
  const kept = staysInBook(command, matching);
  const place = placeOf(incoming, no);
  const group = findGroup(reference, { owner: command.owner, name: command.group });
  if (kept) {
    const terms = { side, limit, kind, leavesAt, apiKey, place, group, size, remaining: left };
    reference.orders.push({ no, id, wallet, market, token, ...terms });
  }
  const ended = left === 0 || kept ? undefined : (stopped ?? "not-filled");
  return placementFactText({
    no,
    id,
    fills,
    size,
    left,
    ended,
    place,
    group: group?.name,
    replaces: replaced?.no,
  });
}

/** The place of the order that it replaced, if it only made that one smaller; otherwise the last place. */
function placeOf({ command, wallet, replaced }: Incoming, no: number): number {
  if (replaced === undefined || replaced.wallet !== wallet || !rests(command)) return no;
  const { tokenId, side, limit, lots } = command;
  const isSame = replaced.token === tokenId && replaced.side === side && replaced.limit === limit;
  return isSame && replaced.remaining >= lots ? replaced.place : no;
}

/** Numbers an order that is killed, and returns the fact. */
export function settleKilled(
  reference: Reference,
  { id, group }: PlaceOrder,
  matching: Matching,
  killed: RejectionCode,
): string {
  reference.placed += 1;
  const size = matching.trades.reduce((sum, { lots }) => sum + lots, matching.left);
  const ended = killed === "self_trade" ? matching.stopped : "not-filled";
  const no = reference.placed;
  const fate = { fills: [], size, left: size, ended, killed };
  return placementFactText({ no, id, ...fate, place: no, group, replaces: undefined });
}

/** Matches that are remembered. */
const MATCHES = 50;

type Match = { readonly fills: readonly FillFact[]; readonly makers: readonly RefOrder[] };

/** Notes what was matched, so that its settlement can fail later; prices are in terms of the first token. */
function rememberMatch(reference: Reference, { command, market, wallet }: Incoming, match: Match): void {
  if (match.fills.length === 0) return;
  if (reference.matches.length === MATCHES) reference.matches.shift();
  const outcomeOf = (token: string): 0 | 1 => (token === market.tokens[0] ? 0 : 1);
  const outcome = outcomeOf(command.tokenId);
  reference.matches.push({
    type: "fail-settlement",
    conditionId: market.condition,
    taker: { address: wallet.address, outcome, side: command.side },
    fills: match.fills.map(({ no, lots: size, price, fees }, index) => {
      const { wallet: owner, token, side } = match.makers[index]!;
      return {
        no,
        maker: { address: owner.address, outcome: outcomeOf(token), side },
        lots: lotsOf(size),
        price: ticks(outcome === 0 ? price : ONE - price),
        takerFee: micros(fees[0]),
        makerFee: micros(fees[1]),
      };
    }),
  });
}

/** Settles the resting orders' side of every trade; fees of both sides go to one account. */
function settleTrades(reference: Reference, incoming: Incoming, { trades }: Matching): FillFact[] {
  const { command, market, at } = incoming;
  const taken: { lots: number; price: number }[] = [];
  const fills: FillFact[] = [];
  for (const { offer, lots } of trades) {
    const { order, price, same } = offer;
    reference.traded += 1;
    const before = feeOfTrades(market.fees, taken);
    taken.push({ lots, price });
    const fees = [feeOfTrades(market.fees, taken) - before, makerFee(order, lots)] as const;
    const money = lots * order.limit;
    move(order.wallet, { side: order.side, token: order.token, lots, money, fee: fees[1], at });
    order.remaining -= lots;
    countTrade(order, lots, at);
    countTrade({ group: findGroup(reference, { owner: command.owner, name: command.group }) }, lots, at);
    const purse = findWallet(reference, FEES);
    if (purse !== undefined) purse.cash += fees[0] + fees[1];
    market.lastTrade = lastTrade(market, command, offer);
    market.volume = bounded(market.volume + BigInt(lots * price));
    fills.push({
      no: reference.traded,
      maker: order.id,
      lots,
      price,
      match: matchOf(command.side, same),
      fees,
    });
  }
  return fills;
}

/** Fee of a maker, which is at most the proceeds of a sale. */
function makerFee(order: RefOrder, lots: number): number {
  const fee = restingFee(order, lots);
  return order.side === "SELL" ? Math.min(fee, lots * order.limit) : fee;
}

type Leg = { side: "BUY" | "SELL"; token: string; lots: number; money: number; fee: number; at: number };

function move(wallet: RefWallet, { side, token, lots, money, fee, at }: Leg): void {
  if (lots === 0) return;
  wallet.cash += (side === "BUY" ? -money : money) - fee;
  wallet.volume = bounded(wallet.volume + BigInt(money));
  const movement = { token, lots, price: priceOf(BigInt(money), lots), at };
  if (side === "BUY") buyShares(wallet, movement);
  else sellShares(wallet, movement);
}

function lastTrade(market: RefMarket, command: PlaceOrder, { price }: Offer): string {
  const first = command.tokenId === market.tokens[0];
  const bought = (command.side === "BUY") === first;
  return `${bought ? "BUY" : "SELL"} ${first ? price : ONE - price}`;
}
