/**
 * EIP-712 hashes of orders, encoded without the generic encoders of web3 libraries, which cost more than the hashing.
 * The input is a parsed order, so nothing here can fail. Each call overwrites the scratch buffers.
 */
import secp256k1 from "secp256k1";
import { decodeHex, toHex } from "../hex.ts";
import { keccak256, keccakText } from "../keccak.ts";
import type { OrderDomain } from "./order-domain.ts";
import { signatureHex } from "../recover.ts";
import type { OrderV1, OrderV2, SignedOrder } from "./signed-order.ts";
import { writeUint256 } from "../uint.ts";

const WORD = 32;

export const ORDER_V1_TYPE =
  "Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount," +
  "uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)";

export const ORDER_V2_TYPE =
  "Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount," +
  "uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)";

/** Type that the owner of a contract wallet signs (ERC-7739), which includes the wallet's address. */
const WALLET_ORDER_TYPE =
  "TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)" +
  ORDER_V2_TYPE;

const v1Words = createScratch(keccakText(ORDER_V1_TYPE), 13);
const v2Words = createScratch(keccakText(ORDER_V2_TYPE), 12);
const walletWords = createScratch(keccakText(WALLET_ORDER_TYPE), 7);
walletWords.set(keccakText("DepositWallet"), 2 * WORD);
walletWords.set(keccakText("1"), 3 * WORD);

const envelope = Buffer.alloc(2 + 2 * WORD);
envelope.set([0x19, 0x01]);

/** Computes hashStruct(order) of EIP-712: 32 bytes. */
export function computeOrderStructHash(order: SignedOrder): Uint8Array {
  return keccak256(order.struct === "v1" ? encodeV1(order) : encodeV2(order));
}

/** Computes the order's id, 32 bytes. With signature types 0, 1 and 2 this hash is also what is signed. */
export function computeOrderDigest(domain: OrderDomain, structHash: Uint8Array): Uint8Array {
  return computeTypedDataDigest(domain.separator, structHash);
}

/** Computes the hash that the owner of the contract wallet `wallet` signs for an order (signature type 3): 32 bytes. */
export function computeWalletOrderDigest(
  domain: OrderDomain,
  structHash: Uint8Array,
  wallet: string,
): Uint8Array {
  walletWords.set(structHash, WORD);
  writeUint256(String(domain.chainId), walletWords, 4 * WORD);
  writeAddress(wallet, walletWords, 5);
  return computeTypedDataDigest(domain.separator, keccak256(walletWords));
}

/** Computes keccak256(0x1901, domain separator, hash of the struct) of EIP-712. */
export function computeTypedDataDigest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  envelope.set(separator, 2);
  envelope.set(structHash, 2 + WORD);
  return keccak256(envelope);
}

function encodeV1(order: OrderV1): Uint8Array {
  writeUint256(order.salt, v1Words, WORD);
  writeAddress(order.maker, v1Words, 2);
  writeAddress(order.signer, v1Words, 3);
  writeAddress(order.taker, v1Words, 4);
  writeUint256(order.tokenId, v1Words, 5 * WORD);
  writeUint256(order.makerAmount, v1Words, 6 * WORD);
  writeUint256(order.takerAmount, v1Words, 7 * WORD);
  writeUint256(order.expiration, v1Words, 8 * WORD);
  writeUint256(order.nonce, v1Words, 9 * WORD);
  writeUint256(order.feeRateBps, v1Words, 10 * WORD);
  v1Words[12 * WORD - 1] = order.side === "BUY" ? 0 : 1;
  v1Words[13 * WORD - 1] = order.signatureType;
  return v1Words;
}

function encodeV2(order: OrderV2): Uint8Array {
  writeUint256(order.salt, v2Words, WORD);
  writeAddress(order.maker, v2Words, 2);
  writeAddress(order.signer, v2Words, 3);
  writeUint256(order.tokenId, v2Words, 4 * WORD);
  writeUint256(order.makerAmount, v2Words, 5 * WORD);
  writeUint256(order.takerAmount, v2Words, 6 * WORD);
  v2Words[8 * WORD - 1] = order.side === "BUY" ? 0 : 1;
  v2Words[9 * WORD - 1] = order.signatureType;
  writeUint256(order.timestamp, v2Words, 9 * WORD);
  v2Words.set(decodeHex(order.metadata), 10 * WORD);
  v2Words.set(decodeHex(order.builder), 11 * WORD);
  return v2Words;
}

function createScratch(typeHash: Uint8Array, words: number): Buffer {
  const scratch = Buffer.alloc(words * WORD);
  scratch.set(typeHash);
  return scratch;
}

/** Writes the 20 bytes of an address; the first twelve bytes of the word stay zero. */
function writeAddress(address: string, words: Buffer, index: number): void {
  words.set(decodeHex(address), index * WORD + 12);
}

// Signs with a private key, for accounts whose keys the exchange itself has.

export type UnsignedOrder = Omit<OrderV1, "signature"> | Omit<OrderV2, "signature">;

type OrderSignature = {
  /** The order's id: lower-case hex. */
  readonly digest: string;
  /** Lower-case hex. */
  readonly signature: string;
};

/** Signs an order of signature type 0 for this domain; the key's address must be its signer. */
export function signOrder(order: UnsignedOrder, domain: OrderDomain, key: Uint8Array): OrderSignature {
  const digest = computeOrderDigest(domain, computeOrderStructHash({ ...order, signature: "" }));
  return { digest: toHex(digest), signature: signDigest(digest, key) };
}

/** Signs 32 bytes, and returns the signature as lower-case hex. */
export function signDigest(digest: Uint8Array, key: Uint8Array): string {
  const { signature: rs, recid } = secp256k1.ecdsaSign(digest, key);
  return signatureHex({ rs, recovery: recid === 0 ? 0 : 1 });
}

/** Returns the lower-case address of a private key of 32 bytes. */
export function deriveAddress(key: Uint8Array): string {
  const point = secp256k1.publicKeyCreate(key, false);
  return toHex(keccak256(point.subarray(1)).subarray(12));
}
