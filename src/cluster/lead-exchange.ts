/** Serves gateways of other processes over the bus, while an engine leads. */
import type { FastifyInstance } from "fastify";
import { createEngineHub } from "../engine/follower/engine-hub.ts";
import type { Context } from "../context.ts";
import { servePassed } from "../http/server/pass-on.ts";
import type { Gateways, ListenRole } from "../serve.ts";
import type { LeaderLink } from "./leader-link.ts";

/** Makes the role of an engine whose gateways are other processes. */
export const leadingRole = (
  context: Context,
  link: LeaderLink,
  onSuperseded: (engine: string) => void,
): ListenRole => ({
  kind: "engine",
  sharesPorts: false,
  openGateways: async (_admin, servers) => serveGateways(context, link, { servers, onSuperseded }),
});

type Served = {
  readonly servers: ReadonlyMap<string, FastifyInstance>;
  readonly onSuperseded: (engine: string) => void;
};

function serveGateways(context: Context, link: LeaderLink, { servers, onSuperseded }: Served): Gateways {
  const { engine, tables, proveLead, followNotes } = context;
  const hub = createEngineHub({
    engine,
    tables,
    virtual: undefined,
    publishPosition: () => {},
    serve: servePassed(servers),
    proveLead,
  });
  const unfollow = followNotes(hub.note);
  const end = link.lead(hub, () => engine.head(), onSuperseded);
  const close = async (): Promise<void> => {
    end();
    unfollow();
    hub.close();
  };
  return { addresses: undefined, close, counted: async () => [] };
}
