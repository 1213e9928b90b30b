/** The sandbox's resident traders. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("residents");
