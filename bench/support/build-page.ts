/** The page as the exchange serves it, which a new clone lacks until it is built. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const WEB = join(import.meta.dirname, "../../web");

/** Builds the page where there is none. One that is there stays as it is: others may be served it. */
export function buildMissingPage(): void {
  if (existsSync(join(WEB, "dist", "event.html"))) return;
  execFileSync(process.execPath, [join(WEB, "build.js")], { stdio: ["ignore", "ignore", "inherit"] });
}
