/** One sentence for a person about an error that ended a subcommand. */
import { describeDamage } from "../store/server/damaged-files.ts";

export const failureText = (error: unknown): string =>
  describeDamage(error) ?? (error instanceof Error ? error.message : String(error));
