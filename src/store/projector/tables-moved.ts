/** Tells that somebody else wrote the read tables, or that the database lost what it had. */
export class TablesMoved extends Error {
  readonly code = "tables_moved";
}
