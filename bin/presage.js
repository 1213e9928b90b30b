#!/usr/bin/env node
/**
 * The `presage` command. A Node.js that is too old gives way to the one that the package carries. Signals pass on to
 * it, and its exit code is this process's.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isBundleFresh } from "./fresh-bundle.js";

const OLDEST_MAJOR = 24;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { resolve } = createRequire(import.meta.url);

if (!hasPackages()) {
  const install = existsSync(join(root, "package-lock.json")) ? "npm ci" : "npm install --omit=dev";
  refuse(`the packages that it runs on are not installed: run ${install} first, in ${root}`);
} else if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  const main = isBundleFresh(root) ? "../dist/main.js" : "../src/main.ts";
  await import(new URL(main, import.meta.url).href);
} else {
  const carried = findCarried();
  if (carried === undefined) refuseRuntime();
  else runOn(carried);
}

/** Tells if an install was made here, by one package that every start takes. */
function hasPackages() {
  try {
    return existsSync(resolve("pg"));
  } catch {
    return false;
  }
}

/** The program of the carried runtime, a package for this platform; undefined where there is none. */
function findCarried() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  try {
    const file = resolve(`node-${platform}-${process.arch}/package.json`);
    const program = join(dirname(file), JSON.parse(readFileSync(file, "utf8")).bin.node);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function refuseRuntime() {
  const { version, platform, arch } = process;
  refuse(
    `Node.js ${version} is too old, and none for ${platform}-${arch} was installed with the package: ` +
      `install Node.js ${OLDEST_MAJOR} or newer, or install again without --omit=optional`,
  );
}

/** @type {(reason: string) => void} */
function refuse(reason) {
  process.stderr.write(`presage: ${reason}\n`);
  process.exitCode = 1;
}

/** @type {(program: string) => void} */
function runOn(program) {
  const [, self = "", ...args] = process.argv;
  const child = spawn(program, [self, ...args], { stdio: "inherit" });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`presage: ${program} did not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    for (const one of SIGNALS) process.removeAllListeners(one);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}
