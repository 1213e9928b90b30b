/**
 * Presence of the processes of a cluster. Each tells the others twice a second that it is there. The engine that leads tells in
 * its pulses whom it knows and when it heard them, so that a partition hides nobody from its successor.
 */
import type { Messenger } from "./messenger.ts";
import { decodeJson, encodeJson } from "./envelope.ts";
import type { KnownPeer, Peer, Subjects } from "./envelope.ts";

export type Peers = {
  /** Lists the other processes that were there lately. */
  list(): readonly KnownPeer[];
  /** Adds processes that another one knows. */
  learn(peers: readonly KnownPeer[]): void;
  /** Takes note of a message of a process. */
  hear(id: string): void;
  /** Tells the others that this process ends. */
  leave(): void;
};

type Presence = { readonly peer: Peer; readonly leaves: boolean };

const REPORT_EVERY_MS = 500;
/** Silence after which a process is forgotten, ms: longer than it answers reads by a proof that it asked for. */
const FORGOTTEN_AFTER_MS = 2_500;

export function watchPeers(own: Peer, { here }: Subjects, messenger: Messenger): Peers {
  const known = new Map<string, { readonly peer: Peer; readonly heardAt: number }>();
  const tell = (leaves: boolean): void =>
    messenger.publish(here, encodeJson<Presence>({ peer: own, leaves }));
  const add = (peer: Peer, heardAt: number): void => {
    const earlier = known.get(peer.id)?.heardAt ?? -Infinity;
    if (peer.id !== own.id) known.set(peer.id, { peer, heardAt: Math.max(earlier, heardAt) });
  };
  const unsubscribe = messenger.subscribe(here, (text) => {
    const { peer, leaves } = decodeJson<Presence>(text);
    if (leaves) known.delete(peer.id);
    else add(peer, performance.now());
  });
  const timer = setInterval(() => tell(false), REPORT_EVERY_MS).unref();
  tell(false);
  return {
    list() {
      const at = performance.now();
      for (const [id, { heardAt }] of known) if (at - heardAt > FORGOTTEN_AFTER_MS) known.delete(id);
      return [...known.values()].map(({ peer, heardAt }) => ({ ...peer, silentMs: at - heardAt }));
    },
    learn(peers) {
      for (const { silentMs, ...peer } of peers) add(peer, performance.now() - silentMs);
    },
    hear(id) {
      const found = known.get(id);
      if (found !== undefined) add(found.peer, performance.now());
    },
    leave() {
      clearInterval(timer);
      unsubscribe();
      tell(true);
    },
  };
}
