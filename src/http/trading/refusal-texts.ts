/**
 * Error texts that single operations give instead of the usual ones, since clients match them. Most are Polymarket's; those
 * of placements are Kuest's. Code and hint stay the same.
 */
import type { Rejection, RejectionCode, RejectionValues } from "../../core/rejection.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { RefusedRequest, RefusalText } from "../refusal-form.ts";
import { fillIn } from "./refusal.ts";

/** Key of a rejection's values that holds the name of the faulty parameter. */
export const PARAMETER = "parameter";
/** Values of a rejection for a malformed id. */
export const MALFORMED: RejectionValues = { id: "malformed" };

const POLYMARKET = ["polymarket"] as const;
const EMPTY_BATCH: RejectionValues = { count: "0" };

/** Returns Polymarket's text for a request that the schema rejects. */
const invalidPayload = (error: string): RefusalText => ({
  dialects: POLYMARKET,
  code: "invalid_payload",
  error,
});

export const INVALID_SIDE: RefusalText = { ...invalidPayload("Invalid side"), of: { [PARAMETER]: "side" } };
export const INVALID_TOKEN_ID = invalidPayload("Invalid token id");
export const INVALID_MARKET = invalidPayload("Invalid market");
export const INVALID_FILTERS = invalidPayload("invalid filters: {hint}");
export const INVALID_ORDER_PARAMS = invalidPayload("invalid order params payload");
export const INVALID_TRADE_PARAMS = invalidPayload("Invalid trade params payload");
export const INVALID_ORDER_ID = invalidPayload("Invalid orderID");

export const MALFORMED_ORDER_ID: RefusalText = {
  dialects: POLYMARKET,
  code: "order_not_found",
  of: MALFORMED,
  status: 400,
  error: "Invalid orderID",
};

export const NO_ORDER_BOOK: RefusalText = {
  dialects: ["spec", "polymarket"],
  code: "unknown_token",
  status: 400,
  error: "No orderbook exists for the requested token id",
};

export const NO_TERMS: RefusalText = {
  dialects: POLYMARKET,
  code: "unknown_token",
  error: "market not found",
};

export const NO_FEE_RATE: RefusalText = {
  dialects: POLYMARKET,
  code: "unknown_token",
  error: "fee rate not found for market",
};

export const NO_ORDERS_PLACED: RefusalText = {
  dialects: POLYMARKET,
  code: "batch_size",
  of: EMPTY_BATCH,
  error: "no orders in payload",
};

export const NO_ORDERS: RefusalText = { ...NO_ORDERS_PLACED, dialects: DIALECTS };

/** Returns texts that Kuest's site knows for a refused order; the site shows its users no message for other texts. */
const knownToSite = (error: string, codes: readonly RejectionCode[]): RefusalText[] =>
  codes.map((code) => ({ dialects: ["kuest"], code, error }));

/** Texts of a rejected request that places one or several orders. */
export const PLACEMENT_TEXTS: readonly RefusalText[] = [
  ...knownToSite("could not insert order", [
    "rate_limited",
    "payload_too_large",
    "malformed_json",
    "invalid_payload",
  ]),
  // This text does not ask the user to try again, which could buy twice.
  ...knownToSite("order match delayed due to market conditions", ["outcome_unknown"]),
];

/** Texts of a rejected order, single or in a batch. */
export const ORDER_TEXTS: readonly RefusalText[] = [
  NO_ORDER_BOOK,
  ...PLACEMENT_TEXTS,
  ...knownToSite("could not run the execution", ["quarantined"]),
  ...knownToSite("condition_paused", ["market_closed"]),
  ...knownToSite("not enough balance / allowance", ["unknown_account"]),
  ...knownToSite("failed to check balances", ["amount_too_large"]),
];

/** Returns the operation's own text of a rejection, and its status if the operation has its own. */
export function ownText(
  { code, hint, values = {} }: Rejection,
  { texts, dialect }: Pick<RefusedRequest, "texts" | "dialect">,
): Partial<Pick<RefusalText, "status" | "error">> {
  const own = texts.find(
    ({ dialects, of = {}, ...text }) =>
      text.code === code &&
      dialects.includes(dialect) &&
      Object.entries(of).every(([name, value]) => values[name] === value),
  );
  if (own === undefined) return {};
  const { status, error } = own;
  return { ...(status !== undefined && { status }), error: fillIn(error, { ...values, hint }) };
}
