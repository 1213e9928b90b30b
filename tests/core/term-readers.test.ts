/**
 * The parts that trade by the terms of a market, beside those that take them all at once: each says of each term where it
 * reads it, or why it need not. A term that is new does not compile here until all of them are thought of.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { MarketTerms } from "../../src/core/markets/market-terms.ts";

const ROOT = join(import.meta.dirname, "..", "..");

type Part = "house makers" | "ticket of the page" | "catalog" | "simulation";
type Reading = { readonly file: string; readonly text: string } | { readonly needless: string };

const READERS: { readonly [Term in keyof MarketTerms]: Readonly<Record<Part, Reading>> } = {
  tick: {
    "house makers": {
      file: "src/sandbox/simulated-traders/strategies/market-view.ts",
      text: "tick: market.tick",
    },
    "ticket of the page": { file: "web/src/markets/trade/plan-order.ts", text: "tick" },
    catalog: { file: "src/http/catalog/markets/market-record.ts", text: "({ tick }) => priceNumber(tick)" },
    simulation: { file: "tests/simulation/reference-orders.ts", text: "limit % market.tick !== 0" },
  },
  minimumLots: {
    "house makers": {
      file: "src/sandbox/simulated-traders/strategies/maker.ts",
      text: "order.lots < minimumLots",
    },
    "ticket of the page": { file: "web/src/markets/trade/order-block.ts", text: "size < market.minimumSize" },
    catalog: { file: "src/http/catalog/markets/market-record.ts", text: "minimumLots" },
    simulation: { file: "tests/simulation/reference-orders.ts", text: "command.lots < market.minimum" },
  },
  negativeRisk: {
    "house makers": {
      file: "src/sandbox/simulated-traders/market-traders.ts",
      text: "kind === kindOfMarket(market)",
    },
    "ticket of the page": {
      file: "web/src/markets/trade/ticket/submit-order.tsx",
      text: "kindOfMarket(market)",
    },
    catalog: {
      file: "src/http/catalog/markets/market-record.ts",
      text: "({ negativeRisk }) => negativeRisk",
    },
    simulation: { file: "tests/simulation/random-listings.ts", text: "negativeRisk: random" },
  },
  fees: {
    "house makers": {
      file: "src/sandbox/simulated-traders/strategies/loss-allowance.ts",
      text: "computeQuoteFee(quote, fees)",
    },
    "ticket of the page": { file: "web/src/markets/trade/fees.ts", text: "fees" },
    catalog: {
      file: "src/http/catalog/markets/market-record.ts",
      text: "{ ...fees, rate: priceNumber(ticks(fees.rate))",
    },
    simulation: { file: "tests/simulation/reference-fees.ts", text: "market.fees" },
  },
  autoRedeem: {
    "house makers": { needless: "it changes nothing of an order, and their shares are redeemed either way" },
    "ticket of the page": { needless: "it changes nothing of an order" },
    catalog: { needless: "clients of the services know no such term" },
    simulation: {
      file: "tests/simulation/reference-lifecycle.ts",
      text: "market.autoRedeem ?? reference.rules.autoRedeem",
    },
  },
};

describe("a market term is known to", () => {
  for (const [term, parts] of Object.entries(READERS))
    for (const [part, reading] of Object.entries(parts))
      it(`the ${part}: ${term}`, () => {
        if ("needless" in reading) return;
        assert.ok(
          readFileSync(join(ROOT, reading.file), "utf8").includes(reading.text),
          `${reading.file} does not say ${reading.text}: name the place that reads ${term} now`,
        );
      });
});
