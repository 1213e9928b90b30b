import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import type { TestContext } from "node:test";
import { createWallet, orderBody, register } from "../../bench/support/order-requests.ts";
import type { Terms, Trader } from "../../bench/support/order-requests.ts";
import { listTokens } from "../../bench/support/own-exchange.ts";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { deepTest } from "../support/depth.ts";
import { withSql } from "../support/history.ts";
import { prepareDataDirectories, runPresage, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

type Signed = { readonly method?: "GET" | "POST"; readonly path: string; readonly body?: string };
type Answer = { readonly status: number; readonly body: Record<string, unknown> };

async function ask(
  trader: Trader,
  url: string,
  { method = "GET", path, body = "" }: Signed,
): Promise<Answer> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const [bare] = path.split("?", 1);
  const headers = {
    svc_address: trader.address,
    svc_api_key: trader.apiKey,
    svc_passphrase: trader.passphrase,
    svc_timestamp: timestamp,
    svc_signature: createHmac("sha256", trader.secret)
      .update(timestamp + method + bare + body)
      .digest("base64url"),
  };
  const answer = await fetch(url + path, { method, headers, ...(body === "" ? {} : { body }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const place = (trader: Trader, url: string, terms: Terms): Promise<Answer> =>
  ask(trader, url, { method: "POST", path: "/order", body: orderBody(trader, terms) });

/** Reads everything that an exchange answers about these traders. */
async function accountsOf(traders: readonly Trader[], { spec }: Addresses): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const trader of traders) {
    for (const path of ["/data/orders", "/data/trades", "/balances", "/ledger", "/auth/api-keys"])
      answers.push(await ask(trader, spec.trading, { path }));
    for (const path of ["/positions", "/activity", "/value"])
      answers.push(await (await fetch(`${spec.data}${path}?user=${trader.address}`)).json());
  }
  return answers;
}

async function trade(traders: readonly Trader[], url: string): Promise<void> {
  const [market] = await listTokens(url, 1);
  for (let index = 0; index < 12; index += 1) {
    const terms = { tokenId: market![index % 2]!, side: "BUY", cents: 48 + (index % 4), shares: 2 } as const;
    const { status, body } = await place(traders[index % 2]!, url, terms);
    assert.equal(status, 200, JSON.stringify(body));
  }
}

/** Places orders of a trader in one market, one after the other, until the returned function is called. */
function startLoad(trader: Trader, url: string, tokenId: string): () => Promise<number> {
  const load = { over: false, placed: 0 };
  const run = async (): Promise<number> => {
    while (!load.over) {
      const { status, body } = await place(trader, url, { tokenId, side: "BUY", cents: 1, shares: 1 });
      assert.equal(status, 200, JSON.stringify(body));
      load.placed += 1;
    }
    return load.placed;
  };
  const running = run();
  return () => {
    load.over = true;
    return running;
  };
}

const CHANGED =
  /^presage: The database's files were changed or damaged on the disk \(invalid page in block 0 of relation .*\): .*presage rebuild.*presage restore\n$/;

describe("a backup of an exchange that is trading", () => {
  deepTest(
    "comes back elsewhere with all that was acknowledged before it, and keys that sign",
    async (test) => {
      const directory = directories.create();
      const file = join(directory, "presage.backup");
      const exchange = await startPresage(test, directory);
      const { trading } = exchange.addresses.spec;
      const traders = [await register(trading, createWallet()), await register(trading, createWallet())];
      await trade(traders, trading);
      const promised = await accountsOf(traders, exchange.addresses);
      const [, other] = await listTokens(trading, 2);
      const stopLoad = startLoad(await register(trading, createWallet()), trading, other![0]);
      const backup = await runPresage(test, ["backup", file, "--data-dir", directory]);
      const placed = await stopLoad();
      assert.deepEqual([backup.code, backup.stderr], [0, ""]);
      assert.match(
        backup.stdout,
        /holds \d+ batches, the last of .*\nThe master key is not in it: keep a copy of .*master-key/,
      );
      assert.ok(placed > 0, "orders were placed meanwhile");
      await exchange.stop("SIGKILL");

      const elsewhere = directories.create();
      const args = ["restore", file, "--data-dir", elsewhere];
      const keyless = await runPresage(test, args);
      assert.equal(keyless.code, 1);
      assert.match(
        keyless.stderr,
        /^presage: The backup holds no master key, and there is none in [^\n]*\n$/,
      );
      writeFileSync(join(elsewhere, "master-key"), `${"0".repeat(64)}\n`);
      assert.match((await runPresage(test, args)).stderr, /is not the master key of this backup/);
      copyFileSync(join(directory, "master-key"), join(elsewhere, "master-key"));
      const restored = await runPresage(test, args);
      assert.deepEqual([restored.code, restored.stderr], [0, ""]);
      const [, head] = /Head: ([0-9a-f]{64})/.exec(backup.stdout)!;
      assert.match(
        restored.stdout,
        new RegExp(`holds the exchange of .*\\nAll agrees: .* Head: ${head}\\n$`),
      );

      const again = await startPresage(test, elsewhere);
      assert.deepEqual(await accountsOf(traders, again.addresses), promised);
      const [market] = await listTokens(again.addresses.spec.trading, 1);
      const terms = { tokenId: market![0], side: "BUY", cents: 50, shares: 1 } as const;
      assert.equal((await place(traders[0]!, again.addresses.spec.trading, terms)).status, 200);
      await findsDamagedFiles(test, elsewhere, () => again.stop("SIGTERM"));
    },
  );
});

/** Checks that a change of the journal on the disk is found, made while the server is stopped. */
async function findsDamagedFiles(
  test: TestContext,
  directory: string,
  stop: () => Promise<unknown>,
): Promise<void> {
  let path = "";
  await withSql(findRunningServer(directory)!, async (sql) => {
    const [row] = await sql<{ checksums: string; path: string }[]>`
      select current_setting('data_checksums') as checksums, pg_relation_filepath('journal') as path`;
    assert.equal(row!.checksums, "on");
    path = join(directory, "postgres", "cluster", row!.path);
  });
  await stop();
  const page = readFileSync(path).subarray(0, 8192);
  // Of a page of PostgreSQL: where its rows begin, which fill it from its end.
  const used = page.readUInt16LE(14);
  for (const [what, offset] of [
    ["a flipped bit of a row", used + 100],
    ["a flipped bit of the header", 16],
    ["a flipped bit where nothing is", used - 1],
  ] as const) {
    writeAt(path, Buffer.from([page[offset]! ^ 4]), offset);
    const { code, stdout, stderr } = await runPresage(test, ["verify", "--data-dir", directory]);
    assert.deepEqual([code, stdout], [1, ""], what);
    assert.match(stderr, CHANGED, what);
    writeAt(path, page.subarray(offset, offset + 1), offset);
  }
  writeAt(path, Buffer.alloc(8192), 0);
  const { code, stdout } = await runPresage(test, ["verify", "--data-dir", directory]);
  assert.equal(code, 1);
  assert.match(stdout, /differences found .*\n {2}journal: batch 1 is missing/);
  rmSync(directory, { recursive: true });
}

function writeAt(path: string, bytes: Uint8Array, offset: number): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}
