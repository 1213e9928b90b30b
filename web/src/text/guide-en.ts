/** The texts of the guide for newcomers in English. Every other language has the same keys. */
import type { Loose } from "./en.ts";

export const guideEn = {
  steps: "Steps to your first trade",
  past: "(done)",
  leave: "Leave the guide",
  close: "Close the guide",
  names: {
    sandbox: { wallet: "Wallet", funds: "Play money", trade: "First trade" },
    production: { wallet: "Wallet", funds: "Money", trade: "First trade" },
  },
  wallet: {
    sandbox:
      "New here? Make your first trade in three steps. First, create a wallet. This browser saves its private key.",
    production: "New here? Make your first trade in three steps. First, connect your wallet or create one.",
    make: "Create a wallet",
    other: "Use another wallet",
  },
  key: {
    kept: "This browser saves the private key of your wallet. Anyone who uses this browser can read the key.",
    forget: "Don't save my key",
    forgotten:
      "Your private key is now only in this page. Copy the key, or you lose it when you close the page.",
    remember: "Save my key",
  },
  funds: {
    sandbox: (amount: string) => `You have ${amount} of play money.`,
    production: (amount: string) => `You have ${amount} to trade with.`,
    next: "Continue",
    none: "This wallet has no play money.",
    ask: "The operator adds money to wallets: send the operator your address. The amount appears here when it arrives.",
  },
  trade: {
    choose: "Choose a market, for example this one:",
    of: (event: string, market: string) => `${event}: ${market}`,
    here: "Press Yes or No, enter an amount such as $10, and press Buy.",
    none: "No market has shares for sale now. Look at the markets again later.",
  },
  done: "You made your first trade. You can sell your shares at any time.",
} as const;

export type GuideText = Loose<typeof guideEn>;
