/** The core against the naive reference exchange. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("simulation");
