/**
 * An operator who takes snapshots among running commands, goes back to them, also to later ones, and to the first start,
 * and removes some. In half of the runs there is none.
 */
import type { Snapshot } from "../../src/store/sandbox/snapshots.ts";
import { START_SNAPSHOT } from "../../src/engine/sandbox/snapshots.ts";
import type { Rejection } from "../../src/core/rejection.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { originOf, StoreFailure } from "./simulated-store.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type SnapshotOperator = {
  start(): void;
  stop(): void;
  /** True while nothing that was asked for is underway in a process that lives. */
  isQuiet(): boolean;
};

const NAMES = ["calm", "busy", "late"] as const;
const PAUSE_MS = 4_000;

/** Results of what operators ask for, as statistics count them. */
export const SNAPSHOT_RESULTS = [
  "snapshots and ways back told",
  "snapshots and ways back refused",
  "snapshots and ways back failed",
] as const;

export function createSnapshotOperator(world: World, process: SimulatedProcess): SnapshotOperator {
  const { time, random, store, reached, trace, fail } = world;
  const isThere = random.chance(50);
  let stopped = false;
  let asking: { readonly open: boolean } | undefined;

  /** Asks for one thing at a time of a process, as requests for the clock and for snapshots take turns. */
  function ask(): void {
    if (stopped) return;
    time.after(random.below(PAUSE_MS), ask);
    const serving = process.serving();
    if (serving === undefined || asking?.open === true) return;
    const { session, snapshots } = serving;
    asking = session;
    const end = (result: string): void => {
      if (asking === session) asking = undefined;
      if (session.open) reached(result);
    };
    const [told, refused, failed] = SNAPSHOT_RESULTS;
    const wanted = draw();
    trace.note(`somebody asks to ${wanted.what} ${wanted.name}`);
    run(snapshots, wanted).then(
      (result) => end(typeof result === "object" && "code" in result ? refused : told),
      (error: unknown) => {
        end(failed);
        const origin = originOf(error);
        const isOfStore = origin instanceof StoreFailure || origin instanceof StoreUnavailable;
        if (!isOfStore && !String(error).includes("there is no snapshot")) fail(error);
      },
    );
  }

  type Wanted = { readonly what: "take" | "revert" | "remove"; readonly name: string };

  function draw(): Wanted {
    const names = [...store.snapshots.keys()];
    if (!names.includes(START_SNAPSHOT)) return { what: "take", name: START_SNAPSHOT };
    if (random.chance(5)) return { what: "revert", name: "unknown" };
    if (random.chance(5)) return { what: "remove", name: random.pick(NAMES) };
    if (random.chance(50)) return { what: "take", name: random.pick(NAMES) };
    // The first start is far away, and each way there undoes most of the run.
    const [first, ...others] = names;
    const name = others.length === 0 || random.chance(10) ? first! : random.pick(others);
    return { what: "revert", name };
  }

  function run(
    { take, revert, remove }: NonNullable<ReturnType<SimulatedProcess["serving"]>>["snapshots"],
    { what, name }: Wanted,
  ): Promise<Snapshot | Rejection | boolean> {
    if (what === "take") return take(name);
    return what === "revert" ? revert(name) : remove(name);
  }

  return {
    start: () => {
      if (isThere) ask();
    },
    stop: () => void (stopped = true),
    isQuiet: () => asking?.open !== true,
  };
}
