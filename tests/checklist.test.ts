/** The security checklist, asked from outside, and what no line of the source may say. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("checklist");
