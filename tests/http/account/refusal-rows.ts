/** The row type of the tables of refused orders, and texts of the dialects that several rows share. */
import type { OrderTerms, PlacementOptions } from "../../support/trader.ts";
import type { Refused } from "./world.ts";

export type Text = string | RegExp;
export type Row = {
  readonly name: string;
  readonly terms?: Partial<OrderTerms>;
  readonly options?: PlacementOptions;
  /** Changes of the order's fields after signing. */
  readonly order?: Record<string, unknown>;
  /** Changes the order's signature. */
  readonly signature?: (signature: string) => string;
  /** 400 where it is left out; of Spec, Polymarket and Kuest where they differ. */
  readonly status?: number | readonly [number, number, number];
  readonly code: Refused["code"];
  /** Spec, Polymarket and Kuest; one for all three. */
  readonly error: Text | readonly [Text, Text, Text];
  readonly hint?: RegExp;
};

export const PAYLOAD = ["invalid payload", "Invalid order payload", "could not insert order"] as const;
export const TICK = (price: string, tick = "0.01") =>
  [
    "order is invalid. price breaks minimum tick size rules",
    new RegExp(
      `^order 0x[0-9a-f]{64} is invalid. Price \\(${price}\\) breaks minimum tick size rule: ${tick}$`,
    ),
    "order is invalid. price breaks minimum tick size rules",
  ] as const;
export const MINIMUM = (size: string, minimum: string) =>
  [
    "order is invalid. size lower than the minimum",
    new RegExp(`^order 0x[0-9a-f]{64} is invalid. Size \\(${size}\\) lower than the minimum: ${minimum}$`),
    "order is invalid. size lower than the minimum",
  ] as const;
export const BALANCE = (balance: number, held: number, needed: number) =>
  [
    "not enough balance / allowance",
    `not enough balance / allowance: the balance is not enough -> balance: ${balance}, sum of active orders: ${held}, order amount: ${needed}`,
    "not enough balance / allowance",
  ] as const;
export const SIGNATURE = ["invalid order signature", "invalid signature", "invalid order signature"] as const;
export const SIGNATURE_TYPE = [
  "unsupported signature type",
  "unsupported signature type",
  "invalid order signature",
] as const;
export const SIGNER = [
  "the order signer address has to be the address of the API KEY",
  "the order signer address has to be the address of the API KEY",
  "invalid order signature",
] as const;
export const MAKER = [
  "maker address not allowed",
  "maker address not allowed, please use the deposit wallet flow",
  "invalid order signature",
] as const;
export const OWNER = [
  "owner_mismatch",
  "the order owner has to be the owner of the API KEY",
  "owner_address_mismatch",
] as const;
export const AMOUNTS = [
  "makerAmount and takerAmount must be positive",
  "invalid amounts",
  "makerAmount and takerAmount must be positive",
] as const;
export const TOKEN = [
  "No orderbook exists for the requested token id",
  "No orderbook exists for the requested token id",
  "token is not registered",
] as const;
export const TOKEN_STATUS = [400, 400, 404] as const;
export const CONTRACT = [
  "unsupported verifying contract",
  "invalid signature",
  "unsupported verifying contract",
] as const;
export const KIND = [
  "postOnly requires GTC or GTD",
  "invalid post-only order: only GTC and GTD order types are allowed",
  "postOnly requires GTC or GTD",
] as const;
