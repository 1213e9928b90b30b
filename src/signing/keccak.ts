/**
 * Keccak-256, the hash of all identifiers and signatures of Polymarket and Kuest; not the later SHA3-256. On inputs of
 * one order, WebAssembly is four times faster than the native addon and seven times faster than plain JavaScript. All
 * calls share one hasher: each call initializes the hasher and finishes before returning.
 */
import { createKeccak } from "hash-wasm";

const hasher = await createKeccak(256);

/** Returns the 32-byte hash of `bytes`. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest("binary");
}

/** Returns the 32-byte hash of the UTF-8 form of `text`. */
export function keccakText(text: string): Uint8Array {
  return keccak256(Buffer.from(text, "utf8"));
}
