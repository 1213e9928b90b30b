/** An engine with a follower on a bus of the same process. */
import type { Engine } from "../../src/engine/engine.ts";
import { createEngineHub } from "../../src/engine/follower/engine-hub.ts";
import type { EngineHub } from "../../src/engine/follower/engine-hub.ts";
import { createFollower } from "../../src/engine/follower/follower.ts";
import type { FollowerOptions, FollowingEngine } from "../../src/engine/follower/follower.ts";
import { createLocalBus } from "../support/follower.ts";

export type FollowedEngine = {
  readonly follower: FollowingEngine;
  readonly hub: EngineHub;
  /** Passes a message on to the follower, as if the engine had sent it. */
  readonly tell: (message: string) => void;
};

type Given = Pick<FollowerOptions, "load" | "clock"> & Partial<Pick<FollowerOptions, "onFailure">>;

/** Lets a follower join the engine. Its tables always have the last batch. */
export async function followEngine(
  engine: Engine,
  { load, clock, onFailure = raise }: Given,
): Promise<FollowedEngine> {
  const local = createLocalBus();
  const hub = createEngineHub({
    engine,
    tables: { reach: async () => {}, standing: () => ({ seq: engine.head().seq }) },
    virtual: undefined,
    notePresences: () => Promise.reject(new Error("no client connects")),
    publishPosition: local.publish,
    serve: async ({ url }) => ({ status: 200, headers: {}, body: Buffer.from(url).toString("base64") }),
  });
  hub.follow(local.fromEngine);
  local.connect(hub.serve(local.fromEngine));
  const follower = await createFollower({
    bus: local.bus,
    load,
    readJournal: () => Promise.reject(new Error("the bus lost nothing")),
    clock,
    known: { add: () => {} },
    onFailure,
  });
  await follower.join();
  return { follower, hub, tell: local.fromEngine };
}

function raise(error: unknown): never {
  throw error;
}
