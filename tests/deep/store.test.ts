/** Thousands of damages in a journal. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("store/backup.test.ts");
