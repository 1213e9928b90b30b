/**
 * Requests that are executed once. Before a batch is decided, its possible repeats are looked up in the store, which
 * has all earlier batches. Of equal requests in one batch, the first is executed and the others get its result.
 */
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { compareRequests, findEarlierRequest } from "../../core/request.ts";
import type { Repeat, RequestName } from "../../core/request.ts";
import type { CommandOutcome, CompletedRequest, Entry, OnceOutcome, Request } from "./entry.ts";

/** Compares a request with one that was executed; `undefined` if they share neither key nor signature. */
export const compareWithCompleted = ({ name }: CompletedRequest, later: RequestName): Repeat | undefined =>
  name && compareRequests(name, later);

/** Refusals of requests that reuse the key or the signature of another. */
export const REUSED: { readonly [Reuse in Exclude<Repeat, "same">]: Rejection } = {
  "key-reused": reject(
    "idempotency_key_reused",
    "Idempotency-Key: expected a new key, since another request was carried out with this one; nothing was done",
  ),
  "signature-reused": reject(
    "signature_reused",
    "the same signed bytes were carried out before with another query or without this Idempotency-Key; nothing was done " +
      "now: to do something else, sign another timestamp (milliseconds are accepted)",
  ),
};

const underway: Rejection = reject(
  "request_underway",
  "Idempotency-Key: another request with this key is underway; nothing was done, send it again",
);

/** A request of this batch with those that repeat it. */
type RequestGroup = { readonly name: RequestName; readonly later: Entry[] };

/** Answers the requests that repeat one of `known`, and returns the other entries, in order. */
export function answerRepeatedRequests(
  entries: readonly Entry[],
  known: readonly CompletedRequest[],
): Entry[] {
  const groups: RequestGroup[] = [];
  const first: Entry[] = [];
  for (const entry of entries) {
    const name = entry.request?.name;
    if (name === undefined) {
      first.push(entry);
      continue;
    }
    const earlier = findEarlierRequest<CompletedRequest | RequestGroup>([...known, ...groups], name);
    if (earlier === undefined) {
      const later: Entry[] = [];
      groups.push({ name, later });
      first.push({ ...entry, ...answeringAll(entry, later) });
    } else if ("later" in earlier) earlier.later.push(entry);
    else entry.answer(repeatOutcome(name, { type: "done", done: earlier, replayed: true }));
  }
  return first;
}

type AnyOutcome = CommandOutcome | OnceOutcome;

/** Converts the outcome of the first request into the answer to one that repeats it. */
function repeatOutcome(later: RequestName, outcome: AnyOutcome): AnyOutcome {
  if (outcome.type !== "done") return outcome;
  const repeat = compareWithCompleted(outcome.done, later);
  if (repeat === undefined || repeat === "same") return { ...outcome, replayed: true };
  return { type: "rejected", rejection: REUSED[repeat] };
}

const answeringAll = (entry: Entry, later: readonly Entry[]): Pick<Entry, "answer" | "fail"> => ({
  answer: (outcome) => {
    entry.answer(outcome);
    for (const { answer, request } of later) answer(shareOutcome(entry.request, request, outcome));
  },
  fail: (error) => {
    for (const { fail } of [entry, ...later]) fail(error);
  },
});

/**
 * Answers a later request with the outcome of the first. Only requests with equal content share a refusal: requests with
 * other content were not decided.
 */
function shareOutcome(
  first: Request | undefined,
  later: Request | undefined,
  outcome: AnyOutcome,
): AnyOutcome {
  const name = later?.name;
  if (name === undefined) return outcome;
  if (outcome.type === "rejected" && first?.name?.content !== name.content)
    return { type: "rejected", rejection: underway };
  return repeatOutcome(name, outcome);
}
