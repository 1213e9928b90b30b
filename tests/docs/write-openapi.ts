/** `npm run openapi`: writes docs/openapi anew. */
import { writeFileSync } from "node:fs";
import { OPENAPI_FILES } from "./openapi-documents.ts";

for (const { url, text } of OPENAPI_FILES) writeFileSync(url, text);
