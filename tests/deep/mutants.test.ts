/** A hunt for every planted bug. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("mutants");
