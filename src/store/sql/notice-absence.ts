/** Ends sessions whose program is gone, even in the middle of a waiting statement. */
import { codeOf } from "./unavailable.ts";

/** Error code of a setting that this platform lacks. */
const NOT_SUPPORTED = "22023";

/**
 * Makes the server notice within a second that the program is gone, so that its locks are free for the next one.
 * `query` sends a statement of the session, outside a transaction.
 */
export async function noticeAbsence(query: (text: string) => PromiseLike<unknown>): Promise<void> {
  try {
    await query("set client_connection_check_interval = '1s'");
  } catch (error) {
    if (codeOf(error) !== NOT_SUPPORTED) throw error;
  }
}
