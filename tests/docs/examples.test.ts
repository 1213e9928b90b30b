/** docs/openapi/examples.json has an answer of every operation, as the operation's schema describes it. */
import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { DOCUMENTED_CHANNELS } from "../../src/stream/asyncapi/with-asyncapi.ts";
import { deepSuite } from "../support/depth.ts";
import { assertDocumented } from "../support/documented-answers.ts";
import { captureExamples } from "./examples/capture.ts";
import { MESSAGE_NAMES, readExamples, readMessages } from "./examples/examples-file.ts";
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

test("docs/asyncapi/examples.json has each message, as the document describes it; else run npm run examples", () => {
  const messages = readMessages();
  assert.deepEqual(Object.keys(messages), MESSAGE_NAMES);
  const schemas = Object.assign(
    {},
    ...DOCUMENTED_CHANNELS.map(({ receives, sends }) => ({ ...receives, ...sends })),
  );
  for (const [name, schema] of Object.entries<TSchema>(schemas))
    assert.ok(Check(schema, messages[name]), `${name}: ${JSON.stringify(Errors(schema, messages[name]))}`);
});

deepSuite("examples captured again", {}, () => {
  it("have the same shapes as those of the file", async () => {
    const { operations, messages } = await captureExamples();
    for (const name of EXAMPLE_INTERFACES)
      for (const [id, entry] of Object.entries(EXAMPLES[name]).filter(([, one]) => isExample(one)))
        assert.deepEqual(shapeOf(operations[name][id]), shapeOf(entry), `${name}: ${id}`);
    const written = readMessages();
    for (const name of MESSAGE_NAMES) assert.deepEqual(shapeOf(messages[name]), shapeOf(written[name]), name);
  });
});
