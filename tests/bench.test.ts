/** The benches, each at a small part of its size. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("bench");
