/** Parts that all HTTP interfaces share. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http", "http/direct", "http/faults", "http/guard", "http/large", "http/sandbox");
