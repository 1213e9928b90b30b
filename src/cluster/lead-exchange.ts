/** Serves gateways of other processes over the bus, while an engine leads. */
import { setImmediate } from "node:timers/promises";
import { valueWithTimeout } from "../base/async.ts";
import { createEngineHub } from "../engine/follower/engine-hub.ts";
import type { HubOptions } from "../engine/follower/engine-hub.ts";
import type { Context } from "../context.ts";
import { servePassed } from "../http/server/pass-on.ts";
import type { ListenRole } from "../serve.ts";
import type { PeerKind } from "./envelope.ts";
import type { LeaderLink } from "./leader-link.ts";
import type { Member } from "./member.ts";

/** Longest wait at the end for the answers to requests that gateways passed on, ms. */
const ANSWER_MS = 2_000;
/** Longest wait for such answers before the lead is given away, ms. */
const LAST_ANSWERS_MS = 500;

/** Answers gateways, and returns the role of an engine for its servers, which serve what gateways pass on. */
export function leadGateways(
  context: Context,
  link: LeaderLink,
  { own, peers, messenger }: Pick<Member, "own" | "peers" | "messenger">,
  onSuperseded: (engine: string) => void,
): { readonly role: ListenRole; yield(): Promise<void>; flush(): Promise<void>; close(): Promise<void> } {
  const { engine, tables, proveLead, notePresences, followNotes } = context;
  // Orders are taken at once; requests that are passed on wait for the servers.
  const { promise: served, resolve } = Promise.withResolvers<HubOptions["serve"]>();
  const underway = new Set<Promise<unknown>>();
  const hub = createEngineHub({
    engine,
    tables,
    virtual: undefined,
    publishPosition: () => {},
    serve: (request) => {
      const answered = served.then((serve) => serve(request));
      const isDone = valueWithTimeout(answered, ANSWER_MS).finally(() => underway.delete(isDone));
      underway.add(isDone);
      return answered;
    },
    notePresences,
    proveLead,
  });
  const unfollow = followNotes(hub.note);
  const lead = link.lead(hub, { head: engine.head, onSuperseded });
  return {
    role: {
      kind: "engine",
      sharesPorts: false,
      processes: () => {
        const kinds = [own, ...peers.list()].map(({ kind }) => kind);
        const count = (wanted: PeerKind): number => kinds.filter((kind) => kind === wanted).length;
        return { engine: count("engine"), gateway: count("gateway") };
      },
      openGateways: async (_admin, servers) => {
        resolve(servePassed(servers));
        return { addresses: undefined, close: async () => {}, counted: async () => [] };
      },
    },
    async yield() {
      lead.yield();
      // Their answers count only while no other engine leads.
      await valueWithTimeout(Promise.all(underway), LAST_ANSWERS_MS);
    },
    async flush() {
      // Answers of the last commands are made in this turn of the event loop.
      await setImmediate();
      await valueWithTimeout(messenger.flush(), LAST_ANSWERS_MS).catch(() => {});
    },
    async close() {
      await Promise.all(underway);
      lead.end();
      unfollow();
      hub.close();
    },
  };
}
