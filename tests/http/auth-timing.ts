/**
 * `node tests/http/auth-timing.ts [ROUNDS]`: how long a request is looked at whose key is unknown, whose passphrase is
 * wrong, and whose signature is: by turns, so that whatever else the machine does meets all alike. Prints medians in
 * microseconds, and by how much the slowest exceeds the fastest.
 */
import { KEPT_OUT, sendOperation, signedHeaders, startAuthWorld, UNKNOWN_KEY } from "./auth-cases.ts";
import type { AuthWorld } from "./auth-cases.ts";

const ROUNDS = 2_000;
const WARM_UP = 200;
const READ = { method: "GET", path: "/data/orders", body: undefined } as const;

type Kind = { readonly name: string; readonly headers: (world: AuthWorld) => Record<string, string> };

const KINDS: readonly Kind[] = [
  {
    name: "unknown key",
    headers: (world) =>
      signedHeaders(world, READ, { credentials: { ...world.ann.credentials, apiKey: UNKNOWN_KEY } }),
  },
  {
    name: "wrong passphrase",
    headers: (world) =>
      signedHeaders(world, READ, { credentials: { ...world.ann.credentials, passphrase: "0".repeat(64) } }),
  },
  { name: "wrong signature", headers: (world) => signedHeaders(world, READ, { signedPath: "/other" }) },
];

const median = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)]!;

async function measure(world: AuthWorld, rounds: number): Promise<number[][]> {
  const times = KINDS.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { headers }] of KINDS.entries()) {
      const sent = headers(world);
      const start = process.hrtime.bigint();
      const { status } = await sendOperation(world, READ, sent);
      times[index]!.push(Number(process.hrtime.bigint() - start) / 1000);
      if (status !== KEPT_OUT[0]) throw new Error(`let in with ${KINDS[index]!.name}`);
    }
  }
  return times;
}

const rounds = Number(process.argv[2] ?? ROUNDS);
const world = await startAuthWorld();
try {
  await measure(world, WARM_UP);
  const medians = (await measure(world, rounds)).map(median);
  for (const [index, { name }] of KINDS.entries())
    console.log(`${name}: ${medians[index]!.toFixed(0)} microseconds`);
  const spread = Math.max(...medians) / Math.min(...medians) - 1;
  console.log(`apart by ${(100 * spread).toFixed(1)} %, ${rounds} requests of each`);
} finally {
  await world.exchange.close();
}
