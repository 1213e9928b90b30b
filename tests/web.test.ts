/** What the web page reckons, reads and signs: the modules of web/src that draw nothing. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("web");
