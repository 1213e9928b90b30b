/**
 * Signature of orders that an impersonated wallet of a sandbox places: 65 zero bytes, which no key can make. Journal and
 * records have it as it is, so that such an order is never taken for a signed one.
 */
import { SIGNATURE_LENGTH } from "../recover.ts";

export const PLACEHOLDER_SIGNATURE = `0x${"00".repeat(SIGNATURE_LENGTH)}`;

export const isPlaceholder = (bytes: Uint8Array): boolean =>
  bytes.length === SIGNATURE_LENGTH && bytes.every((byte) => byte === 0);
