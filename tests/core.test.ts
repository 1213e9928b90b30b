/** What needs neither a database nor a socket, nearly all of it: the core, signatures and catalog files. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("core", "core/scenarios", "signing", "catalog");
