/**
 * Descriptions of tables: the name, type and value of each column, once. The statement of a flush, the rows of a
 * rebuild and the queries that read rows back are generated from them; the migrations make the tables themselves.
 */

/** Types by the names that PostgreSQL's `format_type` gives them. */
export type ColumnType =
  | "smallint"
  | "integer"
  | "bigint"
  | "boolean"
  | "text"
  | "uuid"
  | "bytea"
  | "smallint[]";

/**
 * A value for an array parameter. Bytes are hex digits, `undefined` is null. No text may need quotes within an array:
 * texts here are plain words, addresses and ids.
 */
export type Cell = string | number | boolean | readonly number[] | undefined;

/** The batch that rows are written with; `at` is engine time in milliseconds. */
export type BatchPlace = { readonly seq: number; readonly at: number };

export type Column<Row> = {
  readonly type: ColumnType;
  readonly value: (row: Row, batch: BatchPlace) => Cell;
  /**
   * Conflict rule for an existing row; by default the new value replaces the old one. "first" retains a value that is
   * not null, "sum" adds up to the largest possible amount.
   */
  readonly onConflict?: "keep" | "first" | "sum";
};

export type Columns<Row> = { readonly [name: string]: Column<Row> };

/** A table, or the part of one that is written on its own. */
export type Table<Row> = {
  readonly name: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: Columns<Row>;
};

export type ColumnName<Described extends Table<never>> = keyof Described["columns"] & string;

/** A row of a query, by column. */
export type StoredRow<Described extends Table<never>> = {
  readonly [Name in ColumnName<Described>]: Stored<ReturnType<Described["columns"][Name]["value"]>>;
};

type Stored<Value> = Exclude<Value, undefined> | (undefined extends Value ? null : never);
