/** The `presage` command, and who wants the same of it at once. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("cli", "races");
