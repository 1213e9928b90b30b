/**
 * Parameters shared by operations of the data interface. A required one is used directly, an optional one inside
 * `Type.Optional`. Values are within their bounds before a handler sees them.
 */
import { Type } from "typebox";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { WALLET_FORMAT } from "../values/wallets.ts";

/** Address in any letter case; handlers compare it in lower case, by `lowerCase`. */
export const User = Type.String({
  format: WALLET_FORMAT,
  description: "Wallet address, in any case of letters; a mixed one has to be its checksum",
});

const MAX_CONDITIONS = 500;

/** Condition ids in any letter case, in the order of the request, including duplicates. */
export const ConditionIds = Type.Array(
  Type.String({ pattern: CONDITION_PATTERN, description: "Condition id" }),
  { maxItems: MAX_CONDITIONS, description: "Condition ids of markets, with commas between them" },
);

/** Converts an address or an id to the case in which the exchange stores it. */
export const lowerCase = (text: string): string => text.toLowerCase();

type LimitBounds = { readonly default: number; readonly minimum?: number; readonly maximum: number };

/** Rows per page, at least 0 unless a minimum is given; a larger value is reduced to the maximum. */
export const Limit = (bounds: LimitBounds) => pageLimit({ minimum: 0, ...bounds });

/** Rows to skip; a value above the maximum is refused, so that no row is silently repeated. */
export const Offset = ({ maximum }: { readonly maximum: number }) =>
  Type.Integer({ default: 0, minimum: 0, maximum, description: "Rows to skip" });

export const SortDirection = Type.Enum(["ASC", "DESC"], {
  default: "DESC",
  description: "Whether the least or the greatest comes first",
});

const MAX_TITLE = 100;

export const Title = Type.Optional(
  Type.String({ maxLength: MAX_TITLE, description: "Part of the market's title, in any case of letters" }),
);

/** A minimum amount, in units of the compared value. */
export const Threshold = (standard: { readonly default?: number }, description: string) =>
  Type.Number({ ...standard, minimum: 0, description });
