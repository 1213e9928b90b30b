/** The documents against the code: what is generated, what is drawn, and what tables promise. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("docs");
