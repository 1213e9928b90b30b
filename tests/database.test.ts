/** The store, on its database. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("store");
