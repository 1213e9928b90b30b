/** The bundle that the install makes of the sources, in dist/. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Tells if the bundle has what the sources say. In a clone whose sources changed since the install it has not; the
 * package has no sources.
 *
 * @param {string} root
 */
export function isBundleFresh(root) {
  const bundle = statSync(join(root, "dist", "main.js"), { throwIfNoEntry: false });
  if (bundle === undefined) return false;
  const sources = join(root, "src");
  if (!existsSync(join(sources, "main.ts"))) return true;
  // Folders too: one changes when a file goes.
  const files = readdirSync(sources, { recursive: true }).map((name) => join(sources, String(name)));
  return [...files, join(root, "bundle.js")].every((file) => statSync(file).mtimeMs <= bundle.mtimeMs);
}
