/** `npm run examples` captures docs/openapi/examples.json and docs/asyncapi/examples.json from a fresh exchange. */
import { writeFileSync } from "node:fs";
import { captureExamples } from "./capture.ts";
import { EXAMPLES_URL, MESSAGES_URL, writtenExamples, writtenMessages } from "./examples-file.ts";

const { operations, messages } = await captureExamples();
writeFileSync(EXAMPLES_URL, writtenExamples(operations));
writeFileSync(MESSAGES_URL, writtenMessages(messages));
