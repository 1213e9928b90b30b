/** docs/openapi/examples.json has an answer of every operation, as the operation's schema describes it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { deepSuite } from "../support/depth.ts";
import { assertDocumented } from "../support/documented-answers.ts";
import { captureExamples } from "./examples/capture.ts";
import { readExamples } from "./examples/examples-file.ts";
import { EXAMPLE_INTERFACES, operationsOf } from "./examples/operations.ts";
import type { ExampleInterface } from "./examples/operations.ts";
import type { Example } from "./examples/recorder.ts";
import { shapeOf } from "./examples/shape.ts";
import { UNCAPTURED } from "./examples/uncaptured.ts";
import { SERVED } from "./openapi-documents.ts";

const EXAMPLES = readExamples();

const isExample = (entry: object): entry is Example => "answer" in entry;

/** Operations of an interface by their route as the documents write it. */
function endpointsOf(name: ExampleInterface): ReadonlyMap<string, Endpoint> {
  const place = SERVED.find((one) => one.name === name || one.name === `${name}, spec`);
  assert.ok(place !== undefined, name);
  return new Map(
    place.served.endpoints.map((endpoint) => [formatRoute(endpoint).replaceAll(/:(\w+)/g, "{$1}"), endpoint]),
  );
}

for (const name of EXAMPLE_INTERFACES) {
  describe(`examples of ${name}`, () => {
    const operations = operationsOf(name);

    it("are those of its operations; else run npm run examples", () => {
      assert.deepEqual(Object.keys(EXAMPLES[name]), [...operations.keys()]);
    });

    it("have an answer, or a reason why there is none", () => {
      const reasons = Object.entries(EXAMPLES[name]).filter(([, entry]) => !isExample(entry));
      const told = Object.entries(UNCAPTURED[name] ?? {}).map(([id, reason]) => [id, { reason }]);
      assert.deepEqual(Object.fromEntries(reasons), Object.fromEntries(told));
    });

    it("answer as their operations say", () => {
      const endpoints = endpointsOf(name);
      for (const [id, entry] of Object.entries(EXAMPLES[name]).filter(([, one]) => isExample(one))) {
        const { method, path, status } = operations.get(id)!;
        const { answer, ...asked } = entry as Example;
        assert.deepEqual([asked.method, asked.status], [method, status], id);
        if (status === 501) assert.equal((answer as { code: string }).code, "not_supported", id);
        else assertDocumented(endpoints.get(`${method} ${path}`)!, "spec", answer);
      }
    });
  });
}

deepSuite("examples captured again", {}, () => {
  it("have the same shapes as those of the file", async () => {
    const captured = await captureExamples();
    for (const name of EXAMPLE_INTERFACES)
      for (const [id, entry] of Object.entries(EXAMPLES[name]).filter(([, one]) => isExample(one)))
        assert.deepEqual(shapeOf(captured[name][id]), shapeOf(entry), `${name}: ${id}`);
  });
});
