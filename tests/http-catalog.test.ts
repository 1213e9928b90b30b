/** The catalog interface. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/catalog");
