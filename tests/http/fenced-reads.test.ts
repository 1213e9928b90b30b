/**
 * The fence before the read tables. While the tables stand behind, no operation of any interface reads them; and what
 * an operation reads past the fence is of other tables. The status alone reads them when the fence takes too long
 * (tests/http/admin/stuck-tables.test.ts).
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Context } from "../../src/context.ts";
import { createHeartbeats } from "../../src/engine/heartbeats.ts";
import { QUOTE_REQUESTS } from "../../src/http/trading/groups.ts";
import { listen } from "../../src/serve.ts";
import { createKeyRing } from "../../src/store/keys/api-keys.ts";
import { createBuilderKeyRing } from "../../src/store/keys/builder-keys.ts";
import { READ_TABLES } from "../../src/store/projector/rebuild-tables.ts";
import { fenceReadings } from "../../src/store/reads/fenced-readings.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { AnySql, Sql } from "../../src/store/sql/database.ts";
import { drawRequest } from "../fuzz/drawn-request.ts";
import type { DrawnRequest } from "../fuzz/drawn-request.ts";
import { startFuzzedExchange } from "../fuzz/fuzzed-exchange.ts";
import type { FuzzedExchange } from "../fuzz/fuzzed-exchange.ts";
import { openPipe } from "../fuzz/pipe.ts";
import { seedOf } from "../fuzz/seed.ts";
import { operationsOf } from "../fuzz/targets.ts";
import type { Operation, Target } from "../fuzz/targets.ts";
import type { World } from "../fuzz/world.ts";
import { createRandom } from "../support/random.ts";

const SEED = 20;
const MASTER_KEY = Buffer.from("5e".repeat(32), "hex");

/** Members of the context that functions of the read tables would take. */
type Connection = { [Name in keyof Context]: Context[Name] extends AnySql ? Name : never }[keyof Context];

type RecordedPool = { readonly pool: Sql; readonly statements: string[] };

function openRecorded(url: string): RecordedPool {
  const statements: string[] = [];
  const pool = openDatabase(url, { name: "fence test" });
  pool.options.debug = (_connection, statement) => void statements.push(statement);
  return { pool, statements };
}

/** A fence that is open until it is held. */
function createFence() {
  let gate = Promise.resolve();
  let release = (): void => {};
  let tell = (): void => {};
  return {
    reach(): Promise<void> {
      tell();
      return gate;
    },
    /** Holds whoever asks from now on; resolves at the first one. */
    hold(): Promise<void> {
      const held = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      gate = held.promise;
      release = held.resolve;
      tell = asked.resolve;
      return asked.promise;
    },
    release: () => release(),
  };
}

describe("the fence before the read tables", () => {
  const fence = createFence();
  let fuzzed: FuzzedExchange;
  let own: RecordedPool;
  let fenced: RecordedPool;
  let world: World;
  let stopListening: () => Promise<void>;

  before(async () => {
    fuzzed = await startFuzzedExchange("sandbox");
    const { context, databaseUrl } = fuzzed.exchange;
    own = openRecorded(databaseUrl);
    fenced = openRecorded(databaseUrl);
    const pools = { sql: fenced.pool, readSql: fenced.pool, adHocSql: fenced.pool };
    const { engine, log, clocks, tables } = context;
    const reach = async (): Promise<void> => {
      await fence.reach();
      await tables.reach();
    };
    const { addresses, close } = await listen({
      ...context,
      ...fenceReadings(pools, reach),
      ownSql: own.pool,
      keys: await createKeyRing(own.pool, MASTER_KEY),
      builderKeys: await createBuilderKeyRing(own.pool, MASTER_KEY),
      heartbeats: await createHeartbeats({ sql: own.pool, engine, log, monotonic: clocks.monotonic }),
    });
    world = { ...fuzzed.world, addresses };
    stopListening = close;
  });
  after(async () => {
    await stopListening();
    await Promise.all([own, fenced].map(({ pool }) => pool.end()));
    await fuzzed.close();
  });

  /** Sends a request while the fence is held, opens it once that is met or not, and gives the answer's status. */
  async function ask({ bytes, method, target }: DrawnRequest): Promise<number> {
    const asked = fence.hold();
    const earlier = fenced.statements.length;
    const pipe = openPipe(target.port);
    try {
      const answered = pipe.exchange([{ bytes, isHead: method === "HEAD" }]);
      await Promise.race([asked, answered]);
      assert.deepEqual(fenced.statements.slice(earlier), [], "read while the tables stood behind");
      fence.release();
      const [answer] = await answered;
      return answer?.status ?? 0;
    } finally {
      fence.release();
      pipe.close();
    }
  }

  it("is met by every operation that reads them, and what goes round it reads other tables", async (test) => {
    for (const operation of operationsOf(world))
      await test.test(operation.name, async () => {
        let answered = 0;
        for (const drawn of plainRequests(world, operation)) {
          const status = await ask(drawn);
          assert.deepEqual(own.statements.splice(0).filter(isOfReadTable), []);
          if (status === 200) answered += 1;
          if (answered === ANSWERS) break;
        }
        const [target] = operation.targets;
        assert.ok(answered > 0 || isAlwaysRefused(target!), "none of the requests was answered");
      });
    assert.ok(fenced.statements.some(isOfReadTable));
  });

  it("is met by the compiler: no connection of the context is one for the read tables", () => {
    const none: [Connection] extends [never] ? true : false = true;
    assert.ok(none);
  });
});

/** True for operations that this exchange has not, and for the release of a quarantine, in which it has nothing. */
const isAlwaysRefused = ({ endpoint }: Target): boolean =>
  endpoint.group === QUOTE_REQUESTS || endpoint.path === "/quarantine/:fingerprint/release";

const names = new RegExp(`\\b(${READ_TABLES.join("|")})\\b`);
const isOfReadTable = (statement: string): boolean => names.test(statement);

/** Answers with 200 that are enough of one operation. */
const ANSWERS = 3;
const MOST_REQUESTS = 100;

/** Requests to an operation without a fault, at all its places in turn. */
function* plainRequests(world: World, { name, targets }: Operation): Generator<DrawnRequest> {
  for (let no = 0, given = 0; given < MOST_REQUESTS; no += 1) {
    const random = createRandom(seedOf(SEED, name, no));
    const drawn = drawRequest(world, targets[given % targets.length]!, random);
    if (drawn.spoilt !== "") continue;
    given += 1;
    yield drawn;
  }
}
