/** An exchange driven command by command, for tests that read its numbers. */
import assert from "node:assert/strict";
import type { Command } from "../../../src/core/events/command.ts";
import { createExchange, execute, getRejection } from "../../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../../src/core/limits.ts";
import { computeDebt } from "../../../src/core/ledger/negative-risk.ts";
import { getPosition } from "../../../src/core/ledger/position.ts";
import type { Exchange, OrderKind, OrderLimits, Side } from "../../../src/core/state.ts";
import { lots, micros, ticks } from "../../../src/core/units.ts";
import { eventListing } from "./listing.ts";
import type { TestMarket } from "./listing.ts";

export type Ledger = {
  readonly exchange: Exchange;
  /** Executes a command that must be accepted. */
  run(command: Command): void;
  /** The code with which a command is refused, or "accepted". */
  refusal(command: Command): string;
  open(address: string, dollars: number): void;
  /** `size` in shares, `price` in cents; answers the order's refusal or "accepted". */
  order(address: string, side: Side, token: string, terms: OrderTerms): string;
  /** Shares, average cost, shares ever bought and realised profit, in units of one. */
  position(address: string, market: string, outcome: 0 | 1): readonly [number, number, number, number];
  cash(address: string): number;
  /** Shares of all accounts: of outcome 0 and of outcome 1. */
  supply(market: string): readonly [number, number];
};

type OrderTerms = {
  readonly price: number;
  readonly size: number;
  readonly kind?: OrderKind;
  readonly postOnly?: boolean;
};

/** The signed fields of an order, which the core does not read. */
export const SIGNED = {
  domain: "test",
  salt: "1",
  signer: "",
  makerAmount: "1",
  takerAmount: "1",
  signatureType: 0,
  signature: "0x",
  timestamp: "0",
  expiration: "0",
  metadata: "0x",
  builder: "",
  nonce: "0",
  feeRateBps: "0",
};

/** The markets are those of one event. After every command deposits are all that accounts have and markets are backed by. */
export function createLedger(
  markets: readonly TestMarket[],
  autoRedeem = false,
  limits: Partial<OrderLimits> = {},
): Ledger {
  const exchange = createExchange({
    selfTrade: "allow",
    autoRedeem,
    limits: { ...STANDARD_LIMITS, ...limits },
  });
  let orders = 0;
  let at = 1000;
  const decide = (command: Command): string => {
    at += 1;
    const decision = execute(exchange, command, at);
    checkDeposits(exchange);
    return getRejection(decision)?.code ?? "accepted";
  };
  const run = (command: Command): void =>
    assert.equal(decide(command), "accepted", JSON.stringify(command).slice(0, 200));
  const accountOf = (address: string) => exchange.accountByAddress.get(address)!;
  run({ type: "list", listing: eventListing("1", markets) });
  return {
    exchange,
    run,
    refusal: decide,
    open: (address, dollars) =>
      run({ type: "open-account", address, owner: address, credit: micros(dollars * 1_000_000) }),
    order: (address, side, token, { price, size, kind = "GTC", postOnly = false }) => {
      orders += 1;
      return decide({
        type: "place-order",
        id: `o${orders}`,
        maker: address,
        owner: address,
        tokenId: token,
        side,
        kind,
        postOnly,
        expiresAt: 0,
        limit: ticks(Math.round(price * 100)),
        lots: lots(Math.round(size * 100)),
        budget: undefined,
        apiKey: "key",
        signed: SIGNED,
      });
    },
    position: (address, market, outcome) => {
      const found = getPosition(accountOf(address), exchange.marketByCondition.get(market)!, outcome);
      return [found.lots / 100, found.average / 1e6, found.bought / 100, found.realized / 1e6];
    },
    cash: (address) => accountOf(address).collateral / 1e6,
    supply: (market) => {
      const found = exchange.marketByCondition.get(market)!;
      const held = [...exchange.accountByAddress.values()];
      const of = (outcome: 0 | 1) =>
        held.reduce((sum, account) => sum + getPosition(account, found, outcome).lots / 100, 0);
      return [of(0), of(1)];
    },
  };
}

function checkDeposits({ accountByAddress, markets, events, deposits }: Exchange): void {
  let found = 0n;
  for (const { collateral } of accountByAddress.values()) found += BigInt(collateral);
  for (const market of markets) found += BigInt(market?.backing ?? 0);
  for (const event of events.values()) found -= computeDebt(event.markets, event.converted);
  assert.equal(found, BigInt(deposits), "deposits are what accounts and markets have");
}
