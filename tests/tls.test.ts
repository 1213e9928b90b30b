/** The certificate of the addresses, and addresses that speak TLS. */
import { describeFolders } from "./support/describe-folders.ts";

describeFolders("tls");
