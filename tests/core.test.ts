/**
 * Tests that need neither a database nor a socket, with few exceptions: the core, signatures, catalog files, and the modules of
 * the web page that draw nothing.
 */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("core", "core/scenarios", "signing", "catalog", "web", "checklist", "torture", "bench");
