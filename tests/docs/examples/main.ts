/** `npm run examples` captures docs/openapi/examples.json from a fresh exchange. */
import { writeFileSync } from "node:fs";
import { captureExamples } from "./capture.ts";
import { EXAMPLES_URL, writtenExamples } from "./examples-file.ts";

writeFileSync(EXAMPLES_URL, writtenExamples(await captureExamples()));
