/** Patterns of the ids of markets, tokens and days in requests, and hints about ids of another kind. */
import { CONDITION_PATTERN } from "../../core/markets/market-version.ts";

export { CONDITION_PATTERN };
/** Words for `CONDITION_PATTERN` in refusals. */
export const CONDITION_FORM = "a condition id, 0x and 64 hex digits, or 62 of a Protocol V2 market";

/** The code of a builder. */
export const BUILDER_PATTERN = "^0x[0-9A-Fa-f]{64}$";
/** An order id. */
export const ORDER_PATTERN = "^0x[A-Fa-f0-9]{64}$";
/** Name of an order group. */
export const GROUP_PATTERN = "^[A-Za-z0-9_-]{1,64}$";
/** A token id. */
export const TOKEN_PATTERN = "^[0-9]{1,78}$";
/** A calendar day; the pattern does not check the length of the month. */
export const DAY_PATTERN = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";

/** A number assigned by the catalog. */
export const CATALOG_ID_PATTERN = "^[1-9][0-9]{0,15}$";
/** A name chosen by an operator of a sandbox. */
export const LOWER_NAME_PATTERN = "^[a-z0-9][a-z0-9._-]{0,63}$";
/** The address of an asset, in any letter case. */
export const ADDRESS_PATTERN = "^0x[0-9a-fA-F]{40}$";
/** A collateral amount with up to six decimals. Ten digits slightly exceed the largest amount in micros. */
export const AMOUNT_PATTERN = "^(0|[1-9]\\d{0,9})(\\.\\d{1,6})?$";
/** Ids and wallets in their stored form. */
export const STORED_HASH_PATTERN = "^0x[0-9a-f]{64}$";
export const STORED_WALLET_PATTERN = "^0x[0-9a-f]{40}$";

const CONDITION = new RegExp(CONDITION_PATTERN);
/** A token id by its length; shorter numbers are catalog ids. */
const TOKEN = /^[0-9]{40,78}$/;
const CATALOG_ID = new RegExp(CATALOG_ID_PATTERN);
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/i;

/** Tells where to find the right id if an id of another form was sent; `undefined` if the form is not known. */
export function otherId(pattern: unknown, given: string): string | undefined {
  if (pattern === TOKEN_PATTERN && CONDITION.test(given))
    return "that is the form of a condition id, whose tokens GET /markets/{condition_id} of the trading interface names";
  if (pattern === CONDITION_PATTERN && TOKEN.test(given))
    return "that is the form of a token id, whose market GET /markets-by-token/{token_id} of the trading interface names";
  if ((pattern === TOKEN_PATTERN || pattern === CONDITION_PATTERN) && CATALOG_ID.test(given))
    return "that is the form of a market's number, whose ids GET /markets/{id} of the catalog interface names";
  if ((pattern === TOKEN_PATTERN || pattern === CONDITION_PATTERN) && isSlug(given))
    return "that is the form of a slug, whose market GET /markets/slug/{slug} of the catalog interface names";
  return undefined;
}

/** Names the form of an id that is not of the expected kind; `undefined` if the form is not known. */
export function otherForm(given: string, kind: "question" | "slug" = "question"): string | undefined {
  if (kind === "slug" && CONDITION.test(given)) return "that is the form of a condition id";
  if (TOKEN.test(given)) return "that is the form of a token id";
  if (kind === "slug") return undefined;
  if (CATALOG_ID.test(given)) return "that is the form of a market's number";
  return isSlug(given) ? "that is the form of a slug" : undefined;
}

/** Parameters that take catalog numbers. */
const NUMBER_NAME = /^(id|event_?id)$/i;

type BadValue = { readonly name: string; readonly got: unknown; readonly instead?: string | undefined };

/** Tells whether the value is a single word, which is more likely a mistake than a slug. */
const isWord = (given: unknown): boolean => typeof given === "string" && /^[a-z]+$/i.test(given);

/** Tells which kind of id was sent instead of the expected one; `undefined` if the value has no known id's form. */
export function otherKind({ name, got, instead }: BadValue): string | undefined {
  if (isWord(got)) return undefined;
  if (instead !== undefined) return instead;
  const form = idForm(name, got);
  return form === undefined ? undefined : `expected a number, got ${form}`;
}

/** Names the form of an id that was sent for a catalog number; `undefined` if the value has no known id's form. */
export function idForm(name: string, got: unknown): string | undefined {
  if (typeof got !== "string" || !NUMBER_NAME.test(name) || isWord(got)) return undefined;
  if (CONDITION.test(got)) return "the form of a condition id";
  if (TOKEN.test(got)) return "the form of a token id";
  return isSlug(got) ? "the form of a slug" : undefined;
}

const isSlug = (text: string): boolean => SLUG.test(text) && /[g-z]/i.test(text) && !/^0x/i.test(text);
