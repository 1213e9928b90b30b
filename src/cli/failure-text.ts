/** What a person is told of an error that ended a subcommand. */

/** Of PostgreSQL: a page or an index that is not as it was written. */
const DAMAGED = new Set(["XX001", "XX002"]);

export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Error && "code" in error && DAMAGED.has(String(error.code)))) return message;
  return `The database's files were changed or damaged on the disk (${message}): restore a backup, see docs/operating.md`;
}
