/** Bugs in accounts, shares, the life of markets, and the journal's contents. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const LEDGER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("core", "src/core/units.ts", [
    ["fees are rounded down", "(2n * numerator + denominator)", "(2n * numerator)"],
    [
      "the average of a position is rounded to the nearest",
      "return Math.floor(total / (held + more)) as SharePrice;",
      "return Math.round(total / (held + more)) as SharePrice;",
    ],
    [
      "a market that resolves to half pays the whole",
      "(quantity * payout[outcome] * (ONE / (payout[0] + payout[1])))",
      "(quantity * payout[outcome] * ONE)",
    ],
    [
      "the average of converted shares counts one unit too many",
      "LOTS_PER_SHARE * ONE * (given - 1)",
      "LOTS_PER_SHARE * ONE * given",
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/position.ts", [
    [
      "an account's profit is not summed",
      "  account.realized = addCappedSigned(account.realized, profit);\n",
      "",
    ],
    [
      "shares ever bought are those that are there",
      "position.bought = addCappedSigned(position.bought, lots);",
      "position.bought = position.lots;",
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/accounts.ts", [
    [
      "what open orders hold can be withdrawn",
      'rejectSpending(account, amount) ?? [{ type: "debited", account, amount, by: "owner" }]',
      '(amount > account.collateral ? rejectSpending(account, amount) : undefined) ?? [{ type: "debited", account, amount, by: "owner" }]',
    ],
    [
      "deposits may pass the largest amount",
      "const room = micros(MAX_MICROS - exchange.deposits);",
      "const room = MAX_MICROS;",
    ],
    [
      "the orders of who is banned stay",
      '...buildCancelEvents(listOwnOrders(exchange, address), "banned")',
      "...[]",
    ],
  ]),
  ...mutantsOf("core", "src/core/people/invites.ts", [
    ["an owner uses an invite twice", "  if (invite.used.has(command.owner)) return [];\n", ""],
    [
      "invites promise more than the exchange can hold",
      "BigInt(MAX_MICROS) - BigInt(exchange.deposits) - promised;",
      "BigInt(MAX_MICROS) - BigInt(exchange.deposits);",
    ],
    ["a banned owner uses an invite", "if (exchange.bans.has(owner))", "if (exchange.bans.has(address))"],
  ]),
  ...mutantsOf("core", "src/core/events/audit-actions.ts", [
    [
      "an invite in the audit log gives ten times as much",
      'decimal<Micros>("money", 6)',
      'decimal<Micros>("money", 5)',
    ],
  ]),
  ...mutantsOf("core", "src/core/people/invite.ts", [
    ["an invite is used once more than it says", "if (used.size >= uses)", "if (used.size > uses)"],
  ]),
  ...mutantsOf("core", "src/core/ledger/fundings.ts", [
    [
      "wallets that are opened together have one number",
      '    no += 1;\n    return { type: "account-opened", no: no - 1,',
      '    return { type: "account-opened", no,',
    ],
    [
      "of two amounts for one wallet the last counts",
      "addUpTo(sums.get(address) ?? NO_MICROS, amount)",
      "amount",
    ],
    [
      "the fundings of many may pass the largest amount together",
      "rejectInvalidFunding(fundings) ?? rejectDeposit(exchange, sumFundings(fundings))",
      "rejectInvalidFunding(fundings)",
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/sets.ts", [
    [
      "a merge asks for the more plentiful outcome",
      "availableShares(first) < availableShares(second)",
      "availableShares(first) > availableShares(second)",
    ],
    [
      "shares that are for sale can be merged",
      "({ lots, held }: Holding): Lots => subtractLots(lots, held);",
      "({ lots }: Holding): Lots => lots;",
    ],
    [
      "shares of outcome 1 are paid as those of outcome 0",
      "redemptionValue(lots[1], payout, 1)",
      "redemptionValue(lots[1], payout, 0)",
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/conversion.ts", [
    [
      "a conversion gives shares of markets that are over",
      "isOpen(market) && !given.includes(market)",
      "!given.includes(market)",
    ],
    [
      "shares of an event that is decided are converted",
      "  return won && reject(",
      "  return undefined && reject(",
    ],
  ]),
  ...mutantsOf("core", "src/core/events/apply.ts", [
    [
      "a conversion pays one set too many",
      "times(setValue(lots), given.length - 1)",
      "times(setValue(lots), given.length)",
    ],
    [
      "a conversion burns only what was given",
      "for (const market of [...given, ...got]) market.burned",
      "for (const market of given) market.burned",
    ],
    [
      "an undone resolution keeps what burned shares paid back",
      "if (isNo(market.payout)) market.backing = addMicros(market.backing, setValue(market.burned));",
      "",
    ],
    [
      "a split backs one outcome's shares only",
      "  market.backing = addMicros(market.backing, value);\n  for",
      "  market.backing = addMicros(market.backing, (value / 2) as typeof value);\n  for",
    ],
  ]),
  ...mutantsOf("core", "src/core/markets/lifecycle.ts", [
    [
      "whether all are paid at once is the exchange's setting alone",
      " => autoRedeem ?? rules.autoRedeem;",
      " => rules.autoRedeem;",
    ],
    ["a resolution that was redeemed is undone", "if (market.redeemed > 0)", "if (market.redeemed < 0)"],
    ["orders rest on after a resolution", '    ...cancelAll(market, "market-resolved"),\n', ""],
    ["a market with shares is archived", "if (market.backing > 0)", "if (market.backing < 0)"],
    [
      "all markets of an event may resolve NO",
      "if (isNo(payout) && won === undefined && !undecided && count > 1)",
      "if (isNo(payout) && won === undefined && !undecided && count > 100)",
    ],
    [
      "who has shares of the second outcome alone is not paid by a resolution of many",
      "if (token === first || !positions.has(first)) yield resolution;",
      "if (token === first) yield resolution;",
    ],
  ]),
  ...mutantsOf("core", "src/core/markets/lifecycle.ts", [
    [
      "an event resolves without the markets that are in the way",
      "if (refusal !== undefined) return rejectionOfMarket(resolution.market, refusal);",
      "",
    ],
    [
      "a market that may win beside others is decided with a winner",
      "markets.find(({ negativeRisk }) => !negativeRisk)",
      "markets.find(({ negativeRisk }) => !negativeRisk && negativeRisk)",
    ],
    [
      "a proposal of an event replaces one that is open",
      "proposal !== undefined && !proposal.disputed && isSame(proposal.payout, payout)",
      "proposal !== undefined && !proposal.disputed",
    ],
  ]),
  ...mutantsOf("core", "src/core/markets/list-markets.ts", [
    [
      "a listing changes the terms of a market that has shares",
      "payout === undefined && backing === 0 &&",
      "payout === undefined &&",
    ],
    ["a market that traded is listed with other fees", "    ...(known.volume > 0 && { fees }),\n", ""],
  ]),
  ...mutantsOf("core", "src/core/markets/shown-price.ts", [
    [
      "a minute keeps its first price",
      "market.recorded?.midpoint !== current)",
      "(market.recorded?.minute ?? 0) < minute && market.recorded?.midpoint !== current)",
    ],
  ]),
  ...mutantsOf("core", "src/core/markets/market-ticks.ts", [
    ["a price near 0 leaves the step as it is", "doubled < 2 * REFINED_BELOW || ", ""],
    [
      "an offer alone makes the step finer",
      "return lastTrade && 2 * lastTrade.price;",
      "return (bid ?? 0) + (ask ?? 10_000);",
    ],
  ]),
  ...mutantsOf("core", "src/core/events/event-codec.ts", [
    [
      "the journal forgets the key that placed an order",
      "postOnly, expiresAt, apiKey };",
      'postOnly, expiresAt, apiKey: "" };',
    ],
    [
      "the journal forgets a maker's fee where the taker paid none",
      "return takerFee + makerFee > 0 ?",
      "return takerFee > 0 ?",
    ],
    [
      "the journal forgets that an order leaves early",
      "order.leavesAt === expiresAt ? undefined :",
      "order.leavesAt !== 0 ? undefined :",
    ],
    ["the journal forgets when orders expire", "placedAt: at,", "placedAt: at, expiresAt: 0,"],
    [
      "the journal forgets how an order ended",
      "return { type, order, signed, fills, ended, replaces };",
      "return { type, order, signed, fills, ended: undefined, replaces };",
    ],
    [
      "the journal forgets whose place an order took",
      "const priority = takenPriority(order);",
      "const priority = undefined;",
    ],
    [
      "replay keeps an order that was cancelled with others",
      "if (!resting.delete(no)) throw",
      'if (event.type === "order-canceled" && !resting.delete(no)) throw',
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/failed-settlement.ts", [
    ["a settlement that fails takes the fees from nobody", "  if (fees > 0)\n", "  if (fees < 0)\n"],
    [
      "a settlement that fails keeps the fees",
      "addMicros(collateral, addMicros(paid, fee))",
      "addMicros(collateral, paid)",
    ],
    [
      "a settlement fails in a market that is over",
      "if (!isOpen(market)) return reject",
      "if (false) return reject",
    ],
    [
      "a settlement fails though a party sold on what it got",
      "if (given > holding.lots)",
      "if (given > holding.lots + 1)",
    ],
    [
      "all sells go when a settlement fails",
      "held = subtractLots(held, remaining);",
      "held = subtractLots(held, NO_LOTS);",
    ],
    ["sets whose settlement failed stay backed", "if (maker.side !== taker.side) continue;", "continue;"],
    ["a purchase that failed counts as one", "    position.bought = subtractLots(bought, given);\n", ""],
  ]),
  ...mutantsOf("core", "src/core/orders/canceled-orders.ts", [
    [
      "orders that are cancelled together are all but the last",
      '[{ type: "orders-canceled", orders, reason }]',
      '[{ type: "orders-canceled", orders: orders.slice(0, -1), reason }]',
    ],
  ]),
];
