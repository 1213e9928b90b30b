/** The documents against the code: generated files, drawings and tables. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("docs");
