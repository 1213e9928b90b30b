/** Tests that need neither a database nor a socket, with few exceptions: the core, signatures and catalog files. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("core", "core/scenarios", "signing", "catalog");
