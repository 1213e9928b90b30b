/**
 * Rules by which the live service of Polymarket refuses what an exchange of one's own need not refuse: one row a rule. The
 * setting, its help, docs/trading/strictness.md, /llms.txt and the page's settings are made from the rows.
 */
import type { ExpiryRule } from "../core/events/command.ts";
import { REFINED_ABOVE, REFINED_BELOW, REFINED_TICK } from "../core/markets/market-ticks.ts";
import { priceText } from "../core/units.ts";

/** Rule for the expiration of orders that come in Polymarket's dialect. */
export const LIVE_EXPIRY: ExpiryRule = { leastAheadMs: 180_000, leavesEarlyMs: 60_000 };

/** Rule for buys of the kinds FOK and FAK that come in Polymarket's dialect: whole cents, and at least a dollar. */
export const LIVE_MARKET_BUYS = { decimals: 2, leastDollars: 1 } as const;

type StrictRule = {
  readonly meaning: string;
  /** Requests that the rule applies to. */
  readonly scope: string;
  /** Answer to a request that breaks it. */
  readonly answer: string;
};

const POLYMARKET_ORDERS = "orders in Polymarket's dialect";

export const STRICT_RULES = {
  gtd: {
    meaning:
      `an order's expiration lies at least ${LIVE_EXPIRY.leastAheadMs / 1000} s ahead, and the order leaves the book ` +
      `${LIVE_EXPIRY.leavesEarlyMs / 1000} s before it`,
    scope: POLYMARKET_ORDERS,
    answer: "400 `invalid expiration`, code `expiration_too_soon`",
  },
  "market-buys": {
    meaning:
      `a FOK or FAK buy spends money of at most ${LIVE_MARKET_BUYS.decimals} decimals, and at least ` +
      `${LIVE_MARKET_BUYS.leastDollars} dollar`,
    scope: POLYMARKET_ORDERS,
    answer:
      "400 `invalid amounts, …` or `invalid amount for a marketable BUY order …`, codes `market_buy_precision` and `market_buy_too_small`",
  },
  ticks: {
    meaning:
      `a market whose price is above ${priceText(REFINED_ABOVE)} or below ${priceText(REFINED_BELOW)} gets the price ` +
      `step ${priceText(REFINED_TICK)} from then on`,
    scope: "all markets, in all dialects",
    answer: "`tick_size_change` on the market channel, the finer step in every answer",
  },
  "v1-lists": {
    meaning:
      "lists of markets and events by cursor have `v1` markets alone, unless `version`, an id or a slug asks for others",
    scope: "`/markets/keyset` and `/events/keyset` in Polymarket's dialect",
    answer: "`v2` markets are left out",
  },
  "signer-limits": {
    meaning: "a signer sends no more orders and cancels than its tier allows; a batch is refused whole",
    scope: "orders and cancels in Polymarket's dialect",
    answer:
      "429, code `rate_limited`; headers `Poly-RateLimit-Remaining`, `-Reset`, `-Tier`, and `Retry-After`",
  },
  "signer-warnings": {
    meaning: "without `signer-limits`: what it would refuse is done, and marked",
    scope: "orders and cancels in Polymarket's dialect",
    answer: "the header `Poly-RateLimit-Warning: true`",
  },
} as const satisfies Readonly<Record<string, StrictRule>>;

export type StrictRuleName = keyof typeof STRICT_RULES;

const NAMES = Object.keys(STRICT_RULES) as readonly StrictRuleName[];

/** The rules that are on. */
export type Strictness = ReadonlySet<StrictRuleName>;

/** Rules as a sentence of documents and help: each name with its meaning. */
export const STRICT_RULE_LIST = NAMES.map((name) => `\`${name}\``).join(", ");

/** Reads `live` or `lenient`, and rules that are switched on or off after it, as in `live,-gtd`. */
export function parseStrictness(text: string): Strictness {
  const [base, ...switches] = text.split(",").map((part) => part.trim());
  if (base !== "live" && base !== "lenient")
    throw new Error(`expected live or lenient, and rules after it as in live,-gtd; got "${text}"`);
  const rules = new Set(base === "live" ? NAMES : []);
  for (const part of switches) {
    const name = NAMES.find((rule) => rule === part.slice(1));
    if (name === undefined || !/^[+-]/.test(part))
      throw new Error(`expected + or - and one of ${NAMES.join(", ")}, got "${part}"`);
    if (part.startsWith("+")) rules.add(name);
    else rules.delete(name);
  }
  return rules;
}

/** Lists all rules, each with its meaning and whether it is on. */
export const listStrictRules = (strictness: Strictness) =>
  NAMES.map((rule) => ({ rule, on: strictness.has(rule), ...STRICT_RULES[rule] }));
