/**
 * `node tests/torture/disk.ts [FAULT|all] [ROUNDS] [SEED]` checks that an exchange under load keeps its promises on a
 * small disk that runs full, breaks and lies. It needs root, a free loop device, and gcc for one of the faults.
 */
import { join } from "node:path";
import { createRandom } from "../support/random.ts";
import { createClients } from "./clients.ts";
import { DISK_FAULTS } from "./disk-faults.ts";
import type { DiskFault } from "./disk-faults.ts";
import { mountImage } from "./disk-image.ts";
import { end, startExchange } from "./process.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";

const DISK_BYTES = 1024 ** 3;

type TortureArguments = {
  readonly faults: readonly (readonly [string, DiskFault])[];
  readonly rounds: number;
  readonly seed: number;
};

function readArguments([what = "all", rounds = "1", seed = "1"]: readonly string[]):
  | TortureArguments
  | undefined {
  const faults = Object.entries(DISK_FAULTS).filter(([name]) => what === "all" || what === name);
  if (faults.length === 0 || !/^[1-9]\d*$/.test(rounds) || !/^\d+$/.test(seed)) return undefined;
  return { faults, rounds: Number(rounds), seed: Number(seed) };
}

async function torture({ faults, rounds, seed }: TortureArguments): Promise<void> {
  const startedAt = performance.now();
  const disk = mountImage(DISK_BYTES);
  const directory = join(disk.directory, "data");
  try {
    const random = createRandom(seed);
    let exchange = await startExchange(directory);
    const clients = await createClients(exchange, { random, counts: {} });
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, fault] of faults) {
        console.log(`round ${round}: ${name}`);
        exchange = await fault({ disk, directory, clients, log: console.log }, exchange);
      }
    }
    const { code, stderr } = await end(exchange, "SIGTERM");
    if (code !== 0) throw new Error(`the exchange ended with ${code}: ${stderr}`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(JSON.stringify({ rounds, seed, commands: clients.counts, seconds }, undefined, 2));
    console.log("every promise held");
  } finally {
    killProcesses(listProcesses(disk.directory));
    await disk.close();
  }
}

const given = readArguments(process.argv.slice(2));
if (given === undefined) {
  console.error(
    `usage: node tests/torture/disk.ts [all|${Object.keys(DISK_FAULTS).join("|")}] [ROUNDS] [SEED]`,
  );
  process.exitCode = 1;
} else await torture(given);
