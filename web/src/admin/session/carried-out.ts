/** Operations of the operator API by how often they are carried out when they are sent again. */

/** Operations that change nothing, though they take a body. */
const QUESTIONS: ReadonlySet<string> = new Set([
  "POST /accounts/fundings/rehearsal",
  "POST /diagnoses/key",
  "POST /diagnoses/request",
]);

/** Changes beside the journal, which remembers keys: they are carried out each time they are sent. */
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
