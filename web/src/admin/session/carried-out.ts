/** Idempotency of the operator API: the effect of a repeated request by operation. */

/** Operations that take a body but change nothing. */
const QUESTIONS: ReadonlySet<string> = new Set([
  "POST /accounts/fundings/rehearsal",
  "POST /diagnoses/key",
  "POST /diagnoses/request",
]);

/** Changes outside the journal, which stores idempotency keys: each request carries them out again. */
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
