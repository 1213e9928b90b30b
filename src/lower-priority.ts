/** The priority of threads whose work may wait for that of the exchange itself, once nobody waits for their start. */
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of this thread, which Linux has for each; elsewhere this would affect the whole process. It cannot be
 * raised again without privileges, so that it keeps a tenth of a processor that others want: a caller may wait for it.
 */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
