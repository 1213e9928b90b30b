/**
 * Connections to PostgreSQL, the carried one or the operator's. int8 columns hold safe integers only, so they are
 * numbers here; a value that a number cannot hold exactly is a bug or damage, and throws instead of being rounded.
 * numeric stays a string.
 */
import postgres from "postgres";

export type Sql = postgres.Sql<{ int8: number }>;
export type TransactionSql = postgres.TransactionSql<{ int8: number }>;
/** For statements that may stand in a transaction or by themselves. */
export type AnySql = postgres.ISql<{ int8: number }>;

export type DatabaseOptions = {
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  readonly maxConnections?: number;
  /** The server cancels a statement that runs longer; 0 is no limit. */
  readonly statementTimeoutMs?: number;
  /** Whether the server keeps the plan of each form of statement; on unless said otherwise. */
  readonly prepare?: boolean;
};

const INT8_OID = 20;

/** A pool for `url` that connects at its first query; `end()` closes it. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Sql {
  return postgres(url, {
    max: options.maxConnections ?? 8,
    max_lifetime: null,
    connect_timeout: 10,
    prepare: options.prepare ?? true,
    connection: {
      application_name: options.name ?? "presage",
      statement_timeout: options.statementTimeoutMs ?? 0,
    },
    types: {
      int8: { to: INT8_OID, from: [INT8_OID], serialize: serializeInt8, parse: parseInt8 },
    },
    onnotice: () => {},
  });
}

function serializeInt8(value: number): string {
  return String(value);
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is not a safe integer`);
  return value;
}
