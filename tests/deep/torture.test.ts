/** Many cycles of kill -9, of PostgreSQL too. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("torture/torture.test.ts");
