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
      "an order meets the one that it replaces first of all",
      "first !== undefined && first === replaced ?",
      "first !== undefined && first.no === 0 ?",
    ],
    [
      "an order meets the one that it replaces behind others",
      "next !== undefined && next === replaced ?",
      "next !== undefined && next.no === 0 ?",
    ],
    [
      "an order that cancels both goes on after its owner's order",
      '        placement.stopped = "self-trade-both";\n        return;\n',
      '        placement.stopped = "self-trade-both";\n',
    ],
    [
      "an order cannot choose what happens when it meets one of its owner",
      "command.selfTrade ?? exchange.rules.selfTrade",
      "exchange.rules.selfTrade",
    ],
    [
      "an order meets one more than the limit allows",
      "=== exchange.rules.limits.metByOne)",
      "=== exchange.rules.limits.metByOne + 1)",
    ],
    [
      "own orders that are taken out do not count as met",
      "placement.fills.length + placement.removed.length + placement.passed;",
      "placement.fills.length + placement.passed;",
    ],
    [
      "a group stops only beyond its limit",
      "(grouped?.get(group) ?? NO_LOTS) >= group.limit;",
      "(grouped?.get(group) ?? NO_LOTS) > group.limit;",
    ],
    [
      "an incoming order does not count for its group",
      "      countForGroup(placement, placement.group, lots);\n",
      "",
    ],
    [
      "an incoming order goes on when its own group is at its limit",
      "if (placement.group !== undefined && isStopped(placement, placement.group)) {",
      "if (placement.group !== undefined && placement.passed < 0) {",
    ],
    [
      "what is left of an order rests in the group that it stopped",
      "if (group !== undefined && stopped === undefined && canRest(command) && isStopped(placement, group))",
      "if (group !== undefined && stopped === undefined && canRest(command) && placement.passed < 0)",
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
      "if (command.expiresAt <= now) {",
      "if (command.expiresAt < now) {",
    ],
    [
      "an expiration that is just far enough ahead is refused",
      "command.expiresAt >= seconds(now) * 1000 + leastAheadMs",
      "command.expiresAt > seconds(now) * 1000 + leastAheadMs",
    ],
    [
      "an order replaces one of another owner",
      "return found?.account.owner === owner ? found : undefined;",
      "return found;",
    ],
    [
      "the collateral of the order to replace is not counted",
      "return addMicros(cost(remaining, limit), computeRestingFee(replaced, remaining));",
      "return NO_MICROS;",
    ],
    [
      "the shares of the order to replace are counted for the other outcome, too",
      "replaced.market === market && replaced.outcome === outcome ?",
      "replaced.market === market ?",
    ],
    [
      "an order is late at the last moment that it allows",
      "latestAt === undefined || at <= latestAt",
      "latestAt === undefined || at < latestAt",
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
      "addLots(availableLots(account, tokenNumber(token.market, token.outcome)), released);",
      "addLots(getHolding(account, token.market, token.outcome).lots, released);",
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
    [
      "an order that replaces another one has its place with a larger size, too",
      "return isSamePlace && command.lots <= replaced.remaining ? replaced.priority : undefined;",
      "return isSamePlace ? replaced.priority : undefined;",
    ],
    [
      "an order that replaces another one has its place at another price, too",
      "    replaced.limit === command.limit;",
      "    true;",
    ],
    [
      "an order that was replaced stays in the book",
      '    ...buildCancelEvents(replaced === undefined ? [] : [replaced], "replaced"),\n',
      "",
    ],
    [
      "other orders of a group that stops stay in the book",
      '    stops.before.push(...buildCancelEvents(others, "group-limit"));\n',
      "",
    ],
    [
      "what is left of the order that stopped its group stays in the book",
      "maker.group === group && maker.remaining > lots);",
      "maker.group === group && maker.remaining < lots);",
    ],
    [
      "an order that cannot rest takes the place of the order that it replaces",
      "if (replaced === undefined || !canRest(command)) return undefined;",
      "if (replaced === undefined) return undefined;",
    ],
    [
      "an order that is cancelled with the one that it met leaves that one in the book",
      'buildCancelEvents(both ? removed : [], "self-trade"), killed];',
      'buildCancelEvents([], "self-trade"), killed];',
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/order-groups.ts", [
    [
      "a stopped group takes orders",
      "  if (!group.isStopped) return undefined;\n",
      "  if (group.windowMs > 0) return undefined;\n",
    ],
    ["a reset keeps what was counted", '  if (change === "reset") group.filled = [];\n', ""],
    [
      "a removed group leaves its orders",
      '      ...buildCancelEvents(listGroupOrders(exchange, group), "group-removed"),\n',
      "",
    ],
    [
      "a lowered limit does not stop a group",
      "return isReached && !group.isStopped ? [set, ...stopGroup(exchange, group)] : [set];",
      "return [set];",
    ],
    [
      "a longer window counts again what had left the former one",
      "listCounted(mergeParts(listCounted(group.filled, group.windowMs, at), windowMs), windowMs, at);",
      "listCounted(mergeParts(group.filled, windowMs), windowMs, at);",
    ],
    [
      "fills of a part of the window leave it as the first of them would",
      "at % partMs === 0 ? at : at + partMs - (at % partMs);",
      "at - (at % partMs);",
    ],
  ]),
  ...mutantsOf("core", "src/core/limits.ts", [
    ["one more order rests than the limit allows", "open < limit)", "open <= limit)"],
    [
      "the order to replace counts among the open ones",
      "const ofAccount = replaced?.account === account ? 1 : 0;",
      "const ofAccount = 0;",
    ],
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
  ...mutantsOf("core", "src/core/orders/canceled-orders.ts", [
    [
      "the answer to a cancel says that what was left had been filled",
      "matched: subtractLots(lots, remaining),",
      "matched: remaining,",
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
