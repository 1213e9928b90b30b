/** Requests that an API key signs, written in another form or damaged: headers, times, credentials and signed bytes. */
import { requestHeaders } from "./trader.ts";
import type { Encoding, Headers, RequestOptions, Trader } from "./trader.ts";

/** The key that signs, another wallet's key, and the time in milliseconds. */
export type Signing = { readonly own: Trader; readonly other: Trader; readonly now: number };

/** A change of a request, and the code with which it is refused; none where it is let in nevertheless. */
export type RequestDamage = {
  readonly name: string;
  readonly damage: (signing: Signing) => RequestOptions;
  readonly refusal: "unauthorized" | undefined;
};

type Change = (headers: Headers) => Headers;

const refused = (name: string, damage: RequestDamage["damage"]): RequestDamage => ({
  name,
  damage,
  refusal: "unauthorized",
});
const letIn = (name: string, damage: RequestDamage["damage"]): RequestDamage => ({
  name,
  damage,
  refusal: undefined,
});

/** An order that is nowhere: its cancel does nothing where the request is let in. */
export const NO_ORDER = `0x${"0".repeat(64)}`;

const HEADERS = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"] as const;

/** Sets a header after the request was signed. */
export const setHeader =
  (name: string, value: string): Change =>
  (headers) => ({ ...headers, [`SVC_${name}`]: value });

/** Changes a header after the request was signed, or takes it away. */
export const changeHeader =
  (name: string, change: (value: string) => string | undefined): Change =>
  (headers) => {
    const { [`SVC_${name}`]: value = "", ...rest } = headers;
    const changed = change(value);
    return changed === undefined ? rest : { ...rest, [`SVC_${name}`]: changed };
  };

const PREFIXES = ["SVC_", "POLY_", "KUEST_"];
const ENCODINGS: readonly Encoding[] = [
  "base64url",
  "base64url-unpadded",
  "base64",
  "base64-unpadded",
  "hex",
];

const lowerNames: Change = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Forms that clients may use. */
export const OTHER_FORMS: readonly RequestDamage[] = [
  ...PREFIXES.flatMap((prefix) =>
    ENCODINGS.map((encoding) => letIn(`${prefix} ${encoding}`, () => ({ prefix, encoding }))),
  ),
  letIn("header names in lower case", () => ({ changeHeaders: lowerNames })),
  letIn("hex in upper case", () => ({
    encoding: "hex",
    changeHeaders: changeHeader("SIGNATURE", (value) => value.toUpperCase()),
  })),
  letIn("a lower-case address", ({ own }) => ({ changeHeaders: setHeader("ADDRESS", own.address) })),
  letIn("an API key in upper case", () => ({
    changeHeaders: changeHeader("API_KEY", (value) => value.toUpperCase()),
  })),
  letIn("other headers of other prefixes", () => ({
    changeHeaders: (headers) => ({ ...headers, POLY_BUILDER_API_KEY: "x", KUEST_REFERRAL: "y" }),
  })),
];

