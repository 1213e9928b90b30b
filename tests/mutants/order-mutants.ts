/** Bugs in how orders are taken, matched and charged. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const ORDER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("core", "src/core/orders/match.ts", [
    [
      "a fill is at the price of the incoming order",
      "        price: resting.price,\n",
      "        price: placement.price,\n",
    ],
    [
      "a bid does not meet an ask at its own limit",
      "resting.price <= placement.price",
      "resting.price < placement.price",
    ],
    [
      "self-trade is asked of wallets, not of who signs for them",
      "resting.account.owner === placement.account.owner",
      "resting.account === placement.account",
    ],
    [
      "an order meets one more than the limit allows",
      "=== exchange.rules.limits.metByOne)",
      "=== exchange.rules.limits.metByOne + 1)",
    ],
    [
      "own orders that are taken out do not count as met",
      "placement.fills.length + placement.removed.length ===",
      "placement.fills.length ===",
    ],
    [
      "all trades of an order have one number",
      "const no = exchange.nextTrade + placement.fills.length;",
      "const no = exchange.nextTrade;",
    ],
    [
      "a budget buys as many as it would at the limit",
      "placement.left : affordableLots(budget, ownPrice);",
      "placement.left : affordableLots(budget, command.limit);",
    ],
    [
      "a budget is charged at the limit, not at the price paid",
      "subtractMicros(budget, cost(lots, ownPrice))",
      "subtractMicros(budget, cost(lots, command.limit))",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/bet.ts", [
    [
      "a bet changes while nothing but orders stands on it",
      "volume > 0 || backing > 0 || open > 0 || resolvedAt > 0",
      "volume > 0 || backing > 0 || resolvedAt > 0",
    ],
  ]),
  ...mutantsOf("core", "src/core/markets/market-terms.ts", [
    [
      "a term that a listing leaves out is lost",
      "[term, stated[term] ?? known[term]]",
      "[term, stated[term]]",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/order-rejections.ts", [
    [
      "an order is taken at the moment at which it expires",
      "command.expiresAt !== 0 && command.expiresAt <= now",
      "command.expiresAt !== 0 && command.expiresAt < now",
    ],
    ["prices of half a step are taken", "if (limit % tick === 0)", "if ((limit * 2) % tick === 0)"],
    ["the price of a whole set is taken", "limit > highest) {", "limit > ONE) {"],
    [
      "the minimum size itself is refused",
      "command.lots >= market.minimumLots",
      "command.lots > market.minimumLots",
    ],
    ["a ban is of the wallet, not of who signs for it", "bans.has(command.owner)", "bans.has(command.maker)"],
    [
      "shares that are for sale are sold again",
      "if (command.lots <= availableLots(account, number))",
      "if (command.lots <= (account.positions.get(number)?.lots ?? 0))",
    ],
    [
      "nobody looks at the fee rate that was signed",
      "highestFeeRate >= market.fees.rate",
      "highestFeeRate >= 0",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/placement-checks.ts", [
    [
      "a post-only order that expires may take",
      "if (!command.postOnly || !crosses(",
      'if (!command.postOnly || command.kind !== "GTC" || !crosses(',
    ],
    [
      "an order that fills entirely or not at all fills partly",
      'if (command.kind === "FOK" && left > 0) {',
      'if (command.kind === "FOK" && left > 0 && filled === 0) {',
    ],
    [
      "a buy may pass its collateral by its fees",
      "addMicros(addMicros(spent, charged.fee), held)",
      "addMicros(spent, held)",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/place-order.ts", [
    [
      "what an immediate order leaves canRest",
      'return canRest(placement.command) ? undefined : "not-filled";',
      'return placement.command.kind === "FOK" ? "not-filled" : undefined;',
    ],
  ]),
  ...mutantsOf("core", "src/core/limits.ts", [
    ["one more order rests than the limit allows", "open < limit)", "open <= limit)"],
  ]),
  ...mutantsOf("core", "src/core/ledger/fees.ts", [
    [
      "the fee of every fill is rounded by itself",
      "return subtractMicros(charged.fee, before);",
      "return computeFee(feeWeight(lots, price, exponent), rate, exponent);",
    ],
    [
      "resting orders pay where only takers do",
      "fees === undefined || fees.takerOnly || remaining === 0",
      "fees === undefined || remaining === 0",
    ],
    ["a resting sale pays more than it fetches", "return fee < most ? fee : most;", "return fee;"],
  ]),
  ...mutantsOf("core", "src/core/mode.ts", [
    [
      "post-only orders are taken while only cancels are",
      'case "cancel-only":\n      return classifyIssuer(command) !== "trader";',
      'case "cancel-only":\n      return classifyIssuer(command) !== "trader" || isPostOnly(command);',
    ],
    [
      "a halted exchange lets the operator trade",
      'return command.command === undefined || command.command.type === "set-mode" ? "exchange" : "operator";',
      'return "exchange";',
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/operator-cancellations.ts", [
    [
      "an operator takes out the orders of one wallet where all of their owner are meant",
      "account === undefined || account.owner === address",
      "account === undefined",
    ],
    [
      "an operator takes out a wallet's orders of all markets where one is meant",
      "(market === undefined || order.market === market) &&",
      "",
    ],
    [
      "an operator takes out the orders of both outcomes where one is meant",
      "(outcome === undefined || order.outcome === outcome)",
      "(outcome === undefined || market !== undefined)",
    ],
  ]),
  ...mutantsOf("core", "src/core/exchange.ts", [
    [
      "anyone cancels anyone's order",
      "if (order === undefined || order.account.owner !== command.owner) {",
      "if (order === undefined) {",
    ],
    [
      "to cancel the orders of a token cancels those of both",
      "order.market.tokenIds[order.outcome] === tokenId",
      "order.market.tokenIds.includes(tokenId)",
    ],
  ]),
];
