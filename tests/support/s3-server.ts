/**
 * A real S3-compatible server on this machine: versitygw, which keeps objects as files. It is built once from the Go module
 * proxy, with a pinned version, into the cache directory of this account.
 */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { S3Access } from "../../src/operate/archive/backup-storage.ts";
import { until } from "./until.ts";
import { findFreePort } from "./free-port.ts";

const VERSION = "v1.8.0";
const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "presage-tests");
const ACCOUNT = { id: "presage", secret: "a secret of the tests".replaceAll(" ", "-") };
export const BUCKET = "backups";

export type S3Server = {
  readonly access: S3Access;
  readonly port: number;
  /** Ends it at once, or starts it again at its address. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Builds the server unless it is there; resolves with the program, or with what is missing. */
export async function buildS3Server(): Promise<{ readonly program: string } | { readonly missing: string }> {
  const directory = join(CACHE, `versitygw-${VERSION}`);
  const program = join(directory, "versitygw");
  const run = promisify(execFile);
  if (existsSync(program)) return { program };
  try {
    await run("go", ["version"]);
  } catch {
    return { missing: "there is no go" };
  }
  const env = { ...process.env, GOBIN: directory };
  await run("go", ["install", `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], { env });
  return { program };
}

/** Starts the server with an empty bucket. */
export async function startS3Server(program: string): Promise<S3Server> {
  const root = mkdtempSync(join(tmpdir(), "presage-s3-"));
  mkdirSync(join(root, BUCKET));
  const port = await findFreePort();
  const args = ["--port", `127.0.0.1:${port}`, "--access", ACCOUNT.id, "--secret", ACCOUNT.secret];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(program, [...args, "--quiet", "posix", root], { stdio: "ignore" });
    await until("the S3 server answers", () => answers(port));
  };
  const kill = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = undefined;
  };
  await start();
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", account: ACCOUNT },
    port,
    kill,
    start,
    close: async () => {
      await kill();
      rmSync(root, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
