/** Headings of the trading interface's document. */
import type { OperationGroup } from "../endpoint.ts";

export const EXCHANGE: OperationGroup = {
  name: "Exchange",
  description: "Whether it answers, and its clock",
};
export const BOOKS_AND_PRICES: OperationGroup = {
  name: "Books and prices",
  description: "By token: each outcome of a market is one",
};
export const TERMS: OperationGroup = {
  name: "Trading terms",
  description: "What orders on a token must keep to",
};
export const MARKETS: OperationGroup = {
  name: "Markets",
  description: "Listings in pages, and single markets by condition id",
};
export const API_KEYS: OperationGroup = {
  name: "API keys",
  description: "Credentials that sign requests, for a wallet that signs once",
};
export const ORDERS: OperationGroup = {
  name: "Orders",
  description: "Place, cancel and read orders, and tell that whoever placed them is there",
};
export const TRADES: OperationGroup = { name: "Trades", description: "What orders became" };
export const BALANCES: OperationGroup = {
  name: "Balances",
  description:
    "What the caller's wallets have, how they came to it, and what they can do with it besides trading",
};
export const NOTIFICATIONS: OperationGroup = {
  name: "Notifications",
  description: "What happened without the caller's doing",
};
export const REWARDS: OperationGroup = {
  name: "Rewards",
  description: "What markets are listed to pay for liquidity; this exchange pays none of it",
};
export const PROOF: OperationGroup = {
  name: "Proof",
  description: "That the exchange has what it owes, for anyone to check",
};
export const QUOTE_REQUESTS: OperationGroup = {
  name: "Requests for quotes",
  description: "Clients have them, this exchange has not: each answers 501",
};
export const SANDBOX: OperationGroup = {
  name: "Sandbox",
  description: "Outside the sandbox it does not exist",
};
