/** Every page on every device and in every colour scheme, an event of a thousand markets, and the page of the documents. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("browser/docs-page.test.ts", "browser/every-page.test.ts", "browser/great-event.test.ts");
