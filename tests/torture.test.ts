/** Processes that are killed in the midst of trading. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("torture");
