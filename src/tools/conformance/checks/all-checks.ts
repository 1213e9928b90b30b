/** All checks, in the order in which the checks of each stage are made. */
import type { Check } from "../check.ts";
import { AGREEMENT_CHECKS } from "./agreement.ts";
import { BOOK_CHECKS } from "./books.ts";
import { CATALOG_CHECKS } from "./catalog.ts";
import { DATA_CHECKS } from "./data.ts";
import { LISTING_CHECKS } from "./listings.ts";
import { MARKET_CHANNEL_CHECKS, MARKET_CHANNEL_OPENING } from "./market-channel.ts";
import { ORDER_CHECKS } from "./orders.ts";
import { PRICE_CHECKS } from "./prices.ts";
import { TRADE_CHECKS } from "./trades.ts";
import { USER_CHANNEL_CHECKS, USER_CHANNEL_OPENING } from "./user-channel.ts";

export const ALL_CHECKS: readonly Check[] = [
  // Live channels are opened first, so that they report every order.
  ...MARKET_CHANNEL_OPENING,
  ...USER_CHANNEL_OPENING,
  ...ORDER_CHECKS,
  ...BOOK_CHECKS,
  ...PRICE_CHECKS,
  ...LISTING_CHECKS,
  ...TRADE_CHECKS,
  ...DATA_CHECKS,
  ...CATALOG_CHECKS,
  ...AGREEMENT_CHECKS,
  ...MARKET_CHANNEL_CHECKS,
  ...USER_CHANNEL_CHECKS,
];
