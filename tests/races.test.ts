/** Many clients that compete on the real program. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("races");
