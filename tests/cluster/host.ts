/** Hosts of the cluster: network namespaces behind one bridge, each with rules that lose packets. */
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { assertEnclosed } from "./enclosure.ts";

const BRIDGE = "cluster";
const NETWORK = "10.77.0";
/** Address of the test's own host. */
const TEST_ADDRESS = `${NETWORK}.254`;

const execute = promisify(execFile);

export type Host = {
  readonly name: string;
  readonly address: string;
};

/** Runs a program to its end; gives what it said. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await execute(program, args, { maxBuffer: 16 * 1024 ** 2 });
  return stdout + stderr;
}

/** Command line that runs a program as a user, in the network of a host or in the test's own; the process' id stays. */
export const commandAs = (user: string, host: Host | undefined): readonly [string, ...string[]] => {
  const asUser = [`--reuid=${user}`, `--regid=${user === "nobody" ? "nogroup" : user}`, "--clear-groups"];
  return host === undefined
    ? ["setpriv", ...asUser]
    : ["nsenter", `--net=/run/netns/${host.name}`, "setpriv", ...asUser];
};

const ip = async (command: string): Promise<void> => {
  await run("ip", command.split(" "));
};

/** Runs commands of nftables in the network of a host. */
const nft = ({ name }: Host, commands: string): Promise<string> =>
  run("ip", ["netns", "exec", name, "nft", commands]);

/** Makes hosts on a bridge that the test's host is on, too. */
export async function makeHosts(names: readonly string[]): Promise<readonly Host[]> {
  assertEnclosed();
  await ip(`link add ${BRIDGE} type bridge`);
  await ip(`addr add ${TEST_ADDRESS}/24 dev ${BRIDGE}`);
  await ip(`link set ${BRIDGE} up`);
  const hosts = names.map((name, index) => ({ name, address: `${NETWORK}.${index + 1}` }));
  for (const host of hosts) {
    const { name, address } = host;
    await ip(`netns add ${name}`);
    await ip(`link add ${name} type veth peer name eth0 netns ${name}`);
    await ip(`link set ${name} master ${BRIDGE} up`);
    await ip(`-n ${name} addr add ${address}/24 dev eth0`);
    await ip(`-n ${name} link set eth0 up`);
    await ip(`-n ${name} link set lo up`);
    await nft(host, "add table inet faults");
    for (const hook of ["input", "output"])
      await nft(host, `add chain inet faults ${hook} { type filter hook ${hook} priority 0; }`);
  }
  return hosts;
}

/** Removes hosts and the bridge; processes of the hosts must have ended. */
export async function removeHosts(hosts: readonly Host[]): Promise<void> {
  for (const { name } of hosts) {
    await ip(`link del ${name}`);
    await ip(`netns del ${name}`);
  }
  await ip(`link del ${BRIDGE}`);
}

const addressesOf = (hosts: readonly Host[]): string => hosts.map(({ address }) => address).join(", ");

/** Loses all packets between a host and others, in both directions. Connections hang, as in a broken network. */
export async function cutOff(host: Host, others: readonly Host[]): Promise<void> {
  await cutOneWay(host, others);
  await nft(host, `add rule inet faults input ip saddr { ${addressesOf(others)} } drop`);
}

/** Loses the packets that a host sends to others; theirs still arrive. */
export async function cutOneWay(host: Host, others: readonly Host[]): Promise<void> {
  await nft(host, `add rule inet faults output ip daddr { ${addressesOf(others)} } drop`);
}

/** Loses what processes of a host send to a port of any host, its own included. */
export async function cutPort(host: Host, port: number): Promise<void> {
  await nft(host, `add rule inet faults output tcp dport ${port} drop`);
}

/** Lets all packets of a host pass again. */
export async function healNetwork(host: Host): Promise<void> {
  await nft(host, "flush table inet faults");
}

/** Lists processes of a host by the name of the program; all of them without a name. */
export async function listProcesses({ name }: Host, program?: string): Promise<number[]> {
  const pids = (await run("ip", ["netns", "pids", name])).split("\n").filter(Boolean).map(Number);
  return program === undefined ? pids : pids.filter((pid) => readProgram(pid) === program);
}

/** Reads the program's name of a process; `undefined` once it has ended, though nobody may have collected it. */
function readProgram(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (/^State:\s+[ZX]/m.test(status)) return undefined;
    return /^Name:\s+(.*)$/m.exec(status)?.[1];
  } catch {
    return undefined;
  }
}

/** Sends a signal to processes; those that have ended meanwhile are left out. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
}

/** Lists namespaces and links, which are `lo` alone without hosts. */
export const listRemains = async (): Promise<readonly string[]> => [
  ...globSync("/run/netns/*"),
  ...[...(await run("ip", ["-o", "link"])).matchAll(/^\d+: ([^:@]+)/gm)].map(([, link = ""]) => link),
];
