/**
 * Wallets of the resident traders. Their keys follow from a seed that everybody can read: they are worth as much as the
 * sandbox's money. A restart finds the same wallets, with the orders and the losses that they have.
 */
import { createHash } from "node:crypto";
import { addressOfKey } from "../signing/sign-order.ts";

export type ResidentWallet = {
  readonly key: Uint8Array;
  /** Lower-case address. */
  readonly address: string;
  /** Key id that its orders name: a UUID. */
  readonly apiKey: string;
};

/** Makes the wallet of this name. */
export function residentWallet(seed: string, name: string): ResidentWallet {
  const key = hash(`${seed}/${name}/key`);
  return { key, address: addressOfKey(key), apiKey: uuidOf(hash(`${seed}/${name}/api-key`)) };
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Writes bytes as a UUID in the form of version 4. */
function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
