/** Bytes of an export, made of some rows at a time. */
import type { ExportedRow } from "./exported-tables.ts";

export type RowEncoder = {
  begin(): Uint8Array;
  /** The bytes that are complete with these rows. */
  add(rows: readonly ExportedRow[]): Uint8Array;
  end(): Uint8Array;
};
