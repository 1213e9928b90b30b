/** The engine, and the live channels that follow it. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("engine", "stream");
