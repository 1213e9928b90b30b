/** The `presage` command, and the package in a test suite. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("cli", "testing");
