/** The network of a run, which loses, delays and repeats messages. */
import type { World } from "./simulated-process.ts";

/** Delivers a message once, several times or never: calls `act` for each time. */
export type Deliver = (kind: "request" | "answer", act: () => void) => void;

export const createNetwork =
  ({ faults, random, time }: Pick<World, "faults" | "random" | "time">): Deliver =>
  (kind, act) => {
    if (faults.strike(`${kind} lost`)) return;
    const late = (): number => (faults.strike(`${kind} late`) ? random.between(50, 4_000) : 0);
    const copies = kind === "request" && faults.strike("request repeated") ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) time.after(random.between(1, 12) + late(), act);
  };
