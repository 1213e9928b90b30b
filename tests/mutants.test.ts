/** Planted bugs, and the simulations that find them. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("mutants");
