/**
 * Which signed requests were carried out, for as long as their timestamps are accepted: the same bytes again are refused,
 * also while the first are underway. Orders need none of it: their digests are kept for ever.
 */
import { createHash } from "node:crypto";
import { reject } from "../core/rejection.ts";
import { NEWEST_MS, OLDEST_MS } from "../signing/request-auth.ts";
import { readTimestamp } from "../signing/request-timestamp.ts";
import type { Answer } from "./endpoint.ts";

export type Signed = {
  readonly apiKey: string;
  /** Of the headers: unix seconds, or milliseconds. */
  readonly timestamp: string;
  /** As in `POST /withdrawals`, at whichever address. */
  readonly route: string;
  readonly body: Uint8Array;
};

export type SignedOnce = {
  /** Carries it out unless it was before. What was refused can be sent again. */
  carryOut(signed: Signed, act: () => Promise<Answer>): Promise<Answer>;
};

type Options = {
  readonly clock: () => number;
  /** Of the last commit before this start: of what was asked until then nothing is known. 0 when there was none. */
  readonly recoveredAt: number;
};

/** From its arrival on: a timestamp may be ahead of the clock. */
const ACCEPTED_MS = OLDEST_MS + NEWEST_MS;

export function createSignedOnce({ clock, recoveredAt }: Options): SignedOnce {
  /** Until when each could come again, by fingerprint, in the order of their arrival. */
  const known = new Map<string, number>();

  function forgetOld(now: number): void {
    for (const [fingerprint, until] of known) {
      if (until > now) return;
      known.delete(fingerprint);
    }
  }

  return {
    async carryOut(signed, act) {
      const signedAt = readTimestamp(signed.timestamp) ?? 0;
      if (signedAt <= recoveredAt) return { rejection: mayBeDone };
      const now = clock();
      forgetOld(now);
      const fingerprint = fingerprintOf(signed, signedAt);
      if (known.has(fingerprint)) return { rejection: isDone };
      known.set(fingerprint, now + ACCEPTED_MS);
      // When it throws it stays: nobody knows what had been done by then.
      const answer = await act();
      const nothingWasDone = "rejection" in answer && answer.rejection.code !== "outcome_unknown";
      if (nothingWasDone) known.delete(fingerprint);
      return answer;
    },
  };
}

const isDone = reject(
  "duplicate_request",
  "the same signed bytes came before: to do the same again, sign another timestamp (milliseconds are accepted)",
);

const mayBeDone = reject(
  "outcome_unknown",
  "the request was signed before the exchange started again, and may have been done: look at the ledger, then sign it anew",
);

/** Of what is signed and not of the signature, which can be written in several encodings. */
const fingerprintOf = ({ apiKey, route, body }: Signed, signedAt: number): string =>
  createHash("sha256").update(`${apiKey} ${signedAt} ${route} `).update(body).digest("base64");
