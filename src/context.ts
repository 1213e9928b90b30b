/** The resources that the interfaces work with: built once from the configuration, closed in reverse. */
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { createEngine } from "./engine/engine.ts";
import type { Engine } from "./engine/engine.ts";
import { createHeartbeats } from "./engine/heartbeats.ts";
import type { Heartbeats } from "./engine/heartbeats.ts";
import { createExplainer } from "./signing/explainer.ts";
import type { Explainer } from "./signing/explainer.ts";
import { createVerificationPool } from "./signing/verification-pool.ts";
import type { VerificationPool } from "./signing/verification-pool.ts";
import { createOperatorRegister } from "./signing/operators.ts";
import type { OperatorRegister } from "./signing/operators.ts";
import { createKeyRing } from "./store/api-keys.ts";
import type { KeyRing } from "./store/api-keys.ts";
import { createBuilderKeyRing } from "./store/builder-keys.ts";
import type { BuilderKeyRing } from "./store/builder-keys.ts";
import { commitBatch } from "./store/commit.ts";
import { ADMIN_TOKEN, readOrCreateSecret } from "./store/data-directory.ts";
import { openDatabase } from "./store/database.ts";
import type { Sql } from "./store/database.ts";
import { loadExchange } from "./store/load-exchange.ts";
import { findOrderIds } from "./store/orders.ts";
import { areTablesCurrent, rebuildTables } from "./store/rebuild-tables.ts";
import { shareReading } from "./store/shared-reading.ts";
import { proveSolvency } from "./store/solvency.ts";
import type { SolvencyProof } from "./store/solvency.ts";
import { openSnapshot } from "./store/table-stream.ts";
import { updateSchema } from "./store/update-schema.ts";
import { openWriter } from "./store/writer.ts";
import type { Writer } from "./store/writer.ts";

export type Context = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  /** All writes but those of keys, sites, heartbeats and read notifications go through the engine. */
  readonly sql: Sql;
  /** For the catalog's reads, so that trading never waits for them. */
  readonly catalogSql: Sql;
  /** For its lists: filters and orders make too many forms of statements to keep a plan of each. */
  readonly listSql: Sql;
  /** Reads all positions, so that one of them runs at a time. */
  readonly proveSolvency: () => Promise<SolvencyProof>;
  readonly engine: Engine;
  readonly heartbeats: Heartbeats;
  readonly keys: KeyRing;
  readonly builderKeys: BuilderKeyRing;
  readonly verifier: VerificationPool;
  readonly explainer: Explainer;
  /** What the operator API asks for: the token of the first operator, and who shows which token. */
  readonly adminToken: string;
  readonly operators: OperatorRegister;
  close(): Promise<void>;
};

export type ContextOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  readonly databaseUrl: string;
  /** Called once when a commit failed: memory is ahead of the database and the process must restart. */
  readonly onFailure: (error: unknown) => void;
};

const TICK_MS = 200;
/** Of a read. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Connects, migrates, recovers the exchange from the database and starts the engine. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, databaseUrl } = options;
  const masterKey = config.masterKey ?? readOrCreateSecret(config.dataDirectory, "master-key", 32);
  const adminToken = config.adminToken ?? readOrCreateSecret(config.dataDirectory, ADMIN_TOKEN, 32);
  const operators = createOperatorRegister(adminToken, config.operators);
  await updateSchema(databaseUrl);
  const reads = { name: "presage reads", statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const sql = openDatabase(databaseUrl, reads);
  const catalogSql = openDatabase(databaseUrl, { ...reads, name: "presage catalog" });
  const listSql = openDatabase(databaseUrl, { ...reads, name: "presage lists", prepare: false });
  const pools = [sql, catalogSql, listSql];
  try {
    const writer = await openWriter(databaseUrl, options.onFailure);
    try {
      await updateReadTables(options, writer);
      const engine = await recoverEngine(options, sql, writer);
      const heartbeats = await createHeartbeats({ sql, engine, clock: options.clock, log: options.log });
      return startContext(options, {
        sql,
        catalogSql,
        listSql,
        writer,
        engine,
        heartbeats,
        masterKey,
        adminToken,
        operators,
      });
    } catch (error) {
      await writer.close();
      throw error;
    }
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    throw error;
  }
}

/** After an update to a release with other read tables, makes them anew from the journal. */
async function updateReadTables({ databaseUrl, log }: ContextOptions, writer: Writer): Promise<void> {
  if (await areTablesCurrent(writer.client)) return;
  log.warn("the read tables are made anew from the journal for this release; a long journal takes minutes");
  const journal = await openSnapshot(databaseUrl, "presage rebuild");
  try {
    const { seq } = await rebuildTables({ client: writer.client, journal });
    log.warn({ batches: seq }, "the read tables are made");
  } finally {
    await journal.end({ timeout: 1 });
  }
}

async function recoverEngine(options: ContextOptions, sql: Sql, writer: Writer): Promise<Engine> {
  const { config, clock, onFailure } = options;
  const { exchange, head } = await loadExchange(sql, config.rules);
  return createEngine({
    exchange,
    head,
    clock,
    commit: (batch, touched) => commitBatch(writer.client, batch, touched),
    findOrders: (ids) => findOrderIds(sql, ids),
    onFailure,
  });
}

type Started = {
  readonly sql: Sql;
  readonly catalogSql: Sql;
  readonly listSql: Sql;
  readonly writer: Writer;
  readonly engine: Engine;
  readonly heartbeats: Heartbeats;
  readonly masterKey: string;
  readonly adminToken: string;
  readonly operators: OperatorRegister;
};

function startContext({ config, log, clock, onFailure }: ContextOptions, started: Started): Context {
  const { sql, catalogSql, listSql, writer, engine, heartbeats, masterKey, adminToken, operators } = started;
  const timer = setInterval(() => void engine.tick(), TICK_MS);
  const trustFirstUse = config.mode === "sandbox";
  const signing = { domains: config.domains, trustFirstUse };
  const verifier = createVerificationPool(signing, onFailure);
  const explainer = createExplainer(signing);
  const master = Buffer.from(masterKey, "hex");
  const keyRings = { keys: createKeyRing(sql, master), builderKeys: createBuilderKeyRing(sql, master) };
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await heartbeats.close();
    await engine.close();
    await verifier.close();
    await explainer.close();
    await writer.close();
    await Promise.all([sql.end(), catalogSql.end(), listSql.end()]);
  };
  const resources = {
    sql,
    catalogSql,
    listSql,
    engine,
    heartbeats,
    ...keyRings,
    verifier,
    explainer,
    adminToken,
    operators,
  };
  const readings = { proveSolvency: shareReading(() => proveSolvency(listSql)) };
  return { config, log, clock, ...resources, ...readings, close };
}
