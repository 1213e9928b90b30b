/** Bugs in the structures that hold resting orders, and in the effects of fills on them. */
import { mutantsOf } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const BOOK_MUTANTS: readonly Mutant[] = [
  ...mutantsOf("core", "src/core/orders/book.ts", [
    [
      "the youngest order of a price is met first",
      "  return book.queues[level]?.first;\n",
      "  return book.queues[level]?.last;\n",
    ],
    [
      "an order's position in the queue leaves out the one right ahead",
      "let ahead = order.previous; ahead",
      "let ahead = order.previous?.previous; ahead",
    ],
    ["an order that leaves a level is still counted there", "  queue.orders -= 1;\n", ""],
    [
      "an order is among those ahead of it",
      "      lots = subtractLots(lots, at.remaining);\n      isFound = at === order;",
      "      isFound = at === order;\n      if (!isFound) lots = subtractLots(lots, at.remaining);",
    ],
    [
      "an order that takes a place goes behind one that is younger",
      "next.previous.priority > order.priority) next",
      "next.previous.priority > order.no) next",
    ],
    [
      "the first of a price that an order is put ahead of stays first",
      "  if (previous === undefined) queue.first = order;\n  else previous.next = order;\n  countIn",
      "  if (previous !== undefined) previous.next = order;\n  countIn",
    ],
    ["the level right below is not seen", "(-1 >>> (31 - (level & 31)))", "(-1 >>> (32 - (level & 31)))"],
    [
      "low levels of the next word are not seen",
      "return book.size;\n    bits = book.used[word]!;",
      "return book.size;\n    bits = book.used[word] & (-1 << (level & 31));",
    ],
    ["a level keeps the size of what was filled", "  queue.lots = subtractLots(queue.lots, quantity);\n", ""],
    [
      "a level forgets which order is its last",
      "  if (next === undefined) queue.last = previous;\n  else next.previous = previous;",
      "  if (next !== undefined) next.previous = previous;",
    ],
    [
      "the best bid stays when its last order leaves",
      "if (level === book.bestBid) book.bestBid = usedAtOrBelow(book, level - 1);\n  else if",
      "if",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/expiry-queue.ts", [
    ["what moves into a gap of the heap only sinks", "  raise(queue, index);\n  sink(", "  sink("],
    [
      "what stays of a heap is not put in order",
      "index = (kept >> 1) - 1; index >= 0;",
      "index = (kept >> 1) - 1; index > 0;",
    ],
    ["orders expire a moment late", "queue[index]!.leavesAt > at", "queue[index]!.leavesAt >= at"],
    [
      "the last of the heap is not looked at",
      "if (child + 1 < queue.length && sooner",
      "if (child + 1 < queue.length - 1 && sooner",
    ],
  ]),
  ...mutantsOf("core", "src/core/orders/order.ts", [
    ["a market's open orders are not counted", "  market.open += change;\n", ""],
    [
      "a neighbour among the owner's orders points at one that left",
      "  else nextOwn.previousOwn = previousOwn;\n",
      "",
    ],
  ]),
  ...mutantsOf("core", "src/core/values/digest-map.ts", [
    [
      "what stands behind a deleted key stays there",
      "      if (away >= ((next - free) & mask)) {",
      "      if (away > ((next - free) & mask)) {",
    ],
    [
      "a map that grows keeps one of those that share a slot",
      "      while (this.hashes[slot] !== FREE_SLOT_HASH) slot = (slot + 1) & this.mask;\n",
      "",
    ],
  ]),
  ...mutantsOf("core", "src/core/events/apply.ts", [
    ["a cancelled order keeps what it held", "  changeHold(order, order.remaining, NO_LOTS);\n", ""],
    [
      "a partial fill releases what the filled part would hold alone",
      "changeHold(maker, maker.remaining, subtractLots(maker.remaining, lots));",
      "changeHold(maker, lots, NO_LOTS);",
    ],
    [
      "nothing backs minted sets",
      "  if (maker.side === taker.side) {",
      '  if (maker.side === "SELL" && taker.side === "SELL") {',
    ],
    [
      "the fees of makers reach nobody",
      "addMicros(account.collateral, addMicros(takerFee, makerFee))",
      "addMicros(account.collateral, takerFee)",
    ],
    [
      "volume counts the price of the resting order's token",
      "addCapped(market.volume, fillValue(taker, fill))",
      "addCapped(market.volume, fillValue(maker, fill))",
    ],
    [
      "a taker's average is its limit",
      "price: averagePrice(money, lots) }",
      "price: sharePrice(taker.limit) }",
    ],
    ["a filled order stays in the expiry queue", "  dequeueExpiries(expiries, orders);\n", ""],
    ["an order that left can be cancelled again", "  for (const { id } of orders) open.delete(id);\n", ""],
    [
      "the last trade has the side of the order, not of the book",
      'side: taker.bid ? "BUY" : "SELL", at };',
      "side: taker.side, at };",
    ],
  ]),
  ...mutantsOf("core", "src/core/ledger/liquidity.ts", [
    [
      "what is for sale of outcome 1 is no liquidity",
      "addCapped(addCapped(buys, firstSells), secondSells)",
      "addCapped(buys, firstSells)",
    ],
  ]),
];
