/** A fresh exchange beside a fresh folder, in which the commands of a page find it as a reader's do. */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { findFreePort } from "../support/free-port.ts";
import {
  ANY_PORTS,
  environmentWith,
  launchPresage,
  stopLeftBehind,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { ROOT } from "./page-blocks.ts";
import { EXCHANGES, NO_EXCHANGE } from "./runners.ts";
import { openShell } from "./shell-session.ts";
import type { ShellSession } from "./shell-session.ts";
import { changeAddresses, choosePorts } from "./standard-addresses.ts";
import type { AddressChange } from "./standard-addresses.ts";

export type PageExchange = AddressChange & {
  /** Folder of the reader, in which the exchange's data folder lies. */
  readonly folder: string;
  readonly addresses: Addresses;
  readonly shell: ShellSession;
  close(): Promise<void>;
};

const PRESAGE = `exec "${process.execPath}" "${ROOT}/bin/presage.js" "$@"`;

/** Programs of the shell. The command is that of this clone, and so are the scripts of npm. */
const PROGRAMS: Readonly<Record<string, string>> = {
  presage: PRESAGE,
  npx: `while :; do case "$1" in --no|--yes|-y|--) shift ;; *) break ;; esac; done\nexec "$@"`,
  npm: `cd "${ROOT}" && exec "${dirname(process.execPath)}/npm" "$@"`,
  node: `exec "${process.execPath}" "$@"`,
};

/** Makes the folder with programs, and the packages of the clone as packages of the folder. */
function makeFolders(): { readonly root: string; readonly folder: string; readonly programs: string } {
  const root = mkdtempSync(join(scratchRoot(), "presage-page-"));
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const programs = join(root, "programs");
  const folder = join(root, "home", "exchange");
  for (const path of [programs, folder, join(root, "home", "node_modules")])
    mkdirSync(path, { recursive: true });
  symlinkSync(ROOT, join(root, "home", "node_modules", "presage-exchange"));
  for (const [name, lines] of Object.entries(PROGRAMS)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  // A terminal shows no progress of a transfer whose output it shows.
  writeFileSync(join(programs, ".curlrc"), "silent\nshow-error\n");
  return { root, folder, programs };
}

type Beside = {
  readonly addresses: Addresses;
  /** Settings of the shell. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
};

/** Starts an exchange of a kind on prepared data. */
async function startExchange(kind: string, folder: string, directories: DataDirectories): Promise<Beside> {
  const data = join(folder, "data");
  renameSync(directories.create(), data);
  const args = ["start", "--data-dir", data, "--json", ...ANY_PORTS];
  const running = launchPresage(args, { settings: EXCHANGES[kind] ?? {}, detached: true });
  try {
    const { addresses } = await whenStarted(running);
    return { addresses, settings: {}, stop: () => running.stop("SIGTERM") };
  } catch (error) {
    running.process.kill("SIGKILL");
    await running.finished;
    stopLeftBehind(folder);
    throw error;
  }
}

/** Leaves the start to the page, and tells its shell the ports. */
async function leaveStart(kind: string, folder: string): Promise<Beside> {
  const { addresses, settings } = await choosePorts();
  return {
    addresses,
    settings: { ...EXCHANGES[kind], ...settings },
    stop: () => Promise.resolve(stopLeftBehind(folder)),
  };
}

/** Starts an exchange of a kind and opens a shell in its folder. */
export async function openExchange(kind: string, directories: DataDirectories): Promise<PageExchange> {
  const { root, folder, programs } = makeFolders();
  const beside = await (kind === NO_EXCHANGE
    ? leaveStart(kind, folder)
    : startExchange(kind, folder, directories));
  const ownPort = await findFreePort();
  const path = [programs, join(ROOT, "node_modules", ".bin"), process.env["PATH"] ?? ""];
  const settings = { ...beside.settings, CURL_HOME: programs, PORT: String(ownPort) };
  const environment = { ...environmentWith(settings), PATH: path.join(delimiter) };
  const shell = openShell(folder, programs, environment);
  const close = async (): Promise<void> => {
    await shell.close().finally(() => beside.stop());
    rmSync(root, { recursive: true });
  };
  const { addresses } = beside;
  return { ...changeAddresses(addresses, ownPort), folder, addresses, shell, close };
}
