/** Every page on every device and in every colour scheme. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("browser/every-page.test.ts");
