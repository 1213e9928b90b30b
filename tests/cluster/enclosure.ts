/**
 * Namespaces of its own for a run of the cluster: network, mounts, shared memory and processes. All that a run makes lies
 * within them, so that the kernel takes it away with the run, however that ends. Files are in memory.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Folder of a run's files: an empty file system within the run's own mounts. */
export const STATE = "/mnt/cluster";
/** Folder within `STATE` that shows the installed Python, whose own place only root may enter. */
export const PYTHON = "/mnt/python";
/** Variable that is set within. */
const WITHIN = "PRESAGE_CLUSTER_ENCLOSURE";

/** Commands of the first process within. It stays and collects ended processes, which Node.js would not do. */
const FIRST = `
set -e
mount --make-rprivate /
mkdir -p /run/netns
mount -t tmpfs -o mode=755 netns /run/netns
mount -t tmpfs -o mode=755 files /mnt
mount -t tmpfs -o mode=1777 memory /dev/shm
mkdir ${STATE} ${PYTHON}
mount --bind "$0" ${PYTHON}
ip link set lo up
set +e
"$@"
exit $?
`;

/**
 * Runs a file of TypeScript within namespaces of its own; resolves with its exit code. A signal to this process, and its
 * death, end all processes within.
 */
export async function runEnclosed(python: string, args: readonly string[]): Promise<number> {
  const namespaces = ["--net", "--mount", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const child = spawn(
    "setpriv",
    ["--pdeathsig", "KILL", "unshare", ...namespaces, "bash", "-c", FIRST, python, process.execPath, ...args],
    { stdio: "inherit", env: { ...process.env, [WITHIN]: "1" } },
  );
  const end = () => child.kill("SIGKILL");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}

/** Throws outside of an enclosure, where hosts would be made in the network of this machine. */
export function assertEnclosed(): void {
  if (process.env[WITHIN] !== "1")
    throw new Error("the cluster runs within an enclosure: npm run test:cluster");
}
