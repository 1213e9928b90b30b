/** Many clients that want the same of the real program at once. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("races");
