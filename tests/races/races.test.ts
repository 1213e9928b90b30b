import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atDepth } from "../support/depth.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { isSolvent } from "../torture/exchange-calls.ts";
import { verify } from "../torture/process.ts";
import { RACES } from "./races.ts";
import { createWorld, launchExchange } from "./world.ts";
import type { World } from "./world.ts";

const CLIENTS = atDepth({ quick: 100, deep: 1_000 });
/** Number of rounds of each race. */
const ROUNDS = atDepth({ quick: 1, deep: 1, long: 10 });

let directories: DataDirectories;
let directory: string;
let exchange: Started;
let world: World;

before(async () => {
  directories = await prepareDataDirectories();
  directory = directories.create();
  exchange = await launchExchange(directory, CLIENTS);
  world = await createWorld(exchange.addresses, CLIENTS);
});
after(async () => {
  if (exchange.process.exitCode === null) await exchange.stop("SIGTERM");
  directories.close();
});

for (const [name, run] of RACES)
  test(`of ${CLIENTS} clients at three addresses that compete for ${name}, as many succeed as can, and all totals are exact`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) assert.ok((await run(world, round)) > 0);
    assert.ok(await isSolvent(world.urls[0]!), "solvent");
  });

test("the journal agrees with the results of the races", async () => {
  await exchange.stop("SIGTERM");
  await verify(directory);
});
