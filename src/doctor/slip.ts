/** A slip in how the HMAC of a request is made, and the mistake that it stands for. */
import type { Finding } from "./check.ts";

/** How an HMAC is made: the expected way, or with slips. */
export type Draft = {
  readonly key: Uint8Array;
  readonly hash: "sha256" | "sha512" | "sha1";
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** The places of timestamp, method, path and body in the message. */
  readonly places: readonly number[];
  readonly separator: string;
};

export type Slip = { readonly finding: Finding; readonly change: Partial<Draft> };
