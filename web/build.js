/**
 * Builds the page into web/dist. With --if-possible, a clone that was installed without the development dependencies is
 * told that it has no page, and goes on.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const HERE = import.meta.dirname;

const vite = await import("vite").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
});
if (vite !== undefined) await vite.build({ root: HERE });
else {
  const stands = existsSync(join(HERE, "dist", "index.html"))
    ? "stays as it was built before"
    : "is not there";
  process.stderr.write(
    `The web page ${stands}: vite, which builds it, is a development dependency. Run npm ci without --omit=dev.\n`,
  );
  if (!process.argv.includes("--if-possible")) process.exitCode = 1;
}
