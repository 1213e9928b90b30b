/** Idempotency of the operator API: whether a repeated request takes effect again, by operation. */

/** Operations that take a body but change nothing. */
const READ_ONLY_OPERATIONS: ReadonlySet<string> = new Set([
  "POST /accounts/fundings/rehearsal",
  "POST /diagnoses/key",
  "POST /diagnoses/request",
]);

/**
 * Operations that change something outside the journal. The journal stores idempotency keys, so each repetition of these
 * takes effect again.
 */
const EXECUTED_EACH_TIME: ReadonlySet<string> = new Set([
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

export const isExecutedEachTime = (name: string): boolean => EXECUTED_EACH_TIME.has(name);

export const isExecutedOnce = (name: string): boolean =>
  !name.startsWith("GET ") && !READ_ONLY_OPERATIONS.has(name) && !isExecutedEachTime(name);
