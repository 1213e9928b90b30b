/** Sends malformed requests, and valid ones with some bytes changed, each on a connection of its own. */
import { createRandom } from "../support/random.ts";
import { drawRequest } from "./drawn-request.ts";
import { addFinding } from "./figures.ts";
import type { Figures } from "./figures.ts";
import { changeBytes, faultOfRaw, RAW_CASES, sendRaw } from "./raw-bytes.ts";
import type { RawCase } from "./raw-bytes.ts";
import { seedOf } from "./seed.ts";
import { operationsOf } from "./targets.ts";
import type { FuzzPart } from "./worker.ts";

const AT_ONCE = 16;

type Sending = { readonly raw: RawCase; readonly port: number; readonly no: number };

export async function sendRawCases(part: FuzzPart, figures: Figures): Promise<void> {
  const sendings = sendingsOf(part);
  const next = async (): Promise<void> => {
    for (let sending = sendings.next(); sending.done !== true; sending = sendings.next()) {
      const { raw, port, no } = sending.value;
      const came = await sendRaw(port, raw.bytes);
      figures.rawConnections += 1;
      const fault = faultOfRaw(raw, came);
      if (fault === undefined) continue;
      addFinding(figures, {
        operation: `raw ${raw.name}`,
        no,
        fault,
        place: `port ${port}`,
        request: raw.bytes.toString("latin1", 0, 2_000),
        answer: came.toString("latin1", 0, 2_000),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Number of requests to each operation for each connection with changed bytes. */
const REQUESTS_OF_ONE = 8;

/** Lists every case for every address, then requests with changed bytes. */
function* sendingsOf({ world, count, seed }: FuzzPart): Generator<Sending> {
  const targets = operationsOf(world).flatMap((operation) => operation.targets);
  const ports = [...new Set(targets.map(({ port }) => port))];
  let no = 0;
  for (const port of ports) for (const raw of RAW_CASES) yield { raw, port, no: (no += 1) };
  for (let index = 0; index < count / REQUESTS_OF_ONE; index += 1) {
    const random = createRandom(seedOf(seed, "raw", index));
    const target = random.pick(targets);
    yield {
      raw: changeBytes(random, drawRequest(world, target, random).bytes),
      port: target.port,
      no: index,
    };
  }
}
