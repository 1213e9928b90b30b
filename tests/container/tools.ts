/** Programs that build and run containers here, from Debian's packages. CI installs those that are missing. */
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isInstalled } from "../support/without-tools.ts";

/** Programs, each with its package. */
const TOOLS = {
  buildah: "buildah",
  podman: "podman",
  runc: "runc",
  debootstrap: "debootstrap",
  python3: "python3-venv",
} as const;

/** Folder of all that is made once for all runs: the system of the base images, and the images. */
export const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "presage", "container");

const execute = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 ** 2;

export type Output = { readonly stdout: string; readonly stderr: string };

/** Runs a program to its end; rejects with what it said when it fails. */
export async function run(program: string, args: readonly string[], env: object = {}): Promise<Output> {
  try {
    return await execute(program, args, { env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new Error(`${program} ${args.join(" ")}: ${said.trim().slice(-4_000)}`, { cause: error });
  }
}

/** Has the tools ready; resolves with a sentence on what is missing where they are not to be had. */
export async function prepareTools(): Promise<string | undefined> {
  if (process.platform !== "linux")
    return `Containers are built on Linux alone, and this is ${process.platform}.`;
  if (process.getuid?.() !== 0) return "The system of a base image is made by root: run this as root.";
  const missing = Object.entries(TOOLS).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
  if (missing.length === 0) return undefined;
  if (process.env["CI"] !== "true")
    return `These programs are missing: ${missing.join(", ")}. Debian has them: apt-get install ${missing.join(" ")}`;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], env);
  await run("apt-get", ["install", "-y", "--no-install-recommends", ...missing], env);
  return undefined;
}
