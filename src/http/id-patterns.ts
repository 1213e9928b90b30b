/** The forms of what requests name markets, tokens and days by, and what an id of another form may be. */

/** A condition id, in any case of letters. */
export const CONDITION_PATTERN = "^0x[0-9a-fA-F]{64}$";
/** The code of a builder. */
export const BUILDER_PATTERN = "^0x[0-9A-Fa-f]{64}$";
/** A token id. */
export const TOKEN_PATTERN = "^[0-9]{1,78}$";
/** A day of the calendar, as far as its form tells. */
export const DAY_PATTERN = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$";

/** A number that the catalog gave. */
export const CATALOG_ID_PATTERN = "^[1-9][0-9]{0,15}$";
/** A name that an operator of a sandbox gives. */
export const LOWER_NAME_PATTERN = "^[a-z0-9][a-z0-9._-]{0,63}$";
/** The address of an asset, in any case of letters. */
export const ADDRESS_PATTERN = "^0x[0-9a-fA-F]{40}$";
/** Collateral with what its unit has of decimals, up to what a number of micros can hold and a little more. */
export const AMOUNT_PATTERN = "^(0|[1-9]\\d{0,9})(\\.\\d{1,6})?$";
/** Ids and wallets as they are stored. */
export const STORED_HASH_PATTERN = "^0x[0-9a-f]{64}$";
export const STORED_WALLET_PATTERN = "^0x[0-9a-f]{40}$";

const CONDITION = new RegExp(CONDITION_PATTERN);
/** Shorter numbers are ids of the catalog. */
const TOKEN = /^[0-9]{40,78}$/;
const CATALOG_ID = new RegExp(CATALOG_ID_PATTERN);
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/i;

/** Says where to find the right id for one of another form; `undefined` when its form says nothing. */
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

/** Names the form of an id that is none of this kind; `undefined` for a form that says nothing. */
export function otherForm(given: string, kind: "question" | "slug" = "question"): string | undefined {
  if (kind === "slug" && CONDITION.test(given)) return "that is the form of a condition id";
  if (TOKEN.test(given)) return "that is the form of a token id";
  if (kind === "slug") return undefined;
  if (CATALOG_ID.test(given)) return "that is the form of a market's number";
  return isSlug(given) ? "that is the form of a slug" : undefined;
}

/** Parameters that take numbers of the catalog. */
const NUMBER_NAME = /^(id|event_?id)$/i;

type BadValue = { readonly name: string; readonly got: unknown; readonly instead?: string | undefined };

/** Tells a single word, which is a slip rather than a slug. */
const isWord = (given: unknown): boolean => typeof given === "string" && /^[a-z]+$/i.test(given);

/** Says which kind of id came where another is asked; `undefined` when the value has the form of none. */
export function otherKind({ name, got, instead }: BadValue): string | undefined {
  if (isWord(got)) return undefined;
  if (instead !== undefined) return instead;
  const form = idForm(name, got);
  return form === undefined ? undefined : `expected a number, got ${form}`;
}

/** Names the form of an id that came for a number of the catalog; `undefined` when it has the form of none. */
export function idForm(name: string, got: unknown): string | undefined {
  if (typeof got !== "string" || !NUMBER_NAME.test(name) || isWord(got)) return undefined;
  if (CONDITION.test(got)) return "the form of a condition id";
  if (TOKEN.test(got)) return "the form of a token id";
  return isSlug(got) ? "the form of a slug" : undefined;
}

const isSlug = (text: string): boolean => SLUG.test(text) && /[g-z]/i.test(text) && !/^0x/i.test(text);
