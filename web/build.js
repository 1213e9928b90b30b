/**
 * Builds the page into web/dist. With --if-possible, a clone that was installed without the development dependencies is
 * told that it has no page, and goes on.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";

const HERE = import.meta.dirname;

/** Puts a compressed copy beside each script and style sheet that is longer than a packet. */
function compressAssets() {
  const folder = join(HERE, "dist", "assets");
  for (const name of readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))) {
    const content = readFileSync(join(folder, name));
    if (content.length > 1_024) writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

const vite = await import("vite").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
});
if (vite !== undefined) {
  await vite.build({ root: HERE });
  compressAssets();
} else {
  const stands = existsSync(join(HERE, "dist", "index.html"))
    ? "stays as it was built before"
    : "is not there";
  process.stderr.write(
    `The web page ${stands}: vite, which builds it, is a development dependency. Run npm ci without --omit=dev.\n`,
  );
  if (!process.argv.includes("--if-possible")) process.exitCode = 1;
}
