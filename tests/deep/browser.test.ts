/** Every page on every device and in every colour scheme, and an event of a thousand markets. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("browser/every-page.test.ts", "browser/great-event.test.ts");
