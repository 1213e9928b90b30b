/** Thousands of damages in a journal, merged flushes of more histories, and a start that waits for longer than a read may. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("store/backup.test.ts", "store/projector-merging.test.ts", "store/read-tables.test.ts");
