/** Idempotency of the operator API: whether a repeated request takes effect again, by operation. */

/** Operations that take a body but change nothing. */
const QUESTIONS: ReadonlySet<string> = new Set([
  "POST /accounts/fundings/rehearsal",
  "POST /diagnoses/key",
  "POST /diagnoses/request",
]);

/**
 * Operations that change something outside the journal. The journal stores idempotency keys, so each repetition of these
 * takes effect again.
 */
const DONE_EACH_TIME: ReadonlySet<string> = new Set([
  "POST /sandbox/clock",
  "POST /sandbox/snapshot",
  "DELETE /sandbox/snapshots/{name}",
  "POST /sandbox/revert",
  "POST /sandbox/reset",
  "POST /sandbox/faults",
  "DELETE /sandbox/faults",
  "DELETE /sandbox/faults/{id}",
  "POST /sandbox/residents",
  "POST /sandbox/residents/{market}",
  "POST /webhooks/{id}/test",
]);

export const isDoneEachTime = (name: string): boolean => DONE_EACH_TIME.has(name);

export const isDoneOnce = (name: string): boolean =>
  !name.startsWith("GET ") && !QUESTIONS.has(name) && !isDoneEachTime(name);
