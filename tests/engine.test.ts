/** The engine, the live channels that follow it, and webhooks. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("engine", "stream", "webhooks");
