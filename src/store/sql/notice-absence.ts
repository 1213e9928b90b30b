/** Ends of a session whose program is gone, also while a statement of it waits. */
import { codeOf } from "./unavailable.ts";

/** Code of a setting that this platform does not have. */
const NOT_SUPPORTED = "22023";

/**
 * Lets the server notice within a second that the program is gone, so that its locks are free for the next one. `query`
 * sends a statement of the session, outside a transaction.
 */
export async function noticeAbsence(query: (text: string) => PromiseLike<unknown>): Promise<void> {
  try {
    await query("set client_connection_check_interval = '1s'");
  } catch (error) {
    if (codeOf(error) !== NOT_SUPPORTED) throw error;
  }
}
