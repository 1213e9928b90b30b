/** The error when another writer wrote the read tables, or the database lost data. */
export class TablesMoved extends Error {
  readonly code = "tables_moved";
  /** `left` is the batch at which this exchange left the tables, `found` the batch that they have now. */
  constructor({ left, found }: { readonly left: number; readonly found: number }) {
    super(
      `the read tables stand at batch ${found}, and not at batch ${left} as this exchange left them: somebody else changed ` +
        "them, or the database lost what it had. The journal has everything: run presage rebuild, which makes the tables anew, " +
        "and start again.",
    );
  }
}
