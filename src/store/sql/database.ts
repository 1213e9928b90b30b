/**
 * Connections to PostgreSQL, the bundled one or the operator's. int8 columns hold safe integers only, so they are
 * numbers here. A value that a number cannot hold exactly is a bug or damage, and throws instead of being rounded.
 * numeric stays a string.
 */
import postgres from "postgres";
import { primaryOptions } from "./primary.ts";

export type Sql = postgres.Sql<{ int8: number }>;
export type TransactionSql = postgres.TransactionSql<{ int8: number }>;
/** A connection for statements inside or outside a transaction. */
export type AnySql = postgres.ISql<{ int8: number }>;

/**
 * A connection for tables that are not derived from the journal: keys, sites and heartbeats. Functions that read any
 * other table take `AnySql` or `Sql`, so that the compiler rejects this type there.
 */
export type OwnSql = <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
  template: TemplateStringsArray,
  ...parameters: readonly postgres.ParameterOrFragment<number>[]
) => postgres.PendingQuery<Rows>;

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type DatabaseOptions = {
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  readonly maxConnections?: number;
  /** The server cancels a statement that runs longer; 0 is no limit. */
  readonly statementTimeoutMs?: number;
  /** The server cancels a statement that waits longer for a lock; 0 is no limit. */
  readonly lockTimeoutMs?: number;
  /** Called when a connection has ended. */
  readonly onClose?: () => void;
  /** Makes the server cache the plan of each form of statement; on unless false. */
  readonly prepare?: boolean;
};

const INT8_OID = 20;
const RECONNECT_SECONDS = 0.1;

/** Creates a pool that connects at its first query, to the primary if the address names several servers; `end()` closes it. */
export function openDatabase(address: string, options: DatabaseOptions = {}): Sql {
  const { url, options: ofPrimary } = primaryOptions(address);
  return postgres(url, {
    ...ofPrimary,
    max: options.maxConnections ?? 8,
    max_lifetime: null,
    connect_timeout: 10,
    // Reconnects at once when the server is back.
    backoff: () => RECONNECT_SECONDS,
    prepare: options.prepare ?? true,
    connection: {
      application_name: options.name ?? "presage",
      statement_timeout: options.statementTimeoutMs ?? 0,
      lock_timeout: options.lockTimeoutMs ?? 0,
      // Compiling takes half a second, and a query a few milliseconds.
      jit: "off",
    },
    types: {
      int8: { to: INT8_OID, from: [INT8_OID], serialize: serializeInt8, parse: parseInt8 },
    },
    onnotice: () => {},
    ...(options.onClose && { onclose: options.onClose }),
  });
}

/**
 * Reads the server's array types, once and for all connections of the pool. The library would read them again for each
 * connection, without a way to report a failure: a server that stops then would end the process.
 */
export async function readArrayTypes(sql: Sql): Promise<void> {
  await sql`select`;
  sql.options.fetch_types = false;
}

/**
 * Reconnects connections that the server closed. After a reconnect the library fails the first query with the old
 * error: these queries take that failure.
 */
export async function reconnect(sql: Sql): Promise<void> {
  await Promise.allSettled(Array.from({ length: sql.options.max }, () => sql`select`));
}

function serializeInt8(value: number): string {
  return String(value);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is not a safe integer`);
  return value;
}
