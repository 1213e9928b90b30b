/** Movements of collateral and shares outside of trading, in the reference. */
import type { RejectionCode } from "../../src/core/rejection.ts";
import { debt, freeCash, freeShares } from "./reference-figures.ts";
import { done, refused } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome } from "./outcome.ts";
import { FEES, ZERO } from "./reference-settlement.ts";
import { buyShares, floorDivide, refPosition, sellShares, SHARE } from "./reference-position.ts";
import { findMarket, findWallet, isOpen, mayWin, ONE, sharesOf } from "./reference-state.ts";
import type { RefEvent, Reference, RefMarket, RefWallet } from "./reference-state.ts";

export const isTooLarge = (reference: Reference, amount: number): boolean =>
  BigInt(amount) + BigInt(reference.deposits) > BigInt(Number.MAX_SAFE_INTEGER);

const isUnsigned = (address: string): boolean => address === FEES || address === ZERO;

export function openAccount(reference: Reference, command: SimulatedCommandOf<"open-account">): Outcome {
  const { address, owner, credit: first } = command;
  if (first < 0) return refused("invalid_amounts");
  if ([address, owner].some(isUnsigned)) return refused("wallet_taken");
  const known = findWallet(reference, address);
  if (known !== undefined) return known.owner === owner ? done() : refused("wallet_taken");
  if (isTooLarge(reference, first)) return refused("amount_too_large");
  return done(addWallet(reference, { address, owner, cash: first }));
}

export function addWallet(
  reference: Reference,
  first: Pick<RefWallet, "address" | "owner" | "cash">,
): string {
  const { address, owner, cash } = first;
  reference.wallets.push({ address, owner, cash, positions: new Map(), volume: 0n, realized: 0n });
  reference.deposits += cash;
  return `opened ${reference.wallets.length} ${address} of ${owner} with ${cash}`;
}

export function credit(reference: Reference, command: SimulatedCommandOf<"credit" | "debit">): Outcome {
  const { address, amount } = command;
  const wallet = findWallet(reference, address);
  const refusals: RejectionCode[] = [];
  if (amount <= 0) refusals.push("invalid_amounts");
  if (wallet === undefined) refusals.push("unknown_account");
  if (isUnsigned(address)) refusals.push("wallet_taken");
  if (isTooLarge(reference, amount)) refusals.push("amount_too_large");
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  wallet.cash += amount;
  reference.deposits += amount;
  return done(`credited ${address} ${amount}`);
}

/** Credits each wallet once with the sum of its amounts, and opens those that are missing, unless one cannot be. */
export function fundAccounts(reference: Reference, command: SimulatedCommandOf<"fund-accounts">): Outcome {
  const { fundings } = command;
  const refusals: RejectionCode[] = [];
  if (fundings.some(({ amount }) => amount <= 0)) refusals.push("invalid_amounts");
  if (fundings.some(({ address }) => isUnsigned(address))) refusals.push("wallet_taken");
  const sum = fundings.reduce((total, { amount }) => total + BigInt(amount), BigInt(reference.deposits));
  if (sum > BigInt(Number.MAX_SAFE_INTEGER)) refusals.push("amount_too_large");
  if (refusals.length > 0) return refused(...refusals);
  const facts = [...new Set(fundings.map(({ address }) => address))].map((address) => {
    const own = fundings.filter((one) => one.address === address);
    const cash = own.reduce((total, { amount }) => total + amount, 0);
    const wallet = findWallet(reference, address);
    if (wallet === undefined) return addWallet(reference, { address, owner: address, cash });
    wallet.cash += cash;
    reference.deposits += cash;
    return `credited ${address} ${cash}`;
  });
  return done(...facts);
}

/** Takes collateral out, for an operator or for the owner. */
export function takeCash(
  reference: Reference,
  command: SimulatedCommandOf<"credit" | "debit"> | SimulatedCommandOf<"withdraw">,
): Outcome {
  const { address, amount } = command;
  const owner = command.type === "withdraw" ? command.owner : undefined;
  const wallet = findWallet(reference, address);
  const refusals = refuseWallet(wallet, owner);
  if (amount <= 0) refusals.push("invalid_amounts");
  if (wallet !== undefined && amount > freeCash(reference, wallet)) refusals.push("insufficient_balance");
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  wallet.cash -= amount;
  reference.deposits -= amount;
  return done(`debited ${address} ${amount} by ${command.type === "withdraw" ? "owner" : "operator"}`);
}

function refuseWallet(wallet: RefWallet | undefined, owner: string | undefined): RejectionCode[] {
  if (wallet === undefined) return ["unknown_account"];
  return owner === undefined || wallet.owner === owner ? [] : ["wallet_taken"];
}

/** Lists the refusals of splits, merges and conversions that a market's state causes. */
function refuseMarket(market: RefMarket | undefined): RejectionCode[] {
  if (market === undefined) return ["unknown_market"];
  if (market.status === "draft") return ["market_not_open"];
  return isOpen(market) ? [] : ["market_closed"];
}

export function changeSets(
  reference: Reference,
  command: SimulatedCommandOf<"split" | "merge">,
  at: number,
): Outcome {
  const { type, address, owner, conditionId, lots } = command;
  if (lots <= 0) return refused("invalid_amounts");
  const market = findMarket(reference, conditionId);
  if (market === undefined) return refused("unknown_market");
  const wallet = findWallet(reference, address);
  const refusals = [...refuseMarket(market), ...refuseWallet(wallet, owner)];
  if (wallet === undefined) return refused(...refusals);
  if (lots > mostSets(reference, { wallet, market }, type)) refusals.push("insufficient_balance");
  if (refusals.length > 0) return refused(...refusals);
  wallet.cash += (type === "split" ? -1 : 1) * lots * ONE;
  const move = type === "split" ? buyShares : sellShares;
  for (const token of market.tokens) move(wallet, { token, lots, price: SHARE / 2n, at });
  return done(`sets-${type === "split" ? "split" : "merged"} ${address} ${conditionId} ${lots}`);
}

