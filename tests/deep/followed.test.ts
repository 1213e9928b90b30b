/** Tests of accounts, reads and sandboxes once more, with clients that are served by a follower of the engine. */
import { env } from "node:process";

env["TEST_FOLLOWER"] = "true";
const { describeFolders } = await import("../support/describe-folders.ts");

describeFolders("http/account", "http/reads", "http/sandbox");
