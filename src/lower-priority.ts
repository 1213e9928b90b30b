/** Priority of threads whose work may wait for that of the exchange itself. */
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of this thread. Only Linux has priorities by thread; elsewhere this would affect the whole
 * process. Raising it again needs privileges. The thread keeps a tenth of a contended processor, so a caller may wait
 * for it.
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
