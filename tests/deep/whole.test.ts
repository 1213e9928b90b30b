/** Many seeds of the whole exchange, under faults. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("whole");
