/** The unmodified client libraries. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("conformance");
