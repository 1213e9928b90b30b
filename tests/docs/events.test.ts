/** The public events in docs against their descriptions in the code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Compile } from "typebox/compile";
import { EVENTS_SCHEMA_FILE, eventsPage } from "./events-page.ts";

test("docs/reference/events.md and docs/events.schema.json are up to date; else run npm run openapi", () => {
  for (const { url, text } of [eventsPage(), EVENTS_SCHEMA_FILE])
    assert.equal(readFileSync(url, "utf8"), text);
});

test("the examples of the page are events as the schema file has them", () => {
  const schema = JSON.parse(EVENTS_SCHEMA_FILE.text);
  const validator = Compile(schema);
  const ajv = new Ajv2020();
  assert.ok(ajv.validateSchema(schema), ajv.errorsText());
  const standard = ajv.compile(schema);
  const page = readFileSync(new URL("../../docs/reference/events.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text]): object => JSON.parse(text!));
  assert.ok(examples.length > 0);
  for (const example of examples) {
    assert.ok(validator.Check(example), JSON.stringify(example));
    assert.ok(!validator.Check({ ...example, type: "order.lost" }));
    assert.ok(!validator.Check({ ...example, data: {} }));
    assert.ok(standard(example), ajv.errorsText(standard.errors));
    assert.ok(!standard({ ...example, data: {} }));
  }
});
