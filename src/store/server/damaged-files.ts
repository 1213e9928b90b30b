/** Error texts of database files that changed on the disk, which PostgreSQL notices by its checksums, and the cure. */

/** Codes of PostgreSQL: a page or an index that is not as it was written. */
const DAMAGED: ReadonlySet<string> = new Set(["XX001", "XX002"]);

/** One sentence with the cure where the error tells of damaged files; `undefined` of any other. */
export function describeDamage(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && DAMAGED.has(String(error.code)))) return undefined;
  return (
    `The database's files were changed or damaged on the disk (${error.message}): stop the exchange and run presage rebuild, ` +
    "which makes the read tables anew from the journal; if that fails or this comes again, restore a backup with presage restore"
  );
}
