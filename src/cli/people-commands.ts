/** Subcommands about accounts, their orders and who may trade; each module is loaded on demand. */
import type { Subcommand } from "./subcommand.ts";

export const PEOPLE_COMMANDS: { readonly [name: string]: Subcommand } = {
  account: {
    summary: "open accounts, where none opens by itself",
    asksRunning: true,
    load: async () => {
      const { account, ACCOUNT_HELP } = await import("./account.ts");
      return { help: ACCOUNT_HELP, run: account };
    },
  },
  credit: {
    summary: "add collateral to a wallet's account",
    asksRunning: true,
    load: async () => {
      const { credit, CREDIT_HELP } = await import("./credit.ts");
      return { help: CREDIT_HELP, run: credit };
    },
  },
  debit: {
    summary: "take collateral out of a wallet's account",
    asksRunning: true,
    load: async () => {
      const { debit, DEBIT_HELP } = await import("./credit.ts");
      return { help: DEBIT_HELP, run: debit };
    },
  },
  key: {
    summary: "list and revoke API keys",
    asksRunning: true,
    load: async () => {
      const { key, KEY_HELP } = await import("./key.ts");
      return { help: KEY_HELP, run: key };
    },
  },
  orders: {
    summary: "cancel open orders of a wallet or a market",
    asksRunning: true,
    load: async () => {
      const { orders, ORDERS_HELP } = await import("./orders.ts");
      return { help: ORDERS_HELP, run: orders };
    },
  },
  ban: {
    summary: "refuse the orders of a wallet",
    asksRunning: true,
    load: async () => {
      const { ban, BAN_HELP } = await import("./ban.ts");
      return { help: BAN_HELP, run: ban };
    },
  },
  names: {
    summary: "list names of wallets, take one away, or forbid one",
    asksRunning: true,
    load: async () => {
      const { names, NAMES_HELP } = await import("./names.ts");
      return { help: NAMES_HELP, run: names };
    },
  },
  invites: {
    summary: "make links that give funds and names, list and revoke them",
    asksRunning: true,
    load: async () => {
      const { invites, INVITES_HELP } = await import("./invites.ts");
      return { help: INVITES_HELP, run: invites };
    },
  },
};
