/** What a reader of the documentation meets: the pages in a browser, and the documents against the code. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("browser", "docs");
