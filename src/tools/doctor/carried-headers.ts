/**
 * Reader of the headers of a wallet's or a key's signature, under any name that people use, with checks of the names.
 */
import { failedCheck, passedCheck } from "./check.ts";
import type { Check } from "./check.ts";

/** Headers as sent; the list contains a repeated name twice. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

export const HEADER_NAMES = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE", "NONCE"] as const;
export type HeaderName = (typeof HEADER_NAMES)[number];

export type CarriedHeaders = { readonly [name in HeaderName]?: string };

export type HeaderReading = { readonly check: Check; readonly headers: CarriedHeaders };

type HeaderRules = {
  /** Accepted prefixes, in upper case, each with its final underscore. */
  readonly prefixes: readonly string[];
  readonly needed: readonly HeaderName[];
};

type FoundHeader = {
  readonly prefix: string;
  readonly name: HeaderName;
  readonly sent: string;
  readonly value: string;
};

/** Reads the headers even if a name is wrong, so that later checks still have the values. */
export function readCarriedHeaders(list: HeaderList, { prefixes, needed }: HeaderRules): HeaderReading {
  const foundHeaders = list.flatMap(([sent, value]) => findName(sent, value));
  const knownHeaders = foundHeaders.filter(({ prefix }) => prefixes.includes(prefix));
  const hyphenated = knownHeaders.find(({ sent }) => sent.includes("-"));
  const usedPrefixes = [...new Set(knownHeaders.map(({ prefix }) => prefix))];
  const headers: CarriedHeaders = Object.fromEntries(knownHeaders.map(({ name, value }) => [name, value]));
  const expected = needed.map((name) => `${usedPrefixes[0] ?? prefixes[0]}${name}`).join(", ");
  const got = foundHeaders.map(({ sent }) => sent).join(", ") || "none of them";
  const refuse = (mistake: "headers_hyphenated" | "headers_mixed" | "headers_missing", hint: string) => ({
    headers,
    check: failedCheck("headers", { mistake, hint }, { expected, got }),
  });
  const repeatedHeader = knownHeaders.find(
    ({ sent, value }, index) => isRepeated(knownHeaders, sent, index) || value.includes(", "),
  );
  const missingNames = needed.filter((name) => headers[name] === undefined);
  if (hyphenated !== undefined)
    return refuse(
      "headers_hyphenated",
      `${hyphenated.sent}: write ${hyphenated.prefix}${hyphenated.name}, with underscores`,
    );
  if (usedPrefixes.length > 1)
    return refuse("headers_mixed", `headers came with the prefixes ${usedPrefixes.join(" and ")}; use one`);
  if (repeatedHeader !== undefined)
    return refuse("headers_mixed", `${repeatedHeader.sent} came more than once; send it once`);
  if (missingNames.length > 0)
    return refuse("headers_missing", explainMissing(missingNames, foundHeaders, prefixes));
  return { headers, check: passedCheck("headers", { expected, got }) };
}

/** True if a request has no signature header, under any prefix. */
export const hasNoSignatureHeaders = (list: HeaderList): boolean =>
  list.every(([sent, value]) => findName(sent, value).length === 0);

const NAME = new RegExp(`^([A-Z][A-Z0-9]*)[_-](${HEADER_NAMES.join("|").replaceAll("_", "[_-]")})$`);

function findName(sent: string, value: string): FoundHeader[] {
  const [, prefix, given] = NAME.exec(sent.toUpperCase()) ?? [];
  const name = HEADER_NAMES.find((knownHeaders) => knownHeaders === given?.replaceAll("-", "_"));
  return prefix === undefined || name === undefined ? [] : [{ prefix: `${prefix}_`, name, sent, value }];
}

const isRepeated = (knownHeaders: readonly FoundHeader[], sent: string, index: number): boolean =>
  knownHeaders.findIndex((other) => other.sent.toUpperCase() === sent.toUpperCase()) !== index;

function explainMissing(
  missingNames: readonly HeaderName[],
  foundHeaders: readonly FoundHeader[],
  prefixes: readonly string[],
): string {
  const missed = `missing headers: ${missingNames.join(", ")}`;
  const foreign = foundHeaders.find(({ prefix }) => !prefixes.includes(prefix));
  if (foreign !== undefined)
    return `${missed}; ${foreign.sent} has a prefix that is not known here: expected ${prefixes.join(" or ")}`;
  if (foundHeaders.length > 0) return `${missed}; send them with the others`;
  return `${missed}; were they sent? Proxies drop names with underscores unless told not to (nginx: underscores_in_headers on)`;
}
