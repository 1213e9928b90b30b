/**
 * One check of a request, with the expected and the received value. A failed check names the mistake that explains the
 * failure, if known. No text here ever contains a secret, or anything with which to sign.
 */
import type { RejectionCode } from "../../core/rejection.ts";

/**
 * Mistakes that explain refused requests, each in a sentence. docs/trading/troubleshooting.md has a row for each mistake.
 */
export const MISTAKES = {
  headers_hyphenated: "The header names have hyphens where they should have underscores",
  headers_missing: "Headers are missing: they were not sent, or a proxy dropped them",
  headers_mixed: "A header came more than once, or the headers have several prefixes",
  address_malformed: "ADDRESS is no wallet address, or its checksum is wrong",
  timestamp_unit: "The timestamp is in another unit than seconds, or was signed in one and sent in another",
  timestamp_malformed: "The timestamp is not a whole number in decimal digits",
  clock_behind: "The caller's clock is behind",
  clock_ahead: "The caller's clock is ahead",
  key_unknown: "No such API key exists here",
  key_revoked: "The API key was revoked",
  key_of_another_kind: "The key reads, or attributes orders to a builder, and cannot trade",
  address_not_owner: "ADDRESS is not the wallet that the API key belongs to",
  address_is_contract_wallet: "ADDRESS is a contract wallet, not the key that signs for it",
  passphrase_wrong: "PASSPHRASE is not that of the API key",
  signature_encoding: "SIGNATURE is not 32 bytes as base64 or hex",
  secret_wrong: "The secret is not that of the API key",
  secret_as_text: "The secret was used as text, without decoding it from base64",
  secret_as_hex: "The secret was read as hex, or turned into hex",
  secret_decoded_twice: "The secret was decoded, or encoded, once too often",
  secret_alphabet: "The secret was decoded as base64 of the other alphabet, which drops its - and _",
  secret_swapped: "Something else than the secret is the key of the HMAC",
  secret_of_another_key: "The request is signed with the secret of another key of the same wallet",
  hash_function: "The HMAC is not one of SHA-256",
  timestamp_signed: "Another timestamp was signed than the one that was sent",
  query_signed: "The query string was signed with the path",
  path_signed: "Another path was signed than the one that was called",
  method_signed: "The method was signed in lower case, or another one was",
  body_serialised_again: "The body was serialised again between signing and sending",
  body_not_signed: "The body was sent and not signed, or signed and not sent",
  parts_order: "The parts of the signed message stand in another order",
  signature_unexplained: "The signature is wrong, and no known mistake explains it",
  wallet_chain: "The wallet signed for another chain",
  wallet_nonce: "The wallet signed another nonce than NONCE says",
  wallet_timestamp: "The wallet signed another timestamp than TIMESTAMP says",
  wallet_domain: "The wallet signed with another domain name or version",
  wallet_message: "The wallet signed another message",
  wallet_other_key: "Another key than that of ADDRESS signed",
  wallet_plain_text: "The wallet signed a text instead of typed data",
  order_body: "The order lacks a field, or one of them has the wrong form",
  order_chain: "The order is signed for another chain",
  order_contract:
    "The order is signed for another exchange contract, or for that of the other kind of market",
  order_domain: "The order is signed with another domain name or version",
  order_struct: "The order is signed as the struct of another version",
  order_side: "The order is signed for the other side",
  order_amounts: "The order is signed with other amounts: swapped, or in another unit",
  order_token: "The order is signed for another token, or names a condition instead of a token",
  order_field: "A field of the order was changed after it was signed",
  order_signature_type: "The signature type is not the one that was signed, or does not fit the signature",
  order_signature_form: "The signature is not 65 bytes r, s, v with a low s",
  order_wrapper: "The signature of a deposit wallet is not wrapped as it has to be",
  order_other_key: "Another key than the order's signer signed it",
  order_signer: "The order's signer is not the wallet that the API key belongs to",
  order_maker: "The order's maker is not the signer's wallet",
  order_unexplained: "The order's signature is wrong, and no known mistake explains it",
  owner_mismatch: "`owner` is the API key of somebody else",
  price_off_tick: "The price is not on the market's tick",
  size_not_whole: "The size has more than two decimals",
  size_below_minimum: "The size is below the market's minimum",
  order_expired: "The expiration has passed",
  expiration_too_soon: "The expiration is nearer than the live service takes",
  market_buy_precision: "A market buy spends parts of a cent",
  market_buy_too_small: "A market buy spends less than a dollar",
  balance_too_small: "The balance does not cover the order",
  balance_held: "The balance would cover the order, but open orders hold too much of it",
  post_only_crosses: "A post-only order would match at once",
  route_unknown: "No operation has this method and path",
} as const;

export type Mistake = keyof typeof MISTAKES;

export type Check = {
  readonly check: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
  /** Advice for a failed check; a remark or an empty text for a passed check. */
  readonly hint: string;
  /**
   * Mistake of docs/trading/troubleshooting.md, or code of docs/reference/rejections.md; empty if the check passed or is not explained.
   */
  readonly mistake: string;
};

export type Finding = {
  readonly mistake: Mistake | RejectionCode;
  readonly hint: string;
};

export type Comparison = { readonly expected?: string; readonly got?: string };

export const passedCheck = (
  check: string,
  { expected = "", got = "" }: Comparison = {},
  hint = "",
): Check => ({
  check,
  ok: true,
  expected,
  got,
  hint,
  mistake: "",
});

export const failedCheck = (
  check: string,
  finding: Finding,
  { expected = "", got = "" }: Comparison = {},
): Check => ({
  check,
  ok: false,
  expected,
  got,
  ...finding,
});

/** Finds the first failed check, which a person should examine first. */
export const findFirstWrong = (checks: readonly Check[]): Check | undefined => checks.find(({ ok }) => !ok);

const MAX_SHOWN = 200;

/** Shortens a text of a request so that it can be shown. */
export const shown = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;

/** Length of the shortest secret. Secrets, passphrases and signatures are sometimes sent in the wrong header. */
const MIN_SECRET = 43;
/** Maximum digits of a 256-bit number. */
const MAX_DIGITS = 78;

/**
 * Formats the value of a header that should hold an address, an id or a number. A value as long as a secret is replaced
 * by its length.
 */
export const shownValue = (text: string): string =>
  text.length < MIN_SECRET || (text.length <= MAX_DIGITS && /^\d+$/.test(text))
    ? text
    : `(${text.length} characters)`;

/** A change of the signed values, and the mistake that causes the change. */
export type Variant<Draft> = { readonly finding: Finding; readonly change: Partial<Draft> };

export const makeVariant = <Draft>(
  mistake: Finding["mistake"],
  hint: string,
  change: Partial<Draft>,
): Variant<Draft> => ({ finding: { mistake, hint }, change });

/** Lists the whole numbers from the first to the last one, as text. */
export const listNumbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** Lists the thousand millisecond times within a second. */
export const listMilliseconds = (second: string): string[] =>
  listNumbers(0, 999).map((ms) => second + ms.padStart(3, "0"));

/** Inputs of an HMAC, correct or with mistakes. */
export type HmacDraft = {
  readonly key: Uint8Array;
  readonly hash: "sha256" | "sha512" | "sha1";
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** Order of timestamp, method, path and body in the message, as indices. */
  readonly places: readonly number[];
  readonly separator: string;
};

export type HmacVariant = Variant<HmacDraft>;
