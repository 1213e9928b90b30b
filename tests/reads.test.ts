/** Answers of reads on a random history, against plain filters over its journal. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("reads");
