/** Incidents of other exchanges, which must not happen here. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("incidents");
