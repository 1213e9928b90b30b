/** Trades of two wallets, Ann and Bob, in the tests of what wallets earned. */
import { tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";

/** Gives the trades in the exchange that runs when they are made. */
export const twoTraders = (running: () => TestExchange) => ({
  /** Ann trades Yes at this price, and Bob takes the other side. */
  async deal(market: string, side: "BUY" | "SELL", price: string, size: string): Promise<void> {
    const exchange = running();
    await exchange.place({ account: walletOf("ann"), side, tokenId: tokenOf(`${market} yes`), price, size });
    const other =
      side === "BUY"
        ? ({ side: "BUY", tokenId: tokenOf(`${market} no`), price: String(1 - Number(price)) } as const)
        : ({ side: "BUY", tokenId: tokenOf(`${market} yes`), price } as const);
    await exchange.place({ account: walletOf("bob"), size, ...other });
  },
  bid: (account: string, token: string, price: string) =>
    running().place({ account, side: "BUY", tokenId: tokenOf(token), price, size: "5" }),
});
