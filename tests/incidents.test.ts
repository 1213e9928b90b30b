/** Incidents of other exchanges, which must not happen here, and addresses that speak TLS. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("incidents", "tls");
