import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { chooseStartConfig } from "../../src/cli/start.ts";
import { readSettings } from "../../src/settings/read-settings.ts";
import { runPresage, spawnPresage, whenStarted } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

const folder = mkdtempSync(join(scratchRoot(), "presage-place-"));
after(() => rmSync(folder, { recursive: true }));

const placeOf = (flag: string, ...settings: readonly string[]) =>
  chooseStartConfig({ settings: readSettings({}, settings), flags: new Map([[flag, []]]) });

describe("presage start for tests", () => {
  it("takes any free ports, but where a setting names one or an address is off", () => {
    const free = { trading: 0, data: 0, catalog: 0 };
    const { ports } = placeOf("--free-ports", "--data-port", "7345", "--kuest-ports=off").config;
    const spec = { ...free, data: 7345 };
    assert.deepEqual(ports, { web: 0, spec, polymarket: free, kuest: undefined, admin: 0 });
    const production = placeOf("--free-ports", "--mode=production");
    assert.equal(production.config.ports.polymarket, undefined);
  });

  it("refuses a temporary directory beside another one, and in production", () => {
    for (const [flag, reason] of [
      [
        "--data-dir=x",
        /^Error: A temporary exchange brings a data directory .*: leave PRESAGE_DATA_DIR out$/,
      ],
      ["--database-url=postgres://h/d", /: leave DATABASE_URL out$/],
      ["--mode=production", /production promises to keep$/],
    ] as const)
      assert.throws(() => placeOf("--temporary", flag), reason);
  });

  it("says in one line of JSON where all is, and leaves nothing", async (test) => {
    const args = [
      "start",
      "--temporary",
      "--free-ports",
      "--json",
      "--polymarket-ports=off",
      "--kuest-ports=off",
    ];
    const settings = { TMPDIR: folder };
    const running = await whenStarted(spawnPresage(test, args, settings));
    const { pid, dataDirectory, adminTokenFile, certificateFile, chainIds, contracts } = running.details;
    const [contract] = Array.isArray(contracts) ? contracts : [];
    assert.deepEqual(
      { pid, certificateFile, chainIds, contract },
      {
        pid: running.process.pid,
        certificateFile: null,
        chainIds: [137, 80002],
        contract: {
          id: "polymarket-v2-137",
          venue: "polymarket",
          name: "Polymarket CTF Exchange",
          version: "2",
          chainId: 137,
          address: "0xE111180000d2663C0091e4f400237545B87B996B",
          negRisk: false,
        },
      },
    );
    assert.match(running.output.stderr, /^ +[\d.]+ s {2}loading the exchange\n/);
    assert.ok(existsSync(String(adminTokenFile)));
    assert.equal((await running.stop("SIGTERM")).code, 0);
    assert.ok(!existsSync(String(dataDirectory)));
  });

  it("says in one line of JSON why it does not start", async (test) => {
    const { code, stdout, stderr } = await runPresage(test, ["start", "--json", "--port", "70001"]);
    const error = '--port: expected a port from 0 to 65535, got "70001"';
    assert.deepEqual(
      { code, stdout, stderr },
      { code: 1, stdout: `${JSON.stringify({ error })}\n`, stderr: `presage: ${error}\n` },
    );
  });
});
