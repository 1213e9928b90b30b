/** The security checklist, row by row. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("checklist");
