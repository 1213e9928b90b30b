/**
 * `node tests/reads/main.ts [QUERIES] [SEED]`: random histories, made by the engine in PostgreSQL, and random queries
 * of every listing, each compared with plain filters over the journal. Tells what was asked; at a difference it prints
 * the query and exits with 1.
 */
import { AssertionError } from "node:assert";
import { randomInt } from "node:crypto";
import { openWorld } from "./read-world.ts";
import { runQueries } from "./run-queries.ts";
import type { Answers } from "./run-queries.ts";

const QUERIES = 20_000;
const QUERIES_OF_A_HISTORY = 1_000;
const COMMANDS = 3_000;

function readNumber(given: string | undefined, otherwise: number): number {
  const value = given === undefined ? otherwise : Number(given);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error("usage: node tests/reads/main.ts [QUERIES] [SEED], both whole numbers");
  process.exit(2);
}

/** Tells a difference without the whole stack, and ends the run. */
function endWith(error: unknown): never {
  if (!(error instanceof AssertionError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function readHistory(seed: number, queries: number): Promise<ReadonlyMap<string, Answers>> {
  const world = await openWorld(seed, COMMANDS);
  try {
    return await runQueries(world, queries);
  } finally {
    await world.close();
  }
}

const queries = readNumber(process.argv[2], QUERIES);
const firstSeed = readNumber(process.argv[3], randomInt(0x1_0000_0000));
const totals = new Map<string, Answers>();
for (let done = 0, seed = firstSeed; done < queries; done += QUERIES_OF_A_HISTORY, seed += 1) {
  console.log(`seed ${seed}`);
  const answers = await readHistory(seed, Math.min(QUERIES_OF_A_HISTORY, queries - done)).catch(endWith);
  for (const [name, { asked, found }] of answers) {
    const total = totals.get(name) ?? { asked: 0, found: 0 };
    totals.set(name, { asked: total.asked + asked, found: total.found + found });
  }
}
for (const [name, { asked, found }] of totals)
  console.log(`${name}: ${asked} asked, ${found} found something`);
console.log(`${queries} queries, 0 differences`);
