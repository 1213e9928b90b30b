/** The texts in English that explain how the exchange works. Every other language has the same keys. */
import type { Loose } from "./en.ts";

export const learnEn = {
  explanations: {
    chance:
      "The price of a share, read as a probability: at 62¢, traders think the outcome is 62% likely. The chance is halfway between the best prices of buyers and sellers. If these prices are far apart, the chance is the last price.",
    share:
      "A share pays $1 if its outcome happens, and nothing if not. You can sell the share at any time before the result.",
    profit:
      "Your profit if your outcome happens: $1 for each share, minus the money you paid. If the outcome does not happen, you lose the money you paid.",
    averagePrice:
      "The average price of a share over the whole order. A large order can trade at several prices in the order book, each worse than the one before.",
    limitPrice:
      "The highest price you pay when you buy, or the lowest price you accept when you sell. Shares that cannot trade at this price or better wait in the order book.",
    slippage:
      "The maximum difference between the best price and the price at which a market order trades. The order does not trade beyond this limit.",
    fee: "The part of a trade that the exchange keeps. The fee is highest at 50¢ and falls towards 1¢ and 99¢. The order ticket shows the fee before you trade.",
    spread:
      "The difference between the lowest price of a seller and the highest price of a buyer. With a smaller spread, you lose less when you buy a share and then sell it.",
    depth:
      "The number of shares that you can buy or sell up to each price. In a deep market, a large order moves the price only a little.",
    resolution:
      "The decision about the result, by the rules of the market. Trading ends, and each share of the outcome that happened pays $1.",
    disputed: "Somebody objects to the proposed result. Trading continues until the market is resolved.",
    negativeRisk:
      "Exactly one market of the event can win. You can therefore convert No shares of some markets into Yes shares of all other markets. If you convert No shares of several markets, you also receive money.",
  },
  howItWorks: {
    lead: "A market asks a question about the future. You buy shares of the outcome that you believe in.",
    ideas: "The idea",
    pays: "A share of an outcome pays $1 if the outcome happens, and nothing if not.",
    price:
      "The price of a share is therefore a chance: if a share costs 62¢, traders think the outcome is 62% likely.",
    sell: "You do not have to wait for the result: you can sell your shares at any time, at the current price.",
    example: "An example in numbers",
    now: "A market of this exchange, at its current price:",
    madeUp: "No market of this exchange has shares for sale now, so the numbers are made up.",
    buy: (size: string, outcome: string, price: string) => `You buy ${size} shares of ${outcome} at ${price}`,
    fee: "Fee",
    paid: "You pay",
    wins: (outcome: string) => `If the result is ${outcome}, you receive`,
    profit: "Your profit",
    loses: (outcome: string) => `If the result is not ${outcome}, you lose`,
    even: (outcome: string, chance: string) =>
      `The purchase makes sense if you think that ${outcome} is more than ${chance} likely.`,
    toMarket: "Go to this market",
    orders: "Orders",
    others:
      "You trade with other people, not against the exchange. The order book shows their offers to buy and to sell.",
    marketOrder: "A market order trades at once, at the best prices in the order book.",
    limitOrder:
      "A limit order trades only at your price or better. Shares that cannot trade now wait in the order book. You can cancel an order that waits.",
    match:
      "A buyer of Yes and a buyer of No can also trade with each other: together they pay $1, and each receives a share.",
    fees: "Fees",
    noFee: "The market of the example has no fee.",
    someFee: (size: string, most: string) =>
      `On the market of the example, the fee for ${size} shares is ${most} at 50¢, where the fee is highest.`,
    takers: "Only an order that trades at once pays the fee. An order that waits in the book pays no fee.",
    everybody: "Orders that wait in the book also pay the fee when they trade.",
    each: "Each market has its own fee. The order ticket shows the fee before you trade.",
    money: "Money",
    sandbox:
      "This is a sandbox: its dollars are play money. A new wallet comes with play money, and you can get more with one click.",
    production:
      "Amounts are in dollars. Deposits and withdrawals go through the operator of this exchange, who credits the address of your wallet.",
    held: "While an order to buy waits in the book, the exchange reserves its money. If you cancel the order, the money is available again.",
    result: "The result",
    decided:
      "The operator resolves a market by its rules. The page of the market shows the rules and the source of the result.",
    proposed:
      "First, the operator can propose a result and show evidence. The proposal can be disputed. Trading continues until the resolution.",
    paidOut:
      "After the resolution, each share of the outcome that happened pays $1. Shares of the other outcome pay nothing. If neither outcome fits, each share pays 50¢. Open orders are cancelled.",
    paidAtOnce:
      "The exchange pays out all shares automatically. In some markets, you claim the payout yourself.",
    claimed: "You claim the payout of your shares with one click, on the market's page or in your portfolio.",
    terms: "Glossary",
  },
} as const;

export type LearnText = Loose<typeof learnEn>;
