/** A slip in how the HMAC of a request is made, with the mistake that it stands for. */
import type { Finding } from "./check.ts";

/** Inputs of an HMAC: as expected, or with slips. */
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
