/**
 * `node tests/races/main.ts [ROUNDS] [CLIENTS]` runs ROUNDS races of CLIENTS clients on an exchange of its own, one
 * kind after the other. Exits with 1 when a total is not exact, or when `presage verify` finds a fault at the end.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSolvent } from "../torture/exchange-calls.ts";
import { verify } from "../torture/process.ts";
import { RACES } from "./races.ts";
import { createWorld, launchExchange } from "./world.ts";

const ROUNDS_PER_LINE = 10;

const given = process.argv.slice(2);
const [rounds = 100, clients = 1_000] = given.map(Number);
if (given.some((text) => !/^[1-9]\d*$/.test(text)) || given.length > 2 || clients > 10_000) {
  console.error("usage: node tests/races/main.ts [ROUNDS] [CLIENTS], whole numbers; at most 10000 clients");
  process.exit(2);
}

const directory = mkdtempSync(join(tmpdir(), "presage-races-"));
const exchange = await launchExchange(directory, clients);
const done = new Map<string, number>();
const startedAt = performance.now();
try {
  const world = await createWorld(exchange.addresses, clients);
  const races = [...RACES];
  for (let round = 0; round < rounds; round += 1) {
    const [name, run] = races[round % races.length]!;
    done.set(name, (done.get(name) ?? 0) + (await run(world, Math.floor(round / races.length))));
    assert.ok(await isSolvent(world.urls[0]!), `solvent after round ${round + 1}`);
    if ((round + 1) % ROUNDS_PER_LINE === 0) console.log(`${round + 1} rounds of ${clients} clients`);
  }
  await exchange.stop("SIGTERM");
  await verify(directory);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${rounds} rounds of ${clients} clients in ${seconds} s, every total exact; what was done of`);
  for (const [name, count] of done) console.log(`  ${name}: ${count}`);
} finally {
  if (exchange.process.exitCode === null) await exchange.stop("SIGTERM");
  rmSync(directory, { recursive: true, force: true });
}
