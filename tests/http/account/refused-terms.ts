/** Orders that are refused for the state of their market, their price and size, or what covers them. */
import { tokenOf } from "../../support/exchange.ts";
import { TICK, MINIMUM, BALANCE, KIND } from "./refusal-rows.ts";
import type { Row } from "./refusal-rows.ts";
import { NO } from "./world.ts";

const MARKET: readonly Row[] = [
  {
    name: "a market that is not open yet",
    terms: { tokenId: tokenOf("draft yes") },
    code: "market_not_open",
    error: [
      "market not yet accepting orders",
      "the market is not yet ready to process new orders",
      "market not yet accepting orders",
    ],
  },
  {
    name: "a paused market",
    terms: { tokenId: tokenOf("paused no") },
    status: 409,
    code: "market_paused",
    error: "condition_paused",
    hint: /cancels are taken/,
  },
  {
    name: "a resolved market",
    terms: { tokenId: tokenOf("done no") },
    code: "market_closed",
    error: ["the market is closed", "the market is closed", "condition_paused"],
    hint: /resolved/,
  },
  {
    name: "post-only FOK",
    options: { orderType: "FOK", postOnly: true },
    code: "post_only_kind",
    error: KIND,
  },
  {
    name: "GTD without expiration",
    options: { orderType: "GTD" },
    code: "expiration_required",
    error: ["expiration is required", "invalid expiration", "expiration is required"],
  },
  {
    name: "GTD that ends now",
    terms: { expiration: "1780315200" },
    options: { orderType: "GTD" },
    code: "order_expired",
    error: "invalid expiration",
    hint: /after 1780315200 .*; nearest: 1780315201$/,
  },
  {
    name: "a price between two ticks",
    terms: { makerAmount: "5050000", takerAmount: "10000000" },
    code: "price_off_tick",
    error: TICK("0.505"),
    hint: /got 0.505; nearest: 0.5 or 0.51, makerAmount 5000000 or 5100000$/,
  },
  {
    name: "price 1",
    terms: { makerAmount: "10000000", takerAmount: "10000000" },
    code: "price_out_of_range",
    error: TICK("1"),
    hint: /from 0.01 to 0.99, got 1; nearest: 0.99$/,
  },
  {
    name: "a fraction of a hundredth",
    terms: { makerAmount: "5000500", takerAmount: "10001000" },
    code: "size_not_whole",
    error: [
      "order is invalid. size must be a multiple of 0.01",
      "invalid amounts, the size supports a max accuracy of 2 decimals",
      "order quantity must be positive, a multiple of 0.01",
    ],
    hint: /got 10.001; nearest: 10 or 10.01/,
  },
  {
    name: "0.99 of the 1 share that the market wants",
    terms: { size: "0.99" },
    code: "size_below_minimum",
    error: MINIMUM("0.99", "1"),
    hint: /at least 1 shares, got 0.99/,
  },
];

const FUNDS: readonly Row[] = [
  {
    name: "a buy beyond the balance",
    terms: { size: "20000" },
    code: "insufficient_balance",
    error: BALANCE(9_995_000_000, 1_000_000, 10_000_000_000),
    hint: /balance 9995, held by open orders 1, needed 10000; available: 9994$/,
  },
  {
    name: "a market buy beyond the balance",
    terms: { makerAmount: "9994000001", takerAmount: "16656666668" },
    options: { orderType: "FAK" },
    code: "insufficient_balance",
    error: BALANCE(9_995_000_000, 1_000_000, 9_994_000_001),
  },
  {
    name: "a sell of shares that an order holds",
    terms: { side: "SELL", tokenId: NO, size: "3.01" },
    code: "insufficient_balance",
    error: BALANCE(5_000_000, 2_000_000, 3_010_000),
    hint: /balance 5, held by open orders 2, needed 3.01/,
  },
  {
    name: "a sell of shares of another market",
    terms: { side: "SELL", tokenId: tokenOf("wind yes"), size: "1" },
    code: "insufficient_balance",
    error: BALANCE(0, 0, 1_000_000),
  },
  {
    name: "post-only that crosses",
    terms: { price: "0.6" },
    options: { postOnly: true },
    code: "post_only_crosses",
    error: [
      "postOnly would cross the best ask",
      "invalid post-only order: order crosses book",
      "postOnly would cross the best ask",
    ],
    hint: /0.6 with 0.6; nearest: 0.59/,
  },
  {
    name: "a post-only sell that crosses",
    terms: { side: "SELL", tokenId: NO, price: "0.4", size: "1" },
    options: { postOnly: true },
    code: "post_only_crosses",
    error: [
      "postOnly would cross the best bid",
      "invalid post-only order: order crosses book",
      "postOnly would cross the best bid",
    ],
  },
  {
    name: "FOK for more than there is",
    terms: { price: "0.6", size: "5.01" },
    options: { orderType: "FOK" },
    code: "fok_not_filled",
    error: [
      "order couldn't be fully filled, fok orders are fully filled/killed",
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
      "order couldn't be fully filled, fok orders are fully filled/killed",
    ],
    hint: /expected 5.01 .* has 5/,
  },
  {
    name: "FAK below the best ask",
    terms: { price: "0.59" },
    options: { orderType: "FAK" },
    code: "fak_not_matched",
    error: [
      "no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.",
      "no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.",
      "order couldn't be fully filled, fok orders are fully filled/killed",
    ],
    hint: /nothing at 0.59 or better/,
  },
];

export const REFUSED_TERMS: readonly Row[] = [...MARKET, ...FUNDS];
