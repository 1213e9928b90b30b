/** Figures, readers and signatures of the web page: the modules of web/src that draw nothing. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("web");
