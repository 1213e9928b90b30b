/** Orders that were changed after they were signed: the signature, a field that it covers, or how a number is written. */
import { hashOf, tokenOf } from "./exchange.ts";

/** A change of a signature, and the code with which the order is refused; none where it counts as it was. */
export type SignatureDamage = {
  readonly name: string;
  readonly damage: (signature: string) => string;
  readonly refusal: "invalid_signature" | undefined;
  /** Says more than that the signature is wrong. */
  readonly hint?: RegExp;
};

const ORDER_OF_GROUP = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

/** The first 65 bytes of a signature in hexadecimal digits, and all that comes after them. */
type Parts = { readonly r: string; readonly s: string; readonly v: string; readonly rest: string };

const partsOf = (signature: string): Parts => ({
  r: signature.slice(2, 66),
  s: signature.slice(66, 130),
  v: signature.slice(130, 132),
  rest: signature.slice(132),
});

const refused = (name: string, damage: SignatureDamage["damage"]): SignatureDamage => ({
  name,
  damage,
  refusal: "invalid_signature",
});

const counts = (name: string, damage: SignatureDamage["damage"]): SignatureDamage => ({
  name,
  damage,
  refusal: undefined,
});

const withParts =
  (change: (parts: Parts) => Partial<Parts>) =>
  (signature: string): string => {
    const parts = partsOf(signature);
    const { r, s, v, rest } = { ...parts, ...change(parts) };
    return `0x${r}${s}${v}${rest}`;
  };

const otherV = ({ v }: Parts): string => (v === "1b" ? "1c" : "1b");
const otherBit = (digits: string): string => digits.slice(0, -1) + (digits.endsWith("0") ? "1" : "0");
const twin = withParts(({ s, ...parts }) => ({
  s: word(ORDER_OF_GROUP - BigInt(`0x${s}`)),
  v: otherV({ s, ...parts }),
}));

const OTHER_FORMS: readonly SignatureDamage[] = [
  counts("as it is", (signature) => signature),
  counts("in upper case", (signature) => `0x${signature.slice(2).toUpperCase()}`),
  counts(
    "with v counted from 0",
    withParts(({ v }) => ({ v: v === "1b" ? "00" : "01" })),
  ),
];

/** Signatures of which some recover no address: a check that takes that for the zero address lets it sign. */
const OTHER_NUMBERS: readonly SignatureDamage[] = [
  refused(
    "with the other v",
    withParts((parts) => ({ v: otherV(parts) })),
  ),
  ...["02", "1a", "1d", "23", "63", "ff"].map((v) =>
    refused(
      `with v ${v}`,
      withParts(() => ({ v })),
    ),
  ),
  ...(
    [
      ["with r of 0", { r: word(0n) }],
      ["with s of 0", { s: word(0n) }],
      ["with r and s of 0", { r: word(0n), s: word(0n) }],
      ["with r at the order of the group", { r: word(ORDER_OF_GROUP) }],
      ["with s at the order of the group", { s: word(ORDER_OF_GROUP) }],
      ["with the greatest r", { r: "f".repeat(64) }],
      ["with the greatest s", { s: "f".repeat(64) }],
      ["with r of no point of the curve", { r: word(5n), s: word(1n), v: "1b" }],
    ] as const
  ).map(([name, parts]) =>
    refused(
      name,
      withParts(() => parts),
    ),
  ),
  { ...refused("with its malleable twin", twin), hint: /s is above n\/2/ },
  refused(
    "with r and s exchanged",
    withParts(({ r, s }) => ({ r: s, s: r })),
  ),
  refused(
    "with another bit of r",
    withParts(({ r }) => ({ r: otherBit(r) })),
  ),
  refused(
    "with another bit of s",
    withParts(({ s }) => ({ s: otherBit(s) })),
  ),
];

const OTHER_TEXTS: readonly SignatureDamage[] = [
  refused("without 0x", (signature) => signature.slice(2)),
  refused("with 0X", (signature) => `0X${signature.slice(2)}`),
  refused("without its last byte", (signature) => signature.slice(0, -2)),
  refused("without its last digit", (signature) => signature.slice(0, -1)),
  refused("with a byte more", (signature) => `${signature}00`),
  refused("with a word more", (signature) => `${signature}${"64".repeat(32)}`),
  refused("in a wrapper of ERC-6492", (signature) => `${signature}${"6492".repeat(16)}`),
  refused("with a space", (signature) => `${signature} `),
  refused("with a digit that is none", (signature) => `${signature.slice(0, -1)}g`),
  refused("of 64 bytes", (signature) => signature.slice(0, 130)),
  refused("of all zeros", (signature) => `0x${"0".repeat(signature.length - 2)}`),
  refused("of all ones", (signature) => `0x${"1".repeat(signature.length - 2)}`),
  refused("of all f", (signature) => `0x${"f".repeat(signature.length - 2)}`),
  refused("of no bytes", () => "0x"),
  refused("of no text", () => ""),
  refused("of a NUL", () => "\u0000"),
  refused("of 1,024 letters", () => "x".repeat(1_024)),
];

export const SIGNATURE_DAMAGES: readonly SignatureDamage[] = [
  ...OTHER_FORMS,
  ...OTHER_NUMBERS,
  ...OTHER_TEXTS,
];

/** Another value of each field of an order that a signature covers in either version. */
export const CHANGED_FIELDS: Readonly<Record<string, string>> = {
  salt: "987654321",
  tokenId: tokenOf("rain no"),
  makerAmount: "20000",
  takerAmount: "2000000",
  side: "SELL",
  timestamp: "1780000000001",
  metadata: hashOf("metadata"),
  builder: hashOf("builder"),
  expiration: "4102444800",
  nonce: "7",
  feeRateBps: "5",
};

const WRITTEN = ["", "01", "+1", "-1", " 1", "1 ", "0x1", "1e3", "1.0", "1.5", "1_000", "١", "1\u0000"];
const TOO_LARGE = [String(2n ** 256n), "9".repeat(90), "9".repeat(1_025)];
/** Texts that are no canonical whole numbers below 2^256. */
export const NO_INTEGERS: readonly string[] = [...WRITTEN, ...TOO_LARGE];
