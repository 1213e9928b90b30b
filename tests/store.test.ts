/** The store. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("store");
