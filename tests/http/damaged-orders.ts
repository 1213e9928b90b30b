/** Orders that were changed after they were signed: the signature itself, or a field that it covers. */
import type { Hex } from "viem";
import { hashOf, tokenOf } from "../support/exchange.ts";
import { signOrder } from "../support/trader.ts";
import type { OrderTerms } from "../support/trader.ts";
import { depositOf, DIALECTS } from "./auth-cases.ts";
import type { AuthWorld, Case } from "./auth-cases.ts";
import { BAD_SIGNATURE, CHEAP, derivedOf, PLACED, placing } from "./order-cases.ts";

const ORDER_OF_GROUP = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

/** What may be done to a signature's first 65 bytes: r, s, v. */
function damagesOf(signature: string): (readonly [what: string, damaged: string, placed?: true])[] {
  const [r, s, v, rest] = [
    signature.slice(2, 66),
    signature.slice(66, 130),
    signature.slice(130, 132),
    signature.slice(132),
  ];
  const made = (parts: { r?: string; s?: string; v?: string }): string =>
    `0x${parts.r ?? r}${parts.s ?? s}${parts.v ?? v}${rest}`;
  const other = v === "1b" ? "1c" : "1b";
  return [
    ["as it is", signature, true],
    ["in upper case", `0x${signature.slice(2).toUpperCase()}`, true],
    ["with v counted from 0", made({ v: v === "1b" ? "00" : "01" }), true],
    ["with the other v", made({ v: other })],
    ...["02", "1a", "1d", "23", "ff"].map((odd) => [`with v ${odd}`, made({ v: odd })] as const),
    ["with r of 0", made({ r: word(0n) })],
    ["with s of 0", made({ s: word(0n) })],
    ["with r and s of 0", made({ r: word(0n), s: word(0n) })],
    ["with r at the order of the group", made({ r: word(ORDER_OF_GROUP) })],
    ["with s at the order of the group", made({ s: word(ORDER_OF_GROUP) })],
    ["with the greatest r", made({ r: "f".repeat(64) })],
    ["with its malleable twin", made({ s: word(ORDER_OF_GROUP - BigInt(`0x${s}`)), v: other })],
    ["with r and s exchanged", made({ r: s, s: r })],
    ["with another bit of r", made({ r: r.slice(0, -1) + (r.endsWith("0") ? "1" : "0") })],
    ["with another bit of s", made({ s: s.slice(0, -1) + (s.endsWith("0") ? "1" : "0") })],
    ["without 0x", signature.slice(2)],
    ["with 0X", `0X${signature.slice(2)}`],
    ["without its last byte", signature.slice(0, -2)],
    ["without its last digit", signature.slice(0, -1)],
    ["with a byte more", `${signature}00`],
    ["with a word more", `${signature}${"64".repeat(32)}`],
    ["with a space", `${signature} `],
    ["with a digit that is none", `${signature.slice(0, -1)}g`],
    ["of 64 bytes", `0x${r}${s}`],
    ["of all zeros", `0x${"0".repeat(signature.length - 2)}`],
    ["of no bytes", "0x"],
    ["of no text", ""],
  ];
}

/** Orders that ann's key may sign, one of each type and of the first version. */
function goodOrders(): readonly (OrderTerms & { readonly what: string })[] {
  const [proxy, safe] = [derivedOf("ann", 1)[0]!, derivedOf("ann", 2)[0]!];
  return [
    { ...CHEAP, what: "type 0" },
    { ...CHEAP, what: "type 1", signatureType: 1, maker: proxy },
    { ...CHEAP, what: "type 2", signatureType: 2, maker: safe },
    { ...CHEAP, what: "type 3", signatureType: 3, maker: depositOf("ann") },
    { ...CHEAP, what: "version 1", domain: "polymarket-v1-137" },
  ];
}

export async function signatureCases({ ann }: AuthWorld): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [at, { what, ...terms }] of goodOrders().entries()) {
    const count = damagesOf(`0x${"00".repeat(66)}`).length;
    for (let index = 0; index < count; index += 1) {
      const salt = String(30_000 + at * 1_000 + index);
      const { order } = await signOrder(ann.account, { ...terms, salt });
      const [how, signature, placed] = damagesOf(String(order["signature"]))[index]!;
      cases.push(
        placing(
          ann,
          { ...order, signature },
          {
            name: `${what}, signature ${how}`,
            dialect: DIALECTS[index % DIALECTS.length]!,
            expected: placed === true ? PLACED : BAD_SIGNATURE,
          },
        ),
      );
    }
  }
  return cases;
}

/** Another value of each field that the signature covers. */
const OTHERS: Readonly<Record<string, string>> = {
  salt: "987654321",
  tokenId: tokenOf("snow no"),
  makerAmount: "20000",
  takerAmount: "2000000",
  side: "SELL",
  timestamp: "1780000000001",
  metadata: hashOf("metadata") as Hex,
  builder: hashOf("builder") as Hex,
  expiration: "4102444800",
  nonce: "7",
  feeRateBps: "5",
};

/** Of the second version these are not signed: whoever changes them changes nothing of whose order it is. */
const UNSIGNED = new Set(["expiration"]);

export async function unsignedCases({ ann }: AuthWorld): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [at, { what, ...terms }] of goodOrders().entries()) {
    for (const [index, [field, other]] of Object.entries(OTHERS).entries()) {
      const { order } = await signOrder(ann.account, { ...terms, salt: String(40_000 + at * 1_000 + index) });
      const first = what === "version 1";
      const signed = field in order && (first || !UNSIGNED.has(field));
      if (!(field in order) && (first || field === "nonce" || field === "feeRateBps")) continue;
      cases.push(
        placing(
          ann,
          { ...order, [field]: other },
          {
            name: `${what}, another ${field}`,
            dialect: DIALECTS[index % DIALECTS.length]!,
            expected: signed ? BAD_SIGNATURE : PLACED,
          },
        ),
      );
    }
    for (const other of [hashOf("app"), `0x${"0".repeat(64)}`]) {
      const { order } = await signOrder(ann.account, {
        ...terms,
        salt: String(45_000 + at * 10 + cases.length),
      });
      const signature = String(order["signature"]);
      const wrapped = `0x${signature.slice(2, 132)}${other.slice(2)}${signature.slice(196)}`;
      if (what === "type 3")
        cases.push(
          placing(
            ann,
            { ...order, signature: wrapped },
            {
              name: `type 3, wrapped for the exchange ${other}`,
              dialect: "spec",
              expected: [400, "unsupported_contract"],
            },
          ),
        );
    }
  }
  return cases;
}
