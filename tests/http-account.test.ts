/** The trading interface's operations on accounts and orders. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/account");
