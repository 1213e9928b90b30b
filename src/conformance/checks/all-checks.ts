/** All checks, in the order in which those of a stage are made. */
import type { Check } from "../check.ts";
import { BOOK_CHECKS } from "./books.ts";
import { CATALOG_CHECKS } from "./catalog.ts";
import { DATA_CHECKS } from "./data.ts";
import { LISTING_CHECKS } from "./listings.ts";
import { ORDER_CHECKS } from "./orders.ts";
import { PRICE_CHECKS } from "./prices.ts";
import { TRADE_CHECKS } from "./trades.ts";

export const ALL_CHECKS: readonly Check[] = [
  ...ORDER_CHECKS,
  ...BOOK_CHECKS,
  ...PRICE_CHECKS,
  ...LISTING_CHECKS,
  ...TRADE_CHECKS,
  ...DATA_CHECKS,
  ...CATALOG_CHECKS,
];
