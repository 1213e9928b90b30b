/** Headings of the trading interface's API document. */
import { operationGroup } from "../operation/endpoint.ts";

export const EXCHANGE = operationGroup("Exchange", "Whether it answers, and its clock");
export const BOOKS_AND_PRICES = operationGroup(
  "Books and prices",
  "By token: each outcome of a market is one",
);
export const TERMS = operationGroup("Trading terms", "What orders on a token must keep to");
export const MARKETS = operationGroup("Markets", "Listings in pages, and single markets by condition id");
export const API_KEYS = operationGroup(
  "API keys",
  "Credentials that sign requests, for a wallet that signs once",
);
export const ORDERS = operationGroup(
  "Orders",
  "Place, cancel and read orders, and tell that whoever placed them is there",
);
export const TRADES = operationGroup("Trades", "What orders became");
export const BALANCES = operationGroup(
  "Balances",
  "What the caller's wallets have, how they came to it, and what they can do with it besides trading",
);
export const NOTIFICATIONS = operationGroup("Notifications", "What happened without the caller's doing");
export const NAMES = operationGroup("Names", "How others see the caller's wallets");
export const INVITES = operationGroup("Invites", "Funds, and perhaps a name, for those who have a link");
export const REWARDS = operationGroup(
  "Rewards",
  "What markets are listed to pay for liquidity; this exchange pays none of it",
);
export const PROOF = operationGroup("Proof", "That the exchange has what it owes, for anyone to check");
export const QUOTE_REQUESTS = operationGroup(
  "Requests for quotes",
  "Clients have them, this exchange has not: each answers 501",
);
export const SANDBOX = operationGroup("Sandbox", "Outside the sandbox it does not exist");
