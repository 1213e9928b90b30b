/**
 * An engine's end of the bus between processes. Before the engine opens, and again with each new session of its writer, it
 * asks all others for their last batch. While it leads, it sends batches and pulses, and answers questions.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { EngineHub } from "../engine/follower/engine-hub.ts";
import { BUS_VERSION } from "../engine/follower/bus.ts";
import { LEASE_MS } from "../engine/follower/follower.ts";
import type { NewTerm } from "../store/journal/leadership.ts";
import { StoreUnavailable } from "../store/sql/unavailable.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import {
  decodeAsked,
  decodeJson,
  decodeLed,
  describeHead,
  encodeJson,
  encodeLed,
  nameLead,
} from "./envelope.ts";
import type { Call, Peer, Said, Subjects } from "./envelope.ts";
import { HEARD_MS } from "./follower-link.ts";
import { assertWholeTail } from "./lost-tail.ts";
import type { Messenger } from "./messenger.ts";
import type { Peers } from "./peers.ts";
import type { Former } from "./standby.ts";

export type LeaderLink = {
  /** Returns the epoch that the next term must exceed. */
  floor(): number;
  /**
   * Asks all peers for their last batch, and returns when no earlier engine can be believed any more. Throws `LostTail`
   * if the journal lacks a batch that a peer has.
   */
  openTerm(term: NewTerm): Promise<void>;
  /** Sends what the engine commits, and answers questions. */
  lead(hub: EngineHub, leading: Leading): Lead;
};

export type Lead = {
  /** Takes no more commands and requests, and has followers keep theirs for the engine that leads next. */
  yield(): void;
  end(): void;
};

export type Leading = {
  readonly head: () => JournalHead;
  /** Called when another engine leads with a later epoch. */
  readonly onSuperseded: (engine: string) => void;
};

export type LeaderLinkOptions = {
  readonly own: Peer;
  readonly release: string;
  readonly subjects: Subjects;
  readonly messenger: Messenger;
  readonly peers: Peers;
  /** Last batch of a journal whose lost tail an operator accepts. */
  readonly acceptLoss: number | undefined;
  /** Returns the last batch that this process applied as a follower; `undefined` without a copy. */
  readonly followed: () => JournalHead | undefined;
  /** Returns the engine that led before, which need not answer. */
  readonly former: () => Former | undefined;
};

const PULSE_EVERY_MS = 250;
/** Times after which the question is sent again, and given up, ms. */
const CALL_WAITS_MS = [100, 150, 250];

type State = LeaderLinkOptions & {
  /** True once this engine led: it then knows itself who follows. */
  hasLed: boolean;
  epoch: number;
  /** The latest epoch that another process promised to believe. */
  floor: number;
};

export function createLeaderLink(options: LeaderLinkOptions): LeaderLink {
  const state: State = { ...options, hasLed: false, epoch: 0, floor: 0 };
  return {
    floor: () => state.floor,
    openTerm: (term) => openTerm(state, term),
    lead: (hub, leading) => lead(state, hub, leading),
  };
}

async function openTerm(state: State, { epoch, last, hashOf }: NewTerm): Promise<void> {
  const raisedAt = performance.now();
  state.epoch = epoch;
  if (!state.messenger.isConnected())
    throw new StoreUnavailable("NATS is not connected: no other process can be asked");
  // Later the copy may have batches of an engine that leads since, which this journal's end cannot have.
  const own: Said = { peer: state.own, epoch, promised: 0, last: describeHead(state.followed()) };
  const isKnown = knowsAll(state, epoch, raisedAt);
  const { said, isWhole, end } = callPeers(state, epoch);
  const isAnswered = (): boolean => isKnown && isWhole();
  try {
    for (const ms of CALL_WAITS_MS) {
      state.messenger.publish(state.subjects.call, encodeJson<Call>({ epoch, engine: state.own.id }));
      await waitUntil(isAnswered, ms);
      if (isAnswered()) break;
    }
    // One that did not answer, or is not known, may still believe an earlier engine until that one's proof is too old.
    if (!isAnswered()) await sleep(Math.max(0, raisedAt + LEASE_MS - performance.now()));
    state.floor = Math.max(state.floor, ...[...said.values()].map(({ promised }) => promised));
    if (state.floor > epoch)
      throw new StoreUnavailable(`another process knows the epoch ${state.floor}, and this one has ${epoch}`);
    await assertWholeTail({ last, hashOf, said: [own, ...said.values()], accepted: state.acceptLoss });
  } finally {
    end();
  }
}

