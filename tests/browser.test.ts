/** The pages in a browser. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("browser");
