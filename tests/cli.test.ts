/** The `presage` command. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("cli");
