/** The resources that the interfaces work with: built once from the configuration, closed in reverse. */
import { join } from "node:path";
import type { Logger } from "pino";
import { PACKAGE_ROOT } from "./config.ts";
import type { Config } from "./config.ts";
import { createEngine } from "./engine/engine.ts";
import type { Engine } from "./engine/engine.ts";
import { createOrderVerifier } from "./signing/order-verifier.ts";
import type { OrderVerifier } from "./signing/order-verifier.ts";
import { createKeyRing } from "./store/api-keys.ts";
import type { KeyRing } from "./store/api-keys.ts";
import { commitBatch } from "./store/commit.ts";
import { readOrCreateSecret } from "./store/data-directory.ts";
import { openDatabase } from "./store/database.ts";
import type { Sql } from "./store/database.ts";
import { loadExchange } from "./store/load-exchange.ts";
import { migrate } from "./store/migrate.ts";
import { findOrderIds } from "./store/orders.ts";
import { openWriter } from "./store/writer.ts";

export type Context = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  /** Reads only; all writes but API keys go through the engine. */
  readonly sql: Sql;
  readonly engine: Engine;
  readonly keys: KeyRing;
  readonly verifier: OrderVerifier;
  /** What the operator API asks for. */
  readonly adminToken: string;
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

/** Connects, migrates, recovers the exchange from the database and starts the engine. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log, clock, databaseUrl, onFailure } = options;
  const sql = openDatabase(databaseUrl, { name: "presage reads", statementTimeoutMs: 10_000 });
  try {
    await migrateWith(databaseUrl);
    const writer = await openWriter(databaseUrl, onFailure);
    const { exchange, head } = await loadExchange(sql, config.selfTrade);
    const engine = createEngine({
      exchange,
      head,
      clock,
      commit: (batch, touched) => commitBatch(writer.client, batch, touched),
      findOrders: (ids) => findOrderIds(sql, ids),
      onFailure,
    });
    const timer = setInterval(() => void engine.tick(), TICK_MS);
    const verifier = createOrderVerifier({
      domains: config.domains,
      walletOwner: (wallet) => exchange.accountByAddress.get(wallet)?.owner,
      trustFirstUse: config.mode === "sandbox",
    });
    const masterKey = config.masterKey ?? readOrCreateSecret(config.dataDirectory, "master-key", 32);
    const keys = createKeyRing(sql, Buffer.from(masterKey, "hex"));
    const adminToken = config.adminToken ?? readOrCreateSecret(config.dataDirectory, "admin-token", 32);
    const close = async (): Promise<void> => {
      clearInterval(timer);
      await engine.close();
      await writer.close();
      await sql.end();
    };
    return { config, log, clock, sql, engine, keys, verifier, adminToken, close };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

async function migrateWith(databaseUrl: string): Promise<void> {
  const sql = openDatabase(databaseUrl, { name: "presage migration", maxConnections: 1 });
  try {
    await migrate(sql, join(PACKAGE_ROOT, "src", "store", "migrations"));
  } finally {
    await sql.end();
  }
}
