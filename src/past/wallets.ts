/**
 * Wallets of the sandbox's past. Their keys follow from the seed, so that everybody can know them: they are worth as much as
 * the sandbox's money.
 */
import { createHash } from "node:crypto";
import { addressOfKey } from "../signing/sign-order.ts";

export type Wallet = {
  readonly key: Uint8Array;
  /** Lower-case address. */
  readonly address: string;
  /** Key id that its orders name: a UUID. */
  readonly apiKey: string;
};

/** Makes the wallet of this name. */
export function seededWallet(seed: string, name: string): Wallet {
  const key = hash(`${seed}/${name}/key`);
  return { key, address: addressOfKey(key), apiKey: uuidOf(hash(`${seed}/${name}/api-key`)) };
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Writes bytes as a UUID in the form of version 4. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
