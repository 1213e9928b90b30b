/**
 * Every page and story on every device and in every colour scheme. The page of a new sandbox, an event of a thousand markets,
 * and the page of the documents.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("browser");