type Holding = { wallet: RefWallet; market: RefMarket };

function mostSets(reference: Reference, { wallet, market }: Holding, type: "split" | "merge"): number {
  if (type === "split") return freeCash(reference, wallet) / ONE;
  return Math.min(...market.tokens.map((token) => freeShares(reference, wallet, token)));
}

export function redeem(reference: Reference, command: SimulatedCommandOf<"redeem">, at: number): Outcome {
  const market = findMarket(reference, command.conditionId);
  if (market === undefined) return refused("unknown_market");
  const wallet = findWallet(reference, command.address);
  const refusals = refuseWallet(wallet, command.owner);
  if (market.payout === undefined) refusals.push("market_not_resolved");
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  if (market.tokens.every((token) => sharesOf(wallet, token) === 0)) return refused("nothing_to_redeem");
  return done(payOut(market, wallet, at));
}

/** Redeems all shares that the wallet has of a resolved market. */
export function payOut(market: RefMarket, wallet: RefWallet, at: number): string {
  const payout = market.payout ?? [0, 0];
  const shares = market.tokens.map((token) => sharesOf(wallet, token)) as [number, number];
  const whole = payout[0] + payout[1];
  const paid = shares[0] * payout[0] * (ONE / whole) + shares[1] * payout[1] * (ONE / whole);
  for (const index of [0, 1] as const) {
    const price = (SHARE * BigInt(payout[index])) / BigInt(whole);
    sellShares(wallet, { token: market.tokens[index], lots: shares[index], price, at });
  }
  wallet.cash += paid;
  market.redeemed += shares[0] + shares[1];
  return `redeemed ${wallet.address} ${market.condition} ${shares.join("+")} for ${paid}`;
}

/** Converts NO of some markets of an event into YES of its other open ones, and collateral for all but one. */
export function convert(reference: Reference, command: SimulatedCommandOf<"convert">, at: number): Outcome {
  const { address, owner, conditionIds, lots } = command;
  if (lots <= 0) return refused("invalid_amounts");
  const given = conditionIds.map((id) => findMarket(reference, id)).filter((market) => market !== undefined);
  const wallet = findWallet(reference, address);
  const refusals = [...refuseGiven(reference, given), ...refuseWallet(wallet, owner)];
  if (given.length < conditionIds.length) refusals.push("unknown_market");
  if (conditionIds.length === 0) refusals.push("conversion_empty");
  if (wallet !== undefined && given.some(({ tokens }) => freeShares(reference, wallet, tokens[1]) < lots))
    refusals.push("insufficient_balance");
  if (refusals.length > 0 || wallet === undefined) return refused(...refusals);
  return done(exchangeShares(wallet, { given, got: listGot(reference, given), lots, at }));
}

const exclusive = (reference: Reference, parent: RefEvent | undefined): RefMarket[] =>
  reference.markets.filter(({ event, negativeRisk }) => negativeRisk && event === parent);

const listGot = (reference: Reference, given: readonly RefMarket[]): RefMarket[] =>
  exclusive(reference, given[0]?.event).filter((market) => isOpen(market) && !given.includes(market));

/** Lists the refusals of a conversion: market by market, and for their event. */
function refuseGiven(reference: Reference, given: readonly RefMarket[]): RejectionCode[] {
  const refusals = given.flatMap(refuseMarket);
  const [first] = given;
  if (first === undefined) return refusals;
  if (new Set(given).size < given.length) refusals.push("conversion_empty");
  if (given.length === 1 && listGot(reference, given).length === 0) refusals.push("conversion_empty");
  const siblings = exclusive(reference, first.event);
  if (given.some((market) => !siblings.includes(market)) || siblings.length < 2)
    refusals.push("not_negative_risk");
  if (siblings.some(({ status }) => status === "draft")) refusals.push("market_not_open");
  if (siblings.some((market) => mayWin(market) && market.status === "resolved"))
    refusals.push("market_closed");
  if (siblings.some(({ payout }) => payout?.[1] === 0)) refusals.push("event_decided");
  return refusals;
}

type Conversion = { given: RefMarket[]; got: RefMarket[]; lots: number; at: number };

function exchangeShares(wallet: RefWallet, { given, got, lots, at }: Conversion): string {
  const averages = given.map(({ tokens }) => refPosition(wallet, tokens[1]).average);
  for (const [index, { tokens }] of given.entries())
    sellShares(wallet, { token: tokens[1], lots, price: averages[index]!, at });
  const count = BigInt(given.length);
  const mean = floorDivide(
    averages.reduce((total, average) => total + average, 0n),
    count,
  );
  for (const { tokens } of got) {
    const price = floorDivide(mean * count - SHARE * (count - 1n), BigInt(got.length));
    buyShares(wallet, { token: tokens[0], lots, price, at });
  }
  for (const market of [...given, ...got]) market.burned += lots;
  wallet.cash += lots * ONE * (given.length - 1);
  given[0]!.event.converted += lots;
  const names = (markets: RefMarket[]): string => markets.map(({ condition }) => condition).join("+");
  return `converted ${wallet.address} ${lots} of ${names(given)} to ${names(got)}`;
}

/** Debt of all events: collateral in existence is the deposits plus this. */
export const totalDebt = (reference: Reference): number =>
  reference.events.reduce((total, event) => total + debt(reference, event), 0);
