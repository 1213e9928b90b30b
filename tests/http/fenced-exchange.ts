/** An exchange with every operation, at all its places, whose fences before the read tables the test holds and opens. */
import { noResidents } from "../support/no-residents.ts";
import { createHeartbeats } from "../../src/engine/time/heartbeats.ts";
import { createPausable } from "../../src/base/async.ts";
import { listen } from "../../src/serve.ts";
import { createKeyRing } from "../../src/store/keys/api-keys.ts";
import { createBuilderKeyRing } from "../../src/store/keys/key-rings.ts";
import { fenceReadings } from "../../src/store/reads/fenced-readings.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { drawRequest } from "../fuzz/drawn-request.ts";
import type { DrawnRequest } from "../fuzz/drawn-request.ts";
import { startFuzzedExchange } from "../fuzz/fuzzed-exchange.ts";
import { seedOf } from "../fuzz/seed.ts";
import type { Operation } from "../fuzz/targets.ts";
import type { World } from "../fuzz/world.ts";
import { createRandom } from "../support/random.ts";

const SEED = 20;
const MASTER_KEY = Buffer.from("5e".repeat(32), "hex");

export type RecordedPool = { readonly pool: Sql; readonly statements: string[] };

function openRecorded(url: string): RecordedPool {
  const statements: string[] = [];
  const pool = openDatabase(url, { name: "fence test" });
  pool.options.debug = (_connection, statement) => void statements.push(statement);
  return { pool, statements };
}

export type TestFence = {
  readonly reach: () => Promise<void>;
  /** Number of questions since the fence was made. */
  readonly questions: () => number;
  /** Resolves when it is asked again. */
  readonly nextQuestion: () => Promise<void>;
  /** Holds whoever asks from now on. */
  readonly hold: () => void;
  /** Opens it; with a refusal those who wait get it. */
  readonly release: (refusal?: Error) => void;
};

/** A fence that is open until it is held. */
function createFence(): TestFence {
  let questions = 0;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let asked = Promise.withResolvers<void>();
  return {
    reach() {
      questions += 1;
      asked.resolve();
      return gate.promise;
    },
    questions: () => questions,
    nextQuestion() {
      asked = Promise.withResolvers();
      return asked.promise;
    },
    hold() {
      gate = Promise.withResolvers();
      gate.promise.catch(() => {});
    },
    release(refusal) {
      if (refusal !== undefined) gate.reject(refusal);
      gate.resolve();
      gate = Promise.withResolvers();
      gate.resolve();
    },
  };
}

export type FencedExchange = {
  readonly world: World;
  /** The fence of the readings, and that before the line for large ones. */
  readonly fence: TestFence;
  readonly lineFence: TestFence;
  /** Pools past the fence and behind it. */
  readonly own: RecordedPool;
  readonly fenced: RecordedPool;
  close(): Promise<void>;
};

export async function startFencedExchange(): Promise<FencedExchange> {
  const fuzzed = await startFuzzedExchange("sandbox");
  const { context, databaseUrl } = fuzzed.exchange;
  const [own, fenced] = [openRecorded(databaseUrl), openRecorded(databaseUrl)];
  const [fence, lineFence] = [createFence(), createFence()];
  const { engine, log, clocks, tables } = context;
  const pools = { sql: fenced.pool, readSql: fenced.pool, adHocSql: fenced.pool };
  const reachBoth = (first: TestFence) => async (): Promise<void> => {
    await first.reach();
    await tables.reach();
  };
  const { addresses, close } = await listen(
    {
      ...context,
      // Tiers of signers are looked up after an answer has gone, past the fence of whichever request comes then.
      config: { ...context.config, strictness: new Set() },
      ...fenceReadings(pools, reachBoth(fence), { clock: Date.now, monotonic: () => performance.now() }),
      tables: { ...tables, reach: reachBoth(lineFence) },
      ownSql: own.pool,
      keys: await createKeyRing(own.pool, MASTER_KEY, { impersonation: true }),
      builderKeys: await createBuilderKeyRing(own.pool, MASTER_KEY),
      heartbeats: await createHeartbeats({
        sql: own.pool,
        engine,
        log,
        pausable: createPausable(),
        steady: clocks.monotonic,
      }),
    },
    undefined,
    noResidents(),
  );
  return {
    world: { ...fuzzed.world, addresses },
    fence,
    lineFence,
    own,
    fenced,
    close: async () => {
      await close();
      await Promise.all([own, fenced].map(({ pool }) => pool.end()));
      await fuzzed.close();
    },
  };
}

/** Requests that an operation gets at most. */
export const MAX_REQUESTS = 100;

/** Requests to an operation without a fault, at all its places in turn. */
export function* plainRequests(
  world: World,
  { name, targets }: Operation,
  most: number = MAX_REQUESTS,
): Generator<DrawnRequest> {
  for (let no = 0, given = 0; given < most; no += 1) {
    const random = createRandom(seedOf(SEED, name, no));
    const drawn = drawRequest(world, targets[given % targets.length]!, random);
    if (drawn.spoilt !== "") continue;
    given += 1;
    yield drawn;
  }
}
