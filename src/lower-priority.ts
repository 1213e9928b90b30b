/** The priority of threads whose work may wait for that of the exchange itself. */
import { constants, setPriority } from "node:os";

/** Lowers the priority of this thread, which Linux has for each; elsewhere this would affect the whole process. */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
}
