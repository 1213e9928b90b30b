/**
 * The account that PostgreSQL's processes run under. They refuse to run as root, so when Presage is root they run as
 * the owner of the cluster. Before there is a cluster, that is a system user made for them. Only the cluster belongs to
 * that user: root writes into no directory that the server could plant a link in. The programs or the directory may be
 * out of that user's reach, below /root for example. Linux then lets one process pass closed directories without
 * opening them to anybody. The program setpriv gives it that single capability, and the secure bit that makes access(2)
 * honour it.
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

type Owner = {
  readonly uid: number;
  readonly gid: number;
};

export type ServerAccount = {
  /** Set if the account's user is another than this process's. */
  readonly owner?: Owner;
  /** A program, with its arguments, that starts the server's programs. */
  readonly through: readonly string[];
};

const USER_NAME = "presage";
const ownAccount: ServerAccount = { through: [] };
const capabilities = ["dac_read_search", "dac_override"];

/**
 * Finds the account that the server of `cluster` runs under, and a way for it to reach `cluster` and `program`; creates
 * the directory that holds `cluster`. Throws if there is no account or no way.
 */
export function prepareServerAccount(cluster: string, program: string): ServerAccount {
  const home = dirname(cluster);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return ownAccount;
  const owner = readOwner(cluster) ?? findUser(USER_NAME) ?? createUser() ?? findUser("nobody");
  if (owner === undefined)
    throw new Error("PostgreSQL does not run as root: start Presage as an ordinary user");
  openToOthers(home);
  openToOthers(dirname(home));
  const ways = [[], ...capabilities.map((capability) => setpriv(owner, capability))];
  const through = ways.find((way) => reaches({ owner, through: way }, home, program));
  if (through !== undefined) return { owner, through };
  throw new Error(
    `PostgreSQL does not run as root, and its user (uid ${owner.uid}) cannot reach ${home} or ${program}: ` +
      "start Presage as an ordinary user, or move both out of directories that only root may enter",
  );
}

/** Makes the account the owner of `path`. */
export function changeOwner({ owner }: ServerAccount, path: string): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}

/**
 * Builds the arguments of `spawn` that run `program` under `account`, without this process's environment and directory.
 */
export function commandFor(account: ServerAccount, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...account.through, program, ...args];
  const identity = account.through.length === 0 ? account.owner : undefined;
  return { file, args: rest, options: { ...identity, cwd: "/", env: environment() } };
}

function environment(): NodeJS.ProcessEnv {
  // PGDATA, PGPORT and the like would change the behaviour of the programs. initdb takes its time zone from TZ.
  const kept = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP"].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: "C", TZ: "UTC" };
}

function readOwner(path: string): Owner | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function findUser(name: string): Owner | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => run("id", [flag, name]));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function createUser(): Owner | undefined {
  run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", USER_NAME]);
  return findUser(USER_NAME);
}

// Search permission is enough: the files in it are protected by their own modes.
function openToOthers(directory: string): void {
  const { mode } = statSync(directory);
  if ((mode & 0o011) !== 0o011) chmodSync(directory, (mode & 0o777) | 0o011);
}

function setpriv({ uid, gid }: Owner, capability: string): string[] {
  const identity = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  const rights = ["--inh-caps", `+${capability}`, "--ambient-caps", `+${capability}`];
  return ["setpriv", ...identity, ...rights, "--securebits", "+no_setuid_fixup"];
}

function reaches(account: ServerAccount, home: string, program: string): boolean {
  const { file, args, options } = commandFor(account, "/bin/sh", [
    "-c",
    'cd "$0" && test -x "$1"',
    home,
    program,
  ]);
  return spawnSync(file, args, options).status === 0;
}

function run(file: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(file, args, { encoding: "utf8" });
}
