/** A follower of an exchange in the same process, which a test may serve clients by in place of the engine itself. */
import type { FastifyInstance } from "fastify";
import { createEngineHub } from "../../src/engine/follower/engine-hub.ts";
import type { FollowerBus } from "../../src/engine/follower/bus.ts";
import { createFollowerContext } from "../../src/follower-context.ts";
import type { FollowerContext } from "../../src/follower-context.ts";
import type { Context } from "../../src/context.ts";
import { createVirtualClocks } from "../../src/engine/time/clocks.ts";
import type { Clocks } from "../../src/engine/time/clocks.ts";
import { servePassed } from "../../src/http/server/pass-on.ts";

/** True if tests of a whole exchange serve by a follower: the same tests hold for both. */
export const isFollowed = process.env["TEST_FOLLOWER"] === "true";

/** Carries messages in the next tick of the event loop, as another thread would get them. */
export function createLocalBus(): {
  readonly bus: FollowerBus;
  readonly fromEngine: (message: string) => void;
  connect(take: (message: string) => void): void;
  publish(position: number): void;
} {
  let toFollower = (_message: string): void => {};
  let toEngine = (_message: string): void => {};
  let position = 0;
  return {
    bus: {
      send: (message) => {
        setImmediate(() => toEngine(message));
        return undefined;
      },
      receive: (take) => void (toFollower = take),
      position: () => position,
      resume: () => {},
      followInterruptions: () => {},
    },
    fromEngine: (message) => void setImmediate(() => toFollower(message)),
    connect: (take) => void (toEngine = take),
    publish: (next) => void (position = next),
  };
}

/** Follows the exchange; `servers` serve what the follower passes on. */
export async function followLocally(
  context: Context,
  {
    clocks,
    databaseUrl,
    servers,
  }: {
    readonly clocks: Clocks;
    readonly databaseUrl: string;
    readonly servers: ReadonlyMap<string, FastifyInstance>;
  },
): Promise<FollowerContext> {
  const local = createLocalBus();
  const { engine, tables, log, config, masterKey } = context;
  const hub = createEngineHub({
    engine,
    tables,
    virtual: context.clocks.virtual,
    publishPosition: local.publish,
    serve: servePassed(servers),
    notePresences: context.notePresences,
  });
  context.followNotes(hub.note);
  hub.follow(local.fromEngine);
  local.connect(hub.serve(local.fromEngine));
  const virtual = context.clocks.virtual?.read();
  const follower = await createFollowerContext({
    config,
    log,
    databaseUrl,
    masterKey,
    bus: local.bus,
    gateways: 1,
    clocks: virtual === undefined ? clocks : createVirtualClocks(clocks, virtual),
    onFailure: (error) => {
      throw error;
    },
  });
  // Operations of operators are at the engine's process alone; a test may mount them beside others.
  return { ...follower, operators: context.operators };
}
