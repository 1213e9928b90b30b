/** Health of an exchange that starts, stops, and loses its database, as the process that is asked for it tells. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { openDatabase } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import { deepTest, quickTest } from "../support/depth.ts";
import {
  findServer,
  prepareDataDirectories,
  runPresage,
  SPEC_PORTS,
  spawnPresage,
  startPresage,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";

let directories: DataDirectories;
const root = mkdtempSync(join(scratchRoot(), "presage-health-"));

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => {
  directories.close();
  rmSync(root, { recursive: true });
});

/** Finds a port that nobody uses. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Health = { readonly status: number; readonly failing: readonly string[] };

/** Asks if the exchange is ready; `undefined` while nobody listens. */
async function readiness(base: string): Promise<Health | undefined> {
  const response = await fetch(`${base}/health/ready`).catch(() => undefined);
  if (response === undefined) return undefined;
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  const failing = Object.keys(checks).filter((name) => checks[name] !== "ok");
  return { status: response.status, failing };
}

describe("health", () => {
  quickTest(
    "is told on the one port while the exchange starts, and not ready before it ends",
    async (test) => {
      const database = await createTestDatabase();
      const holder = openDatabase(database.url, { maxConnections: 1 });
      test.after(async () => {
        await holder.end();
        await database.close();
      });
      await holder`begin`;
      await holder`lock table journal in access exclusive mode`;
      const port = await findPort();
      const base = `http://127.0.0.1:${port}`;
      const running = spawnPresage(
        test,
        ["start", "--json", ...SPEC_PORTS, "--port", String(port), "--data-dir", join(root, "held")],
        { DATABASE_URL: database.url, PRESAGE_STOP_DELAY: "2" },
      );
      await until("somebody listens", async () => (await readiness(base)) !== undefined);
      assert.deepEqual(await readiness(base), {
        status: 503,
        failing: ["start", "database", "writer", "tables", "mode"],
      });
      const asked = ["health", "--data-dir", join(root, "held")];
      const early = await runPresage(test, asked);
      assert.deepEqual([early.code, early.stderr], [1, ""]);
      assert.match(
        early.stdout,
        /^not ready: start: process \d+ has .* open, and is starting or is no exchange\n$/,
      );
      const live = await fetch(`${base}/health/live?from=probe`);
      assert.deepEqual([live.status, await live.json()], [200, { status: "live" }]);
      const other = await fetch(`${base}/spec/trading/order`, { method: "POST", body: "{}" });
      const { request_id: requestId, ...refusal } = (await other.json()) as Record<string, unknown>;
      assert.deepEqual(
        { status: other.status, retryAfter: other.headers.get("retry-after"), refusal },
        {
          status: 503,
          retryAfter: "5",
          refusal: {
            error: "the exchange is starting",
            code: "not_accepting",
            hint: "nothing was done; try again in 5 s",
          },
        },
      );
      assert.equal(requestId, other.headers.get("x-request-id"));

      const waited = runPresage(test, [...asked, "--wait", "60"]);
      await holder`commit`;
      assert.deepEqual(await waited, { code: 0, stdout: "ready\n", stderr: "" });
      const { addresses } = await whenStarted(running);
      assert.equal(addresses.web, base);
      assert.deepEqual(await readiness(base), { status: 200, failing: [] });

      const stopped = running.stop("SIGTERM");
      let stopping: Health | undefined;
      await until("it says that it stops", async () => {
        stopping = await readiness(base);
        return stopping?.status === 503;
      });
      assert.deepEqual(stopping?.failing, ["stop"]);
      const told = await runPresage(test, ["health", "--url", base, "--json"]);
      const { status, checks } = JSON.parse(told.stdout);
      assert.deepEqual([told.code, status, checks.stop], [1, "not_ready", "the exchange is stopping"]);
      assert.equal((await fetch(`${addresses.spec.trading}/ok`)).status, 200);
      assert.equal((await stopped).code, 0);
      assert.equal(await readiness(base), undefined);
      for (const [at, says] of [
        [["--data-dir", join(root, "held")], /^not ready: start: no exchange runs on /],
        [["--url", base], /^not ready: start: http:.*\/health\/ready does not answer: /],
      ] as const) {
        const gone = await runPresage(test, ["health", ...at]);
        assert.equal(gone.code, 1);
        assert.match(gone.stdout, says);
      }
    },
  );

  deepTest("is not ready while the database is away, and ready again when it is back", async (test) => {
    const directory = directories.create();
    const { addresses, stop } = await startPresage(test, directory);
    process.kill(findServer(directory)!, "SIGKILL");
    let away: Health | undefined;
    await until("the database is missed", async () => {
      away = await readiness(addresses.web);
      return away?.status === 503;
    });
    assert.deepEqual(away?.failing, ["database", "writer"]);
    assert.equal((await fetch(`${addresses.web}/health/live`)).status, 200);
    await until("it is back", async () => (await readiness(addresses.web))?.status === 200);
    assert.equal((await stop("SIGTERM")).code, 0);
  });
});
