/** A mistake in the construction of a request's HMAC, with its name. */
import type { Finding } from "./check.ts";

/** Inputs of an HMAC: the expected ones, or with mistakes. */
export type HmacDraft = {
  readonly key: Uint8Array;
  readonly hash: "sha256" | "sha512" | "sha1";
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** Order of timestamp, method, path and body in the message, as indices. */
  readonly places: readonly number[];
  readonly separator: string;
};

export type Slip = { readonly finding: Finding; readonly change: Partial<HmacDraft> };
