/** The trading interface's public reads. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/reads");
