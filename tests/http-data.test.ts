/** The data interface. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/data", "http/data/v2");
