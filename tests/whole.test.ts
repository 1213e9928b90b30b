/** The whole exchange in simulated time, under faults. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("whole");
