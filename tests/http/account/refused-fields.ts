/** Orders that are refused for their form, their signature or who sends them. */
import { hashOf, tokenOf } from "../../support/exchange.ts";
import { CHANGED_FIELDS, SIGNATURE_DAMAGES } from "../../support/damaged-orders.ts";
import { accountOf } from "../../support/trader.ts";
import {
  PAYLOAD,
  SIGNATURE,
  SIGNATURE_TYPE,
  SIGNER,
  MAKER,
  OWNER,
  AMOUNTS,
  TOKEN,
  TOKEN_STATUS,
  CONTRACT,
} from "./refusal-rows.ts";
import type { Row } from "./refusal-rows.ts";
import { NO, YES } from "./world.ts";

const field = (name: string, value: unknown) => ({
  name: `order.${name} is ${typeof value === "string" && value.length > 60 ? `${value.length} characters` : JSON.stringify(value)}`,
  order: { [name]: value },
});
const outer = (name: string, value: unknown): Pick<Row, "name" | "options"> => ({
  name: `${name} is ${JSON.stringify(value)}`,
  options: { changeBody: (body) => ({ ...body, [name]: value }) },
});
const payload = { code: "invalid_payload", error: PAYLOAD } as const;

const FORM: readonly Row[] = [
  { ...field("taker", accountOf("ben").address), ...payload, hint: /anyone/ },
  { ...outer("owner", 7), ...payload, hint: /^owner: expected text .*, got 7; nearest: "7"$/ },
  {
    ...field("side", "sell"),
    ...payload,
    hint: /^order.side: expected BUY or SELL, got "sell"; nearest: SELL$/,
  },
  { ...outer("orderType", "IOC"), ...payload, hint: /^orderType: expected GTC, GTD, FOK or FAK, got "IOC"$/ },
  { ...field("makerAmount", "5.5"), ...payload, hint: /got "5.5"; nearest: "5500000", if 5.5 is meant$/ },
  {
    ...field("expiration", "1780315200000"),
    ...payload,
    hint: /nearest: 1780315200, if it is in milliseconds$/,
  },
  {
    ...field("tokenId", hashOf("rain")),
    ...payload,
    hint: new RegExp(`; it is a condition id: its market's tokens are ${YES} and ${NO}$`),
  },
  ...[4, 99, -1, 2 ** 40].map((type): Row => ({
    ...field("signatureType", type),
    code: "unsupported_signature_type",
    error: SIGNATURE_TYPE,
    hint: /0 to 3/,
  })),
  {
    name: "type 3 in version 1",
    terms: { domain: "polymarket-v1-137" },
    order: { signatureType: 3 },
    code: "unsupported_signature_type",
    error: SIGNATURE_TYPE,
  },
];

const AMOUNT: readonly Row[] = ["makerAmount", "takerAmount"].flatMap((name) =>
  ["0", "9007199254740992", String(2n ** 64n), String(2n ** 256n - 1n)].map((value): Row => ({
    ...field(name, value),
    name: `${name} is ${value}`,
    code: "invalid_amounts",
    error: AMOUNTS,
    hint: /from 1 to 9007199254740991/,
  })),
);

const IDENTITY: readonly Row[] = [
  {
    name: "a condition id as a decimal number",
    terms: { tokenId: BigInt(hashOf("rain")).toString() },
    status: TOKEN_STATUS,
    code: "unknown_token",
    error: TOKEN,
    hint: /; it is a condition id: its market's tokens are \d+ and \d+$/,
  },
  ...["", "\u0000", "00000000-0000-4000-8000-000000000000", accountOf("ben").address].map((owner): Row => ({
    name: `owner is ${JSON.stringify(owner)}`,
    options: { owner },
    code: "owner_mismatch",
    error: OWNER,
    hint: /^owner: expected the caller's API key [0-9a-f-]{36}, or address 0x[0-9a-f]{40}, got "/,
  })),
  ...[tokenOf("nothing"), "0", "1"].map((tokenId): Row => ({
    name: `unknown token ${tokenId}`,
    terms: { tokenId },
    hint: /^no market lists token \d+(; that is the form of a market's number, .+)?$/,
    status: TOKEN_STATUS,
    code: "unknown_token",
    error: TOKEN,
  })),
  ...["", hashOf("wind"), "0x", "__proto__", "\u0000"].map((id): Row => ({
    ...field("conditionId", id),
    code: "condition_mismatch",
    error: [
      "tokenId not found for conditionId lookup",
      "Invalid order payload",
      "tokenId not found for conditionId lookup",
    ],
    hint: /expected 0x/,
  })),
  {
    name: "signed by another key",
    terms: { signer: accountOf("ann").address, maker: accountOf("ann").address },
    order: {},
    options: { changeBody: (body) => body },
    code: "invalid_signature",
    error: SIGNATURE,
  },
  {
    name: "signer is another wallet",
    terms: { signer: accountOf("ben").address, maker: accountOf("ben").address },
    code: "signer_mismatch",
    error: SIGNER,
  },
  {
    name: "maker is another wallet",
    terms: { maker: accountOf("ben").address },
    code: "maker_not_allowed",
    error: MAKER,
  },
  {
    name: "maker is the zero address",
    terms: { maker: `0x${"0".repeat(40)}` },
    code: "maker_not_allowed",
    error: MAKER,
  },
  {
    name: "type 2 with a maker that is no Safe of the signer",
    terms: { signatureType: 2 },
    code: "maker_not_allowed",
    error: MAKER,
    hint: /must be 0x.*polymarket.*kuest/,
  },
  {
    name: "negative-risk contract on an ordinary market",
    terms: { domain: "polymarket-v2-137-neg" },
    code: "unsupported_contract",
    error: CONTRACT,
    hint: /expected one of/,
  },
  {
    name: "ordinary contract on a negative-risk market",
    terms: { tokenId: tokenOf("neg yes") },
    code: "unsupported_contract",
    error: CONTRACT,
  },
  ...SIGNATURE_DAMAGES.flatMap(({ name, damage, refusal, hint }): Row[] =>
    refusal === undefined
      ? []
      : [
          {
            name: `signature ${name}`,
            signature: damage,
            code: refusal,
            error: SIGNATURE,
            ...(hint !== undefined && { hint }),
          },
        ],
  ),
  { ...field("signature", 1), ...payload },
];

/** Fields that say whose order it is: they are refused for that before the signature is looked at. */
const CHANGED_WALLETS: readonly Row[] = [
  { ...field("signatureType", 1), code: "maker_not_allowed", error: MAKER },
  { ...field("maker", accountOf("ben").address), code: "maker_not_allowed", error: MAKER },
  { ...field("signer", accountOf("ben").address), code: "signer_mismatch", error: SIGNER },
];

/** Fields that the second version of orders signs. */
const SIGNED = ["salt", "tokenId", "makerAmount", "takerAmount", "side", "timestamp", "metadata", "builder"];

const CHANGED: readonly Row[] = SIGNED.map((name): Row => ({
  name: `${name} changed after signing`,
  order: { [name]: CHANGED_FIELDS[name] },
  code: "invalid_signature",
  error: SIGNATURE,
}));

export const REFUSED_FIELDS: readonly Row[] = [
  ...FORM,
  ...AMOUNT,
  ...IDENTITY,
  ...CHANGED_WALLETS,
  ...CHANGED,
];
