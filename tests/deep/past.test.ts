/** A kill in the middle of a first start with a past. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("past/killed-first-start.test.ts");
