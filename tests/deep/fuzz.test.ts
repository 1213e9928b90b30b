/** Thousands of hostile requests to every operation. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("fuzz");