/**
 * True if nobody else can believe an earlier engine: it told lately whom it knows, or it had proved nothing for longer than
 * anybody believes a proof, and nobody led since.
 */
function knowsAll({ hasLed, former: findFormer }: State, epoch: number, raisedAt: number): boolean {
  const former = findFormer();
  if (hasLed) return true;
  if (former === undefined) return false;
  return raisedAt - former.heardAt < HEARD_MS || (former.wasSilent && former.epoch + 1 === epoch);
}

/** Gathers the answers of peers. They are whole once all peers that are known have answered. */
function callPeers({ own, subjects, messenger, peers, former }: State, epoch: number) {
  const said = new Map<string, Said>();
  const expected = peers.list().filter(({ id }) => id !== former()?.id);
  const end = messenger.subscribe(subjects.said(own.id), (text) => {
    const answer = decodeJson<Said>(text);
    if (answer.epoch === epoch) said.set(answer.peer.id, answer);
  });
  const isWhole = (): boolean => expected.every(({ id }) => said.has(id));
  return { said, isWhole, end };
}

async function waitUntil(isDone: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (!isDone() && performance.now() < deadline) await sleep(POLL_MS);
}

const POLL_MS = 5;

function lead(state: State, hub: EngineHub, { head, onSuperseded }: Leading): Lead {
  const { own, release, subjects, messenger, peers } = state;
  const name = nameLead(own, state.epoch);
  state.hasLed = true;
  const send = (subject: string, content: Parameters<typeof encodeLed>[1], position = hub.position()): void =>
    messenger.publish(subject, encodeLed({ epoch: state.epoch, engine: name, position }, content));
  /** Receivers of questions, by follower. */
  const desks = new Map<string, (question: string) => void>();
  const deskOf = (from: string): ((question: string) => void) => {
    const known = desks.get(from);
    if (known !== undefined) return known;
    const desk = hub.serve((answer) => send(subjects.to(from), answer));
    desks.set(from, desk);
    return desk;
  };
  let yields = false;
  const pulse = (): void => {
    const present = peers.list();
    for (const id of desks.keys()) if (!present.some((peer) => peer.id === id)) desks.delete(id);
    send(subjects.all, { bus: BUS_VERSION, release, yields, peers: [...present, { ...own, silentMs: 0 }] });
  };
  const ends = [
    hub.follow((text, position) => send(subjects.all, text, position)),
    messenger.subscribe(subjects.ask(name), (text) => {
      const { from, text: question } = decodeAsked(text);
      peers.hear(from);
      deskOf(from)(question);
    }),
    messenger.subscribe(subjects.call, (text) => {
      const { epoch, engine } = decodeJson<Call>(text);
      const said: Said = { peer: own, epoch, promised: state.epoch, last: describeHead(head()) };
      messenger.publish(subjects.said(engine), encodeJson(said));
    }),
    // A session that ended while the database was out of reach may seem to be there for minutes.
    messenger.subscribe(subjects.all, (text) => {
      const { epoch, engine } = decodeLed(text);
      if (epoch > state.epoch) onSuperseded(engine);
    }),
  ];
  const timer = setInterval(pulse, PULSE_EVERY_MS);
  pulse();
  return {
    yield() {
      yields = true;
      hub.yield();
      pulse();
    },
    end() {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}
