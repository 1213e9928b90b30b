/** The package as a library: exchanges within this process. The package's own test starts one in a temporary folder. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startExchange } from "../../src/library.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";

const settings = { PRESAGE_POLYMARKET_PORTS: "off", PRESAGE_KUEST_PORTS: "off" };

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test("two exchanges in one process have addresses and a folder of their own", async () => {
  const [folder, another] = [directories.create(), directories.create()];
  const [one, other] = await Promise.all([
    startExchange({ dataDirectory: folder, settings }),
    startExchange({ dataDirectory: another, settings }),
  ]);
  assert.equal(one.addresses.polymarket, undefined);
  assert.notEqual(one.addresses.spec.trading, other.addresses.spec.trading);
  assert.notEqual(one.adminToken, other.adminToken);
  await assert.rejects(startExchange({ dataDirectory: folder, settings }), /is in use by/);
  await one.close();
  await assert.rejects(statusOf(`${one.addresses.spec.trading}/time`));
  assert.equal(await statusOf(`${other.addresses.spec.trading}/time`), 200);
  await other.close();
  assert.ok(existsSync(join(folder, "admin-token")));
});

test("a wrong setting is refused by its name", async () => {
  const wrong = { settings: { PRESAGE_TRADNG_PORT: "0" } };
  await assert.rejects(startExchange(wrong), /PRESAGE_TRADNG_PORT is not a setting/);
});
