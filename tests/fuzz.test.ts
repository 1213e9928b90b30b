/** Hostile requests: none may crash the exchange, leak, or get an undocumented answer. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("fuzz");
