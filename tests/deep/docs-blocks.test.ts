/** The pages of the documents, run as a reader runs them. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("docs-blocks");
