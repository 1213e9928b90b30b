/** The documents against the code: generated files, drawings, tables, and blocks between fences. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("docs", "docs-blocks");