/** Changes of any header's value. */
export const VALUE_DAMAGES: readonly (readonly [
  name: string,
  change: (value: string) => string | undefined,
])[] = [
  ["missing", () => undefined],
  ["empty", () => ""],
  ["twice", (value) => `${value}, ${value}`],
  ["quoted", (value) => `"${value}"`],
  ["with a word before it", (value) => `Bearer ${value}`],
  ["cut off", (value) => value.slice(0, -1)],
  ["longer", (value) => `${value}0`],
  ["reversed", (value) => [...value].reverse().join("")],
  ["another digit first", (value) => (value.startsWith("1") ? "2" : "1") + value.slice(1)],
  ["another digit last", (value) => value.slice(0, -1) + (value.endsWith("1") ? "2" : "1")],
  ["percent-encoded", (value) => `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
  ["a letter of elsewhere", (value) => `${value.slice(0, -1)}\u00e9`],
  ["a tab within", (value) => `${value.slice(0, 2)}\t${value.slice(2)}`],
  ["SQL", () => "' or '1'='1"],
  ["of 8,000 bytes", () => "a".repeat(8_000)],
  ["zeros", (value) => value.replaceAll(/[1-9a-zA-Z]/g, "0")],
];

/** The last character of 44 is padding, and that of 43 holds two bits that mean nothing. */
const SAME = new Set(["SIGNATURE cut off"]);

function movedTo(prefix: string, name: string): readonly RequestDamage[] {
  const moved = (headers: Headers): Headers => ({ [prefix + name]: headers[`SVC_${name}`]! });
  const without = changeHeader(name, () => undefined);
  const instead = { changeHeaders: (headers: Headers) => ({ ...without(headers), ...moved(headers) }) };
  // The names of headers count in any case of letters.
  if (prefix === "svc_") return [letIn(`${name} as ${prefix}`, () => instead)];
  const beside = { changeHeaders: (headers: Headers) => ({ ...headers, ...moved(headers) }) };
  const known = PREFIXES.includes(prefix);
  return [
    refused(`${name} as ${prefix}`, () => instead),
    (known ? refused : letIn)(`${name} as ${prefix} too`, () => beside),
  ];
}

/** Each header with a wrong value, or under another prefix. */
export const HEADER_DAMAGES: readonly RequestDamage[] = HEADERS.flatMap((header) => [
  ...VALUE_DAMAGES.map(([what, change]) => {
    const name = `${header} ${what}`;
    return (SAME.has(name) ? letIn : refused)(name, () => ({ changeHeaders: changeHeader(header, change) }));
  }),
  ...["POLY_", "KUEST_", "svc_", "OTHER_"].flatMap((prefix) => movedTo(prefix, header)),
]);

/** An address with every letter in the other case, which is not its checksum. */
const misspelt = (address: string): string =>
  address.replace(/[a-f]/gi, (digit) => (digit < "a" ? digit.toLowerCase() : digit.toUpperCase()));

const changing = (name: string, header: string, valueOf: (signing: Signing) => string): RequestDamage =>
  refused(name, (signing) => ({ changeHeaders: setHeader(header, valueOf(signing)) }));

/** Credentials of which a part is another's, or nobody's. */
export const CREDENTIAL_DAMAGES: readonly RequestDamage[] = [
  refused("no headers", () => ({ changeHeaders: () => ({}) })),
  refused("an unknown prefix", () => ({ prefix: "OTHER_" })),
  changing("an unknown key", "API_KEY", () => "00000000-0000-4000-8000-000000000000"),
  changing("a key that is no UUID", "API_KEY", () => "no uuid"),
  changing("another's key", "API_KEY", ({ other }) => other.credentials.apiKey),
  changing("a passphrase of nobody", "PASSPHRASE", () => "wrong"),
  changing("another's passphrase", "PASSPHRASE", ({ other }) => other.credentials.passphrase),
  changing("another's address", "ADDRESS", ({ other }) => other.account.address),
  changing("another's address in lower case", "ADDRESS", ({ other }) => other.address),
  changing("an address with a wrong checksum", "ADDRESS", ({ own }) => misspelt(own.account.address)),
  changing("another's signature", "SIGNATURE", ({ other, now }) => {
    const request = { method: "DELETE", path: "/order", body: "{}", now };
    return requestHeaders(other, request)["SVC_SIGNATURE"]!;
  }),
  changing("a signature of zeros", "SIGNATURE", () => `${Buffer.alloc(32).toString("base64url")}=`),
  changing("a signature of 31 bytes", "SIGNATURE", () => Buffer.alloc(31).toString("base64url")),
  changing("a signature of 33 bytes", "SIGNATURE", () => "ab".repeat(33)),
  changing("a signature of a sign", "SIGNATURE", () => "%"),
  changing("a signature of 43 letters", "SIGNATURE", () => "A".repeat(43)),
  changing("a signature of 10,000 letters", "SIGNATURE", () => "A".repeat(10_000)),
];

/** Signatures of other bytes than those of a cancel of `NO_ORDER`. */
export const CANCEL_DAMAGES: readonly RequestDamage[] = [
  refused("signed for another method", () => ({ signedMethod: "POST" })),
  refused("signed for the method in lower case", () => ({ signedMethod: "delete" })),
  refused("signed for another path", () => ({ signedPath: "/orders" })),
  refused("signed for the path and a query", () => ({ signedPath: "/order?x=1" })),
  refused("signed for a mount prefix that the address does not have", () => ({
    signedPath: "/spec/trading/order",
  })),
  refused("signed for another body", () => ({ signedBody: `{"orderID":"${NO_ORDER}" }` })),
  refused("signed for no body", () => ({ signedBody: "" })),
  refused("signed five seconds before", () => ({
    changeHeaders: changeHeader("TIMESTAMP", (value) => String(Number(value) - 5_000)),
  })),
];

const LENGTHS = [0, 1, 2, 31, 32, 33, 42, 43, 44, 45, 63, 64, 65, 66, 86, 88, 128, 130, 132, 10_000];
const LETTERS = ["a", "0", "g", "_", "="];

/** Secrets of any length. */
export const LENGTH_DAMAGES: readonly RequestDamage[] = ["SIGNATURE", "PASSPHRASE", "API_KEY"].flatMap(
  (name) =>
    LENGTHS.flatMap((length) =>
      LETTERS.map((letter) =>
        changing(`${name} of ${length} times ${letter}`, name, () => letter.repeat(length)),
      ),
    ),
);

/** Signatures of wallets of any length. */
export const WALLET_SIGNATURES: readonly string[] = LENGTHS.flatMap((length) =>
  ["", "0x"].map((prefix) => prefix + "1".repeat(length)),
);
