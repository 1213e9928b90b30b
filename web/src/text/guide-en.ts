/** The texts of the guide for newcomers in English. Every other language has the same keys. */
import type { Loose } from "./en.ts";

export const guideEn = {
  steps: "Steps to a first trade",
  past: "(done)",
  leave: "Leave the guide",
  close: "Close the guide",
  names: {
    sandbox: { wallet: "Wallet", funds: "Play money", trade: "First trade" },
    production: { wallet: "Wallet", funds: "Money", trade: "First trade" },
  },
  wallet: {
    sandbox:
      "New here? Three steps lead to a first trade. A wallet comes first: it is made in this browser, which remembers it.",
    production:
      "New here? Three steps lead to a first trade. A wallet comes first: connect yours, or make one.",
    make: "Create a wallet",
    other: "Use another one",
  },
  key: {
    kept: "The key of your wallet is stored in this browser, where whoever uses it can read it.",
    forget: "Don't save my key",
    forgotten: "The key is only in this page now: without a copy it is lost with it.",
    remember: "Save my key",
  },
  funds: {
    sandbox: (amount: string) => `Here is ${amount} to play with. None of it is real.`,
    production: (amount: string) => `You have ${amount} to trade with.`,
    next: "Go on to a first trade",
    none: "This wallet has no play money.",
    ask: "Money comes from the operator of this exchange. Give them the address of your wallet; the amount is shown here once it has arrived.",
  },
  trade: {
    choose: "Choose a market, for example this one:",
    of: (event: string, market: string) => `${event}: ${market}`,
    here: "Press Yes or No, enter an amount such as $10, and buy.",
    none: "No market has an offer now. Look at the markets later.",
  },
  done: "That was your first trade. Your shares are in the portfolio, where you can sell them at any time.",
} as const;

export type GuideText = Loose<typeof guideEn>;
