/** The operator interface. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/admin");
