/** What happened to other exchanges, and must not happen here. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("incidents");
