/**
 * Sockets that systemd opens and keeps while the exchange is started again: connections wait meanwhile. Its own program
 * systemd-socket-activate opens them, and a shell keeps them, as systemd does.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { PORT_SETTINGS } from "../../src/settings/address-settings.ts";
import { readInstance } from "../../src/store/server/data-directory.ts";
import { isDeep } from "../support/depth.ts";
import { prepareDataDirectories, SPEC_PORTS } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const ACTIVATE = "systemd-socket-activate";
const skip = isDeep()
  ? spawnSync(ACTIVATE, ["--version"]).status !== 0 && `${ACTIVATE} is not installed`
  : "only in npm run test:deep";
/** Runs the exchange twice in turn, each time with the words of sd_listen_fds(3) for its own process. */
const TWICE = `for turn in 1 2; do /bin/sh -c 'LISTEN_PID=$$ exec "$0" "$@"' "$0" "$@" || exit; done`;

let directories: DataDirectories | undefined;

before(async () => {
  if (skip === false) directories = await prepareDataDirectories();
});

after(() => directories?.close());

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function activate(test: TestContext, sockets: readonly number[], args: readonly string[]) {
  const listened = sockets.flatMap((port) => ["--listen", `127.0.0.1:${port}`]);
  const program = [process.execPath, join(ROOT, "bin", "presage.js"), "start", "--json", ...SPEC_PORTS];
  const sandbox = ["--demo", "empty", "--residents", "off"];
  const child = spawn(ACTIVATE, [...listened, "/bin/sh", "-c", TWICE, ...program, ...sandbox, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  test.after(() => child.kill("SIGKILL"));
  const said = { text: "" };
  child.stderr.on("data", (chunk) => (said.text += String(chunk)));
  return { child, said, ended: once(child, "close") };
}

/** Asks until the socket is there; from then on a connection waits, and is not refused. */
async function ask(url: string): Promise<number> {
  let status = 0;
  await until("the socket is open", async () => {
    ({ status } = await fetch(url).catch(() => ({ status: 0 })));
    return status !== 0;
  });
  return status;
}

describe("sockets of systemd", { skip }, () => {
  it("keep connections waiting while the exchange starts, and while it is started again", async (test) => {
    const directory = directories!.create();
    const [web, trading] = [await findPort(), await findPort()];
    const places = ["--port", String(web), "--trading-port", String(trading), "--data-dir", directory];
    const { said, ended } = activate(test, [web, trading], places);
    assert.equal(await ask(`http://127.0.0.1:${web}/health/ready`), 200);
    assert.equal((await fetch(`http://127.0.0.1:${trading}/ok`)).status, 200);

    const first = readInstance(directory)?.pid;
    process.kill(first!, "SIGTERM");
    await until("it has ended", () => readInstance(directory)?.pid !== first);
    const waiting = ["/health/ready", "/spec/trading/ok"].map((path) =>
      fetch(`http://127.0.0.1:${web}${path}`),
    );
    const statuses = (await Promise.all(waiting)).map((response) => response.status);
    assert.deepEqual(statuses, [200, 200]);

    const second = readInstance(directory)?.pid;
    assert.notEqual(second, first);
    process.kill(second!, "SIGTERM");
    assert.deepEqual(await ended, [0, null], said.text);
  });

  it("are refused at addresses that the exchange has not", async (test) => {
    const [web, other] = [await findPort(), await findPort()];
    const places = ["--port", String(web), "--data-dir", directories!.create()];
    const { child, said, ended } = activate(test, [web, other], places);
    await until("it has ended", async () => {
      await fetch(`http://127.0.0.1:${web}/health/ready`).catch(() => {});
      return child.exitCode !== null;
    });
    assert.deepEqual(await ended, [1, null]);
    assert.match(
      said.text,
      new RegExp(
        `presage: LISTEN_FDS: expected .*127\\.0\\.0\\.1:${web}, .*got 127\\.0\\.0\\.1:${other}: change`,
      ),
    );
  });
});

it("the socket unit has those of a new exchange in production", () => {
  const unit = readFileSync(join(ROOT, "deploy", "presage.socket"), "utf8");
  const listened = [...unit.matchAll(/^ListenStream=(.+)$/gm)].map(([, address]) => address);
  const { web, spec, admin } = PORT_SETTINGS;
  const ports = [web, spec.trading, spec.data, spec.catalog, admin].map(
    ({ standard }) => `127.0.0.1:${standard}`,
  );
  assert.deepEqual(listened, ports);
});
