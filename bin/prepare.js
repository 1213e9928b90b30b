/**
 * The `prepare` script: builds the bundle and the page after the install of a clone. An unpacked package has both. A pack
 * has them from its `prepack` script, which npm runs before this one.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const BUILDS = ["bundle.js", join("web", "build.js")];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isClone = BUILDS.every((file) => existsSync(join(root, file)));
const isPack = ["pack", "publish"].includes(process.env["npm_command"] ?? "");

if (isClone && !isPack) process.exitCode = build();

/** Runs the builds in their order; returns the exit code of the first that fails, or 0. */
function build() {
  for (const file of BUILDS) {
    const { status } = spawnSync(process.execPath, [join(root, file), "--if-possible"], { stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}
