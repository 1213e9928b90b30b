/**
 * Scenarios as text, one step per line. Amounts are written as people do: dollars, shares, prices. After `=>` stand the
 * effects, `nothing` or `refused CODE`. A step without `=>` must not be refused.
 */
/*
 *   given alice $100, 50 sets            opens a wallet that has $100 and 50 shares of each outcome
 *   given alice-safe $5 owner alice      a contract wallet
 *   at 1500                              sets the clock (ms)
 *   alice BUY yes 0.60 x 10 GTC => ...   an order; GTD takes its expiration (ms): GTD 2000; last word may be post-only
 *   bob BUY yes $10 @ 0.60 FAK => ...    a market buy: a budget and its worst price
 *   cancel alice#1 => ...                the first order line of alice; `by bob` when somebody else tries
 *   expire | split alice 10 | credit alice $5 | open alice $5
 *   alice: $94 (holds $6), 10 yes (holds 2)
 *   last trade: BUY 0.60
 *   book                                 followed by the ladder, best prices in the middle:
 *     |             | 0.65 | 3 bob |     asks; several orders of a price in their time order
 *     | 4 al, 2 cid | 0.60 |       |     bids
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD_LIMITS } from "../../../src/core/limits.ts";
import { listOrders } from "../../../src/core/orders/book.ts";
import type { Command } from "../../../src/core/events/command.ts";
import { createExchange, execute } from "../../../src/core/exchange.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import type { Exchange, SelfTradePolicy } from "../../../src/core/state.ts";
import { priceText } from "../../../src/core/units.ts";
import { checkEvents, takeTally } from "../../simulation/event-invariants.ts";
import { checkState } from "../../simulation/invariants.ts";
import { marketListing } from "./listing.ts";
import { accountText, decisionText } from "./scenario-text.ts";
import { readCommand, theMarket } from "./scenario-commands.ts";
import type { Scenario } from "./scenario-commands.ts";

type Setting = { tick?: number; minimumLots?: number; selfTrade?: SelfTradePolicy };

/** Runs a scenario on an exchange with one market, `m`, of tick 0.01 and no minimum unless the setting says otherwise. */
function runScenario(text: string, setting: Setting = {}): Exchange {
  const { selfTrade = "allow", ...terms } = setting;
  const scenario: Scenario = {
    exchange: createExchange({ selfTrade, autoRedeem: false, limits: STANDARD_LIMITS }),
    at: 1000,
    placed: new Map(),
  };
  perform(scenario, { type: "list", listing: marketListing({ name: "m", ...terms }) });
  const lines = text.split("\n").map((line) => line.trim());
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    if (line === "" || line.startsWith("//")) continue;
    if (line === "book") compareBook(scenario.exchange, takeRows(lines));
    else runLine(scenario, line);
  }
  return scenario.exchange;
}

function runLine(scenario: Scenario, line: string): void {
  const { exchange } = scenario;
  const time = /^at (\d+)$/.exec(line);
  if (time !== null) {
    scenario.at = Number(time[1]);
    return;
  }
  const fact = /^([\w-]+|last trade): (.*)$/.exec(line);
  if (fact !== null) {
    const [, about = "", expected] = fact;
    assert.equal(about === "last trade" ? lastTrade(exchange) : accountText(exchange, about), expected, line);
    return;
  }
  const [step = "", expected] = line.split(" => ");
  const actual = readCommand(scenario, step)
    .map((command) => perform(scenario, command))
    .join("; ");
  if (expected === undefined) assert.doesNotMatch(actual, /refused/, line);
  else assert.equal(actual, expected, line);
}

/** Executes a command and checks every invariant. Returns its effects as text. */
function perform({ exchange, at }: Scenario, command: Command): string {
  const before = takeTally(exchange);
  const decision = execute(exchange, command, at);
  checkEvents(exchange, before, isRejection(decision) ? [] : decision);
  checkState(exchange, command.type === "expire-orders" ? at : 0);
  return decisionText(decision);
}

function lastTrade(exchange: Exchange): string {
  const trade = theMarket(exchange).lastTrade;
  return trade === undefined ? "none" : `${trade.side} ${priceText(trade.price)} at ${trade.at}`;
}

function takeRows(lines: string[]): string[] {
  const rows: string[] = [];
  while (lines[0]?.startsWith("|") === true) rows.push(lines.shift()!);
  return rows.map((row) => row.replaceAll(/ *\| */g, "|"));
}

function compareBook(exchange: Exchange, expected: readonly string[]): void {
  const rows = new Map<number, { bids: string[]; asks: string[] }>();
  for (const { price, bid, remaining, account } of listOrders(theMarket(exchange).book)) {
    const row = rows.get(price) ?? { bids: [], asks: [] };
    rows.set(price, row);
    (bid ? row.bids : row.asks).push(`${remaining / 100} ${account.address}`);
  }
  const actual = Array.from(rows)
    .sort(([a], [b]) => b - a)
    .map(
      ([price, { bids, asks }]) => `|${bids.join(", ")}|${(price / 10_000).toFixed(2)}|${asks.join(", ")}|`,
    );
  assert.deepEqual(actual, expected);
}

export type Row = readonly [name: string, text: string, setting?: Setting];

/** Registers one test per scenario: its name, its text and, where it is not the usual one, its setting. */
export function testScenarios(rows: readonly Row[]): void {
  for (const [name, text, setting] of rows) test(name, () => void runScenario(text, setting));
}
