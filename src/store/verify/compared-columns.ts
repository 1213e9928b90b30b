/** The columns of described tables for verification: it shares their names and types, never their values. */
import type { Values } from "../journal/differences.ts";
import type { ColumnName, Table } from "../tables/table.ts";

/** Selects all columns of a table except some: bytes as hex digits, arrays as a list with commas. */
export const comparedColumns = ({ columns }: Table<never>, besides: readonly string[] = []): string =>
  Object.entries(columns)
    .filter(([name]) => !besides.includes(name))
    .map(([name, { type }]) => {
      if (type === "bytea") return `encode(${name}, 'hex') as ${name}`;
      return type === "smallint[]" ? `array_to_string(${name}, ', ') as ${name}` : name;
    })
    .join(", ");

/** An expected value for every column except those of the lookup key, so that no column is left unverified. */
export type ExpectedRow<Described extends Table<never>, Key extends ColumnName<Described>> = {
  readonly [Name in Exclude<ColumnName<Described>, Key>]: Values[string];
};
