/**
 * Installs the clients that the manifests pin into `.installed` beside this file, once for each state of a manifest.
 * The reason is given where a tool for it is missing.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const MANIFESTS = join(import.meta.dirname, "manifests");
const INSTALLED = join(import.meta.dirname, ".installed");

const run = promisify(execFile);

/** A path to start the client from, or the reason why there is none. */
export type Installation = { readonly path: string } | { readonly missing: string };

type Fill = (folder: string) => Promise<void>;

/** Folders that are made or being made, since several clients may be of one manifest. */
const folders = new Map<string, Promise<string>>();

function installOnce(name: string, manifest: string, fill: Fill): Promise<string> {
  const folder = folders.get(name) ?? makeFolder(name, manifest, fill);
  folders.set(name, folder);
  return folder;
}

/** Makes a folder by `fill` unless it was made from the same manifest before. */
async function makeFolder(name: string, manifest: string, fill: Fill): Promise<string> {
  const folder = join(INSTALLED, name);
  const state = join(folder, ".manifest");
  const digest = createHash("sha256").update(readFileSync(manifest)).digest("hex");
  if (existsSync(state) && readFileSync(state, "utf8") === digest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  writeFileSync(state, digest);
  return folder;
}

/** Says what a tool says when it fails, in one line. */
const reasonOf = (error: unknown): string =>
  String(error instanceof Error && "stderr" in error && error.stderr !== "" ? error.stderr : error)
    .trim()
    .split("\n")
    .at(-1)!;

async function attempt(install: () => Promise<string>): Promise<Installation> {
  try {
    return { path: await install() };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}

/** Installs the JavaScript clients; resolves with the folder that has their `node_modules`. */
export const installJavaScript = (name: string): Promise<Installation> =>
  attempt(async () => {
    const manifest = join(MANIFESTS, name);
    return installOnce(name, join(manifest, "package-lock.json"), async (folder) => {
      for (const file of ["package.json", "package-lock.json"])
        await copyFile(join(manifest, file), join(folder, file));
      await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
    });
  });

/** The installer of Python packages, itself from a manifest; one for all clients. */
const uv = attempt(async () => {
  const manifest = join(MANIFESTS, "uv.txt");
  const folder = await installOnce("uv", manifest, async (place) => {
    await run(await findPython("3.9"), ["-m", "venv", place]);
    await run(join(place, "bin", "python"), ["-m", "pip", "install", "--quiet", "-r", manifest]);
  });
  return join(folder, "bin", "uv");
});

/** Installs a Python client; resolves with the interpreter that has it. `python` is the oldest that will do. */
export const installPython = (name: string, python: string): Promise<Installation> =>
  attempt(async () => {
    const installer = await uv;
    if ("missing" in installer) throw new Error(installer.missing);
    const interpreter = await findPython(python);
    const manifest = join(MANIFESTS, `${name}.txt`);
    const folder = await installOnce(name, manifest, async (place) => {
      await run(installer.path, ["venv", "--quiet", "--allow-existing", "--python", interpreter, place]);
      const target = join(place, "bin", "python");
      await run(installer.path, ["pip", "install", "--quiet", "--python", target, "-r", manifest]);
    });
    return join(folder, "bin", "python");
  });

const RUST = join(import.meta.dirname, "rust");

/** Builds the bridges of the Rust clients, all at once, in the versions of their lock file. */
let rust: Promise<Installation> | undefined;

const buildRust = (): Promise<Installation> =>
  attempt(async () => {
    await run("cargo", ["--version"]).catch(() => {
      throw new Error("there is no cargo");
    });
    const target = join(INSTALLED, "rust");
    await run("cargo", ["build", "--locked", "--quiet", "--target-dir", target], { cwd: RUST });
    return join(target, "debug");
  });

/** Builds the bridge of a Rust client; resolves with the program. */
export async function installRust(name: string): Promise<Installation> {
  rust ??= buildRust();
  const built = await rust;
  return "missing" in built ? built : { path: join(built.path, name) };
}

/** Finds the folder with the sources of a crate that the bridges are built of. */
export async function findCrate(name: string): Promise<string> {
  const options = { cwd: RUST, maxBuffer: 64 * 2 ** 20 };
  const { stdout } = await run("cargo", ["metadata", "--format-version", "1", "--locked"], options);
  const { packages } = JSON.parse(stdout) as { packages: { name: string; manifest_path: string }[] };
  return dirname(packages.find((found) => found.name === name)!.manifest_path);
}

/** Finds an interpreter of at least this version: by its name, or among those of pyenv. */
async function findPython(least: string): Promise<string> {
  const commands = ["python3", "python3.14", "python3.13", "python3.12"];
  for (const command of commands) if (await isPython(command, least)) return command;
  for (const minor of ["3.12", "3.13", "3.14"]) {
    const command = await pyenvPython(minor);
    if (command !== undefined && (await isPython(command, least))) return command;
  }
  throw new Error(`there is no Python ${least} or later`);
}

async function isPython(command: string, least: string): Promise<boolean> {
  const [major, minor] = least.split(".");
  const check = `import sys, venv; sys.exit(sys.version_info[:2] < (${major}, ${minor}))`;
  return run(command, ["-c", check]).then(
    () => true,
    () => false,
  );
}

const pyenvPython = (version: string): Promise<string | undefined> =>
  run("pyenv", ["prefix", version]).then(
    ({ stdout }) => join(stdout.trim(), "bin", "python"),
    () => undefined,
  );
