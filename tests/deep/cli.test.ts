/** The operators' guide as it is written, changes of the master key, and requests that are sent again after a stop, too. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("cli/documented-commands.test.ts", "cli/rotate-master-key.test.ts", "cli/sent-again.test.ts");
