/**
 * The error of a flush whose rows the database rejects, with the batches and the cause. The journal has these batches,
 * so that nothing is lost.
 */
export class FlushImpossible extends Error {
  readonly code: string;
  constructor({ from, to }: { readonly from: number; readonly to: number }, cause: unknown) {
    const batches = to === from + 1 ? `batch ${to}` : `batches ${from + 1} to ${to}`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the read tables refuse the rows of ${batches}: ${why}. The journal has them; presage rebuild makes the tables anew.`,
      { cause },
    );
    // The server's code distinguishes damaged files from wrong rows.
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : "flush_impossible";
  }
}
