/**
 * Presence of the processes of a cluster. Each tells the others every second that it is there, and keeps who told it. The
 * engine that leads tells in its pulses whom it knows, so that a partition hides nobody from its successor.
 */
import type { Messenger } from "./messenger.ts";
import { decodeJson, encodeJson } from "./envelope.ts";
import type { Peer, Subjects } from "./envelope.ts";

export type Peers = {
  /** Lists the other processes that were there lately. */
  list(): readonly Peer[];
  /** Adds processes that another one knows. */
  learn(peers: readonly Peer[]): void;
  /** Tells the others that this process ends. */
  leave(): void;
};

type Presence = { readonly peer: Peer; readonly leaves: boolean };

const REPORT_EVERY_MS = 1_000;
const FORGOTTEN_AFTER_MS = 5_000;

export function watchPeers(own: Peer, { here }: Subjects, messenger: Messenger): Peers {
  const known = new Map<string, { readonly peer: Peer; readonly at: number }>();
  const tell = (leaves: boolean): void =>
    messenger.publish(here, encodeJson<Presence>({ peer: own, leaves }));
  const add = (peer: Peer): void => {
    if (peer.id !== own.id) known.set(peer.id, { peer, at: performance.now() });
  };
  const unsubscribe = messenger.subscribe(here, (text) => {
    const { peer, leaves } = decodeJson<Presence>(text);
    if (leaves) known.delete(peer.id);
    else add(peer);
  });
  const timer = setInterval(() => tell(false), REPORT_EVERY_MS).unref();
  tell(false);
  return {
    list() {
      const since = performance.now() - FORGOTTEN_AFTER_MS;
      for (const [id, { at }] of known) if (at < since) known.delete(id);
      return [...known.values()].map(({ peer }) => peer);
    },
    learn: (peers) => peers.forEach(add),
    leave() {
      clearInterval(timer);
      unsubscribe();
      tell(true);
    },
  };
}
