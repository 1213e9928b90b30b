/** The programs that read the files of deploy/ and compose.yaml as operators' tools do, of pinned versions, kept for all runs. */
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isInstalled } from "../support/without-tools.ts";

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "presage", "deploy");

const HELM = { module: "helm.sh/helm/v3/cmd/helm", version: "v3.19.2" };
const KUBECONFORM = { module: "github.com/yannh/kubeconform/cmd/kubeconform", version: "v0.7.0" };
/** podman-compose, and the schemas of Kubernetes. */
const PYTHON_PACKAGES = ["podman-compose==1.5.0", "kubernetes-validate==1.37.0"];
/** Release of Kubernetes that manifests are checked against. */
export const KUBERNETES = "1.34.0";

const execute = promisify(execFile);

export type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a program to its end. */
export async function run(program: string, args: readonly string[], env: object = {}): Promise<Finished> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 ** 2 };
  return execute(program, args, options).then(
    (output) => ({ code: 0, ...output }),
    (error: { readonly code?: unknown; readonly stdout?: string; readonly stderr?: string }) => ({
      code: typeof error.code === "number" ? error.code : -1,
      stdout: error.stdout ?? "",
      stderr: error.stderr ?? String(error),
    }),
  );
}

const lastLine = (said: string): string => said.trim().split("\n").at(-1) ?? "";

/** Compiles a program of a Go module once; gives its path, or the reason why it is not to be had. */
async function install({ module, version }: typeof HELM): Promise<string> {
  const folder = join(CACHE, version);
  const name = module.slice(module.lastIndexOf("/") + 1);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  if (!isInstalled("go"))
    throw new Error(`The program go is missing, which compiles ${name} ${version}: go.dev/dl has it.`);
  const { code, stderr } = await run("go", ["install", `${module}@${version}`], { GOBIN: folder });
  if (code !== 0) throw new Error(`${name} ${version} cannot be compiled: ${lastLine(stderr)}`);
  return program;
}

async function installPython(): Promise<string> {
  const folder = join(CACHE, `python-1`);
  if (existsSync(join(folder, "bin", "podman-compose"))) return folder;
  if (!isInstalled("python3"))
    throw new Error(
      `The program python3 is missing, which installs ${PYTHON_PACKAGES.join(" and ")}: python.org has it.`,
    );
  rmSync(folder, { recursive: true, force: true });
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ["python3", ["-m", "venv", folder]],
    [join(folder, "bin", "pip"), ["install", "--quiet", ...PYTHON_PACKAGES]],
  ];
  for (const [program, args] of steps) {
    const { code, stderr } = await run(program, args);
    if (code !== 0)
      throw new Error(`${PYTHON_PACKAGES.join(" and ")} cannot be installed: ${lastLine(stderr)}`);
  }
  return folder;
}

export type Tools = {
  readonly helm: string;
  readonly kubeconform: string;
  /** Folder of a virtual environment of Python. */
  readonly python: string;
};

/** Program of systemd that verifies units. */
export const ANALYZE = "systemd-analyze";

/** Reason why units cannot be verified; `undefined` if they can. */
export const findMissingSystemd = (): string | undefined =>
  isInstalled(ANALYZE) ? undefined : `The program ${ANALYZE} is missing: Linux with systemd has it.`;

/** Has the tools ready; resolves with the reason where one is not to be had. */
export async function prepareTools(): Promise<Tools | { readonly missing: string }> {
  try {
    const [helm, python] = await Promise.all([install(HELM), installPython()]);
    return { helm, python, kubeconform: await install(KUBECONFORM) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
