/**
 * Settings of engines and gateways that do not fit. Each is refused in one line that names the setting at fault, and the
 * process ends, so that a supervisor sees it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { computeStoredFingerprint } from "../../src/store/keys/master-key.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { atDepth } from "../support/depth.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { ANY_PORTS, spawnPresage } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

const KEY = "5e".repeat(32);

describe("an engine and a gateway", () => {
  let database: TestDatabase;
  /** Takes connections and says nothing. */
  let silent: Server;
  const directory = mkdtempSync(join(scratchRoot(), "presage-refusals-"));
  before(async () => {
    database = await createTestDatabase();
    const sql = openDatabase(database.url, { maxConnections: 1 });
    await sql`insert into leadership (cluster, epoch, holder) values ('main', 1, 'nobody')`;
    await sql`insert into master_key (fingerprint) values (${computeStoredFingerprint(KEY)})`;
    await sql.end();
    silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    writeFileSync(join(directory, "garbage"), "no credentials");
  });
  after(async () => {
    silent.close();
    rmSync(directory, { recursive: true });
    await database.close();
  });
  const natsOf = (port: number): string => `nats://127.0.0.1:${port}`;
  const silentNats = (): string => natsOf((silent.address() as AddressInfo).port);

  /** Settings that differ from a good start, and the refusal. Nothing listens at port 1. */
  const cases: readonly (readonly [name: string, () => Record<string, string>, refusal: RegExp])[] = [
    ["no cluster", () => ({ PRESAGE_CLUSTER: "" }), /^PRESAGE_CLUSTER: expected /],
    [
      "another cluster",
      () => ({ PRESAGE_CLUSTER: "other" }),
      /belongs to the cluster main, and PRESAGE_CLUSTER is other/,
    ],
    [
      "another master key",
      () => ({ PRESAGE_MASTER_KEY: "ab".repeat(32) }),
      /^The master key of PRESAGE_MASTER_KEY has the fingerprint /,
    ],
    ["no NATS", () => ({ NATS_URL: "" }), /^NATS_URL: expected /],
    [
      "NATS that is away",
      () => ({ NATS_URL: natsOf(1) }),
      /^NATS_URL: no server of 127\.0\.0\.1:1 takes a connection: /,
    ],
    [
      "NATS that says nothing",
      () => ({ NATS_URL: silentNats() }),
      /^NATS_URL: no server of 127\.0\.0\.1:\d+ takes a connection: /,
    ],
    [
      "credentials that are not there",
      () => ({ PRESAGE_NATS_CREDENTIALS: join(directory, "none") }),
      /^PRESAGE_NATS_CREDENTIALS: there is no file /,
    ],
    [
      "authorities that are not there",
      () => ({ PRESAGE_NATS_CA: join(directory, "none") }),
      /^PRESAGE_NATS_CA: there is no file /,
    ],
    [
      "credentials that are none",
      () => ({ PRESAGE_NATS_CREDENTIALS: join(directory, "garbage") }),
      /^PRESAGE_NATS_CREDENTIALS: .*garbage does not have a token and a key of a user$/,
    ],
    [
      "a sandbox",
      () => ({ PRESAGE_MODE: "sandbox", PRESAGE_DEMO: "empty" }),
      /^PRESAGE_MODE: expected production, .*; got sandbox$/,
    ],
    [
      "gateways in threads",
      () => ({ PRESAGE_GATEWAYS: "2" }),
      /^PRESAGE_GATEWAYS: expected 0 or auto, .*; got 2$/,
    ],
    [
      "a database that is away",
      () => ({ DATABASE_URL: "postgres://presage@127.0.0.1:1/presage" }),
      /ECONNREFUSED/,
    ],
  ];
  for (const command of atDepth({ quick: ["gateway"], deep: ["engine", "gateway"] }))
    for (const [name, change, refusal] of cases)
      it(`${command} with ${name}: is refused, and ends`, async (test) => {
        const given = {
          PRESAGE_MODE: "production",
          PRESAGE_CLUSTER: "main",
          PRESAGE_MASTER_KEY: KEY,
          PRESAGE_DATA_DIR: join(directory, `${command} ${name}`),
          DATABASE_URL: database.url,
          NATS_URL: natsOf(1),
          ...change(),
        };
        const settings = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ""));
        const { finished } = spawnPresage(test, [command, ...ANY_PORTS], settings);
        const { code, stderr } = await finished;
        assert.equal(code, 1);
        const [line = "", ...more] = stderr.trimEnd().split("\n");
        assert.deepEqual(more, [], "one line");
        assert.match(line.replace(/^presage: /, ""), refusal);
      });
});
