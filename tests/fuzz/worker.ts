/** The thread that sends requests to the fuzzed exchange and checks the answers. */
import { parentPort, workerData } from "node:worker_threads";
import { createFigures } from "./figures.ts";
import { sendFrames } from "./send-frames.ts";
import { sendRequests } from "./send-requests.ts";
import { sendRawCases } from "./send-raw.ts";
import type { World } from "./world.ts";

export type FuzzPart = {
  readonly world: World;
  readonly count: number;
  readonly others: number;
  readonly seed: number;
  /** Part of the names of the called operations; all when absent. */
  readonly only: string | undefined;
};

const part: FuzzPart = workerData;
const figures = createFigures();
await sendRequests(part, figures);
if (part.only === undefined) {
  await sendRawCases(part, figures);
  await sendFrames(part, figures);
}
parentPort?.postMessage(figures);
