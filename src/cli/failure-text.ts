/** The error that ended a subcommand, in one sentence for a person. */
import { describeDamage } from "../store/server/damaged-files.ts";

export const failureText = (error: unknown): string =>
  describeDamage(error) ?? (error instanceof Error ? error.message : String(error));
