/** Processes that are killed during trading. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("torture");
