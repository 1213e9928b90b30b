/** The trading interface's public reads, and the data interface. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("http/reads", "http/data", "http/data/v2");
