/** The past of a new sandbox. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("past");
