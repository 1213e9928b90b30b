/** Typed data that wallets sign (EIP-712): requests for an API key, and version 2 orders. */
import { zeroHash } from "viem";
import type { Hex, TypedDataDefinition } from "viem";
import type { Exchange } from "../api/settings.ts";

const DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
] as const;
const CONTRACT_DOMAIN = [...DOMAIN, { name: "verifyingContract", type: "address" }] as const;

const CLAIM = [
  { name: "address", type: "address" },
  { name: "timestamp", type: "string" },
  { name: "nonce", type: "uint256" },
  { name: "message", type: "string" },
] as const;

export type WalletClaim = {
  readonly address: Hex;
  /** Time in unix seconds. */
  readonly timestamp: string;
  /** Nonce of the API key among those of the wallet. */
  readonly nonce: number;
};

/** Builds the claim of owning the wallet, which creates an API key. */
export const walletClaim = (
  { address, timestamp, nonce }: WalletClaim,
  chainId: number,
): TypedDataDefinition => ({
  domain: { name: "ClobAuthDomain", version: "1", chainId },
  types: { EIP712Domain: DOMAIN, ClobAuth: CLAIM },
  primaryType: "ClobAuth",
  message: {
    address,
    timestamp,
    nonce: BigInt(nonce),
    message: "This message attests that I control the given wallet",
  },
});

const ORDER = [
  { name: "salt", type: "uint256" },
  { name: "maker", type: "address" },
  { name: "signer", type: "address" },
  { name: "tokenId", type: "uint256" },
  { name: "makerAmount", type: "uint256" },
  { name: "takerAmount", type: "uint256" },
  { name: "side", type: "uint8" },
  { name: "signatureType", type: "uint8" },
  { name: "timestamp", type: "uint256" },
  { name: "metadata", type: "bytes32" },
  { name: "builder", type: "bytes32" },
] as const;

export type Side = "BUY" | "SELL";

export type OrderTerms = {
  readonly maker: Hex;
  readonly tokenId: string;
  readonly side: Side;
  /** Amounts that the maker gives and receives, in millionths of collateral or of a share. */
  readonly makerAmount: string;
  readonly takerAmount: string;
  /** Random number below 2^53, so that it is exact in JSON. */
  readonly salt: number;
  /** Time in unix milliseconds. */
  readonly timestamp: number;
};

export const orderData = (exchange: Exchange, terms: OrderTerms): TypedDataDefinition => ({
  domain: {
    name: exchange.name,
    version: exchange.version,
    chainId: exchange.chain_id,
    verifyingContract: addressOf(exchange.contract),
  },
  types: { EIP712Domain: CONTRACT_DOMAIN, Order: ORDER },
  primaryType: "Order",
  message: {
    salt: BigInt(terms.salt),
    maker: terms.maker,
    signer: terms.maker,
    tokenId: BigInt(terms.tokenId),
    makerAmount: BigInt(terms.makerAmount),
    takerAmount: BigInt(terms.takerAmount),
    side: terms.side === "BUY" ? 0 : 1,
    signatureType: 0,
    timestamp: BigInt(terms.timestamp),
    metadata: zeroHash,
    builder: zeroHash,
  },
});

const addressOf = (text: string): Hex => `0x${text.slice(2)}`;
