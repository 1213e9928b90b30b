/** The texts in English that explain how the exchange works. Every other language has the same keys. */
import type { Loose } from "./en.ts";

export const learnEn = {
  explanations: {
    chance:
      "The price of a share, read as a likelihood: at 62¢ traders hold the outcome 62% likely. It is the middle between buyers and sellers, or the last price where these are far apart.",
    share: "It pays $1 if its outcome happens, and nothing if not. Until then it can be sold at any time.",
    profit:
      "What you gain if your outcome happens: each share then pays $1, less what you paid. If it does not happen, you lose what you paid.",
    averagePrice:
      "The price of a share over the whole order. A large order takes several prices of the book, each worse than the one before.",
    limitPrice:
      "The most that you pay for a share, or the least that you take. What the book does not have within it waits there for somebody else.",
    slippage:
      "The distance from the best price that a market order may go to. What would be worse than that is not traded.",
    fee: "The part that the exchange keeps of a trade. It is highest at 50¢ and falls towards 1¢ and 99¢. The ticket shows it before you trade.",
    spread:
      "The distance between the cheapest offer to sell and the dearest offer to buy. The smaller it is, the less it costs to buy and sell again.",
    depth:
      "The number of shares that can be bought or sold up to each price. In a deep market a large order moves the price little.",
    resolution:
      "The decision which outcome happened, by the rules of the market. It ends trading, and the shares pay.",
    disputed:
      "Somebody objects to the result that was proposed. Trading goes on until the market is resolved.",
    negativeRisk:
      "Exactly one market of the event can win. So No shares of some of them can be turned into Yes shares of all others, and money.",
  },
  howItWorks: {
    lead: "A market asks a question about the future. You buy shares of the outcome that you believe in.",
    ideas: "The idea",
    pays: "A share of an outcome pays $1 if the outcome happens, and nothing if not.",
    price: "So its price is a chance: where a share costs 62¢, traders hold the outcome 62% likely.",
    sell: "You need not wait for the result: shares can be sold at any time, at the price of then.",
    example: "An example in numbers",
    now: "From a market of this exchange, at its price now:",
    madeUp: "No market of this exchange has an offer now, so the numbers are made up.",
    buy: (size: string, outcome: string, price: string) => `You buy ${size} shares of ${outcome} at ${price}`,
    fee: "Fee",
    paid: "You pay",
    wins: (outcome: string) => `It comes to ${outcome}: you receive`,
    profit: "Your profit then",
    loses: (outcome: string) => `It does not come to ${outcome}: you lose`,
    even: (outcome: string, chance: string) =>
      `So it is a good purchase if you hold ${outcome} more than ${chance} likely.`,
    toMarket: "To this market",
    orders: "Orders",
    others:
      "You trade with others, and not against the exchange. The book has what they offer to buy and to sell.",
    marketOrder: "A market order trades at once, at the best prices of the book.",
    limitOrder:
      "A limit order names its price. What nobody has within it waits in the book, and can be cancelled.",
    match: "A buyer of Yes and a buyer of No can meet too: together they pay $1, and each receives a share.",
    fees: "Fees",
    noFee: "The market of the example takes no fee.",
    someFee: (size: string, most: string) =>
      `On the market of the example the fee of ${size} shares is ${most} at 50¢, where it is highest.`,
    takers: "Only an order that trades at once pays it. One that waits in the book pays nothing.",
    everybody: "Orders that wait in the book pay it too, once they trade.",
    each: "Each market has its own fee. The ticket shows it before you trade.",
    money: "Money",
    sandbox:
      "This is a sandbox: its dollars are play money. A new wallet comes with some, and gets more with a click.",
    production:
      "Amounts are in dollars. They come in and go out through the operator of this exchange, who credits the address of your wallet.",
    held: "Money for an order that waits is set aside, and free again once the order is cancelled.",
    result: "The result",
    decided: "The operator decides by the rules of the market, which are on its page with their source.",
    proposed: "A result can be proposed before, with its evidence, and disputed. Trading goes on meanwhile.",
    paidOut:
      "Then each share of the outcome that happened pays $1, and of the other nothing. Where neither fits, both pay 50¢. Orders that wait are cancelled.",
    paidAtOnce: "The exchange pays all shares by itself, unless the market has another setting.",
    claimed: "You claim what your shares pay with a click, on the market's page or in your portfolio.",
    terms: "The terms",
  },
} as const;

export type LearnText = Loose<typeof learnEn>;
