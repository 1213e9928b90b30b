/** Random reads of many histories. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("reads");
