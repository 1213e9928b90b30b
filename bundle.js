/**
 * Bundles the exchange into dist/: the programs that `npm start` and the package run, each in one file with chunks for what
 * they share. The folder is flat, so that a thread's program lies beside whatever starts it. With --if-possible, an
 * install without the development dependencies goes on without a bundle.
 */
import { readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { isBundleFresh } from "./bin/fresh-bundle.js";

const ROOT = import.meta.dirname;
const DIST = join(ROOT, "dist");

const SOURCES = join(ROOT, "src");

/** Files of the command, the two libraries, and the programs of threads, by the names that they have in the bundle. */
export const PROGRAMS = Object.fromEntries(
  ["main.ts", "library.ts", "testing/start-presage.ts", ...listFiles().filter(isOfThread)].map((file) => [
    basename(file, ".ts"),
    join(SOURCES, file),
  ]),
);

function listFiles() {
  return readdirSync(SOURCES, { recursive: true }).map(String);
}

/** @type {(file: string) => boolean} */
function isOfThread(file) {
  return file.endsWith("-worker.ts");
}

/** Writes the bundle in the place of the one before it, once it is whole. */
export async function bundle() {
  const { rolldown } = await import("rolldown");
  const begun = new Date();
  // Packages stay what they are: modules of their own, with their licences beside them. All code stays too: without its
  // result a call such as decodeURIComponent(text), which checks by throwing, counts as one without an effect.
  const built = await rolldown({ input: PROGRAMS, platform: "node", external: /^[^./]/, treeshake: false });
  const folder = `${DIST}.${process.pid}`;
  await built.write({
    dir: folder,
    format: "esm",
    minify: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  // A source that changed meanwhile is newer than the bundle.
  utimesSync(join(folder, "main.js"), begun, begun);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(folder, DIST);
}

if (process.argv[1] === import.meta.filename && !isBundleFresh(ROOT))
  await bundle().catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    process.stderr.write(
      "No bundle is made: rolldown, which makes it, is not installed. Run npm ci first, without --omit=dev.\n",
    );
    if (!process.argv.includes("--if-possible")) process.exitCode = 1;
  });
