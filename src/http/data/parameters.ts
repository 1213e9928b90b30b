/**
 * The parameters that several operations of the data interface have. A required one is used as it is, another inside
 * `Type.Optional`; each stays within its bounds before a handler sees it.
 */
import { Type } from "typebox";
import { CONDITION_PATTERN } from "../id-patterns.ts";
import { pageLimit } from "../page-limit.ts";
import { WALLET_FORMAT } from "../wallets.ts";

/** Ids in any case of letters: handlers compare the lower case, as `lowerCase` gives it. */
export const User = Type.String({
  format: WALLET_FORMAT,
  description: "Wallet address, in any case of letters; a mixed one has to be its checksum",
});

const MAX_CONDITIONS = 500;

/** Ids in any case of letters, as they were sent: repeated ones too, in the order of the request. */
export const ConditionIds = Type.Array(
  Type.String({ pattern: CONDITION_PATTERN, description: "Condition id" }),
  { maxItems: MAX_CONDITIONS, description: "Condition ids of markets, with commas between them" },
);

/** A wallet, or ids, as the exchange has them. */
export const lowerCase = (text: string): string => text.toLowerCase();

type LimitBounds = { readonly default: number; readonly minimum?: number; readonly maximum: number };

/** Rows of a page, from none on unless a minimum is given; more than the maximum is the maximum. */
export const Limit = (bounds: LimitBounds) => pageLimit({ minimum: 0, ...bounds });

/** Rows to skip; more than the maximum is refused, so that no row is repeated silently. */
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

/** A least amount, in units of what it is compared with. */
export const Threshold = (standard: { readonly default?: number }, description: string) =>
  Type.Number({ ...standard, minimum: 0, description });
