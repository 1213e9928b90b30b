/** A watch over operations: each refuses only with codes that it declares, and that its document therefore has. */
import assert from "node:assert/strict";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Answer, Endpoint } from "../../src/http/operation/endpoint.ts";
import { listRejectionCodes } from "../../src/http/openapi/parts.ts";
import { TEST_GROUP } from "./test-endpoint.ts";

type RefusalWatch = {
  /** The operations, watched. */
  readonly endpoints: readonly Endpoint[];
  /** Throws where an operation refused with a code that it does not declare. */
  assertDeclared(): void;
};

/** Watches the operations of the exchange; those that tests describe themselves may refuse as they like. */
export function watchRefusals(endpoints: readonly Endpoint[]): RefusalWatch {
  const undeclared = new Set<string>();
  const note = (endpoint: Endpoint, answer: Answer): Answer => {
    if ("rejection" in answer && !listRejectionCodes(endpoint).includes(answer.rejection.code))
      undeclared.add(`${formatRoute(endpoint)} refuses with ${answer.rejection.code}: add it to its refuses`);
    return answer;
  };
  const watched = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    handle: (call) => {
      const answer = endpoint.handle(call);
      return answer instanceof Promise ? answer.then((one) => note(endpoint, one)) : note(endpoint, answer);
    },
  });
  return {
    endpoints: endpoints.map((endpoint) => (endpoint.group === TEST_GROUP ? endpoint : watched(endpoint))),
    assertDeclared: () => assert.deepEqual([...undeclared], []),
  };
}
