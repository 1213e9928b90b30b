/** What clients must never bring about, whatever they send. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("fuzz");
