/**
 * A follower's end of the bus between processes. It follows the engine with the highest epoch, finds missing messages by
 * their positions, and answers engines that want to lead. Messages of an earlier epoch than such an engine's count for
 * nothing.
 */
import type { FollowerBus, Interruption } from "../engine/follower/bus.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { decodeJson, decodeLed, describeHead, encodeAsked, encodeJson } from "./envelope.ts";
import type { Call, LedMessage, Peer, Pulse, Said, Subjects, Term } from "./envelope.ts";
import type { Messenger } from "./messenger.ts";
import type { Peers } from "./peers.ts";

export type FollowerLink = {
  readonly bus: FollowerBus;
  /** Returns the engine that leads; `undefined` if none was heard lately. */
  leader(): Leader | undefined;
  /** Calls back when another engine leads, or none. */
  followLeader(call: (leader: Leader | undefined) => void): void;
  close(): void;
};

export type Leader = Term & Pick<Pulse, "release">;

export type FollowerLinkOptions = {
  readonly own: Peer;
  readonly subjects: Subjects;
  readonly messenger: Messenger;
  readonly peers: Pick<Peers, "learn">;
  /** Returns the last batch that this process applied; `undefined` before it has a copy. */
  readonly head: () => JournalHead | undefined;
};

/** Silence after which an engine counts as lost, ms. */
const SILENCE_MS = 2_000;
const POLL_EVERY_MS = 200;

type State = {
  readonly options: FollowerLinkOptions;
  take: (message: string) => void;
  interrupt: (interruption: Interruption) => void;
  readonly leaderFollowers: ((leader: Leader | undefined) => void)[];
  leader: Leader | undefined;
  /** No message of an earlier epoch counts. */
  promised: number;
  /** Position of the last batch or note; `undefined` while the follower joins. */
  position: number | undefined;
  heardAt: number;
};

export function createFollowerLink(options: FollowerLinkOptions): FollowerLink {
  const { own, subjects, messenger } = options;
  const state: State = {
    options,
    take: () => {},
    interrupt: () => {},
    leaderFollowers: [],
    leader: undefined,
    promised: 0,
    position: undefined,
    heardAt: 0,
  };
  const ends = [
    messenger.subscribe(subjects.all, (text) => takeBroadcast(state, decodeLed(text))),
    messenger.subscribe(subjects.to(own.id), (text) => takeAnswer(state, decodeLed(text))),
    messenger.subscribe(subjects.call, (text) => answerCall(state, decodeJson(text))),
  ];
  messenger.follow((isConnected) => {
    // Messages were lost meanwhile; the next pulse shows whether the engine is the same.
    if (isConnected && state.leader !== undefined) miss(state);
  });
  const timer = setInterval(() => {
    if (state.leader !== undefined && performance.now() - state.heardAt > SILENCE_MS)
      changeLeader(state, undefined);
  }, POLL_EVERY_MS).unref();
  return {
    bus: {
      send(text) {
        const { leader } = state;
        if (leader === undefined || !messenger.isConnected()) return false;
        messenger.publish(subjects.ask(leader.engine), encodeAsked({ from: own.id, text }));
        return true;
      },
      receive: (take) => void (state.take = take),
      position: () => undefined,
      resume: (position) => void (state.position = position),
      followInterruptions: (call) => void (state.interrupt = call),
    },
    leader: () => state.leader,
    followLeader: (call) => void state.leaderFollowers.push(call),
    close() {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}

/** Takes note of who leads. Returns false for a message that does not count. */
function isLed(state: State, { epoch, engine, pulse }: LedMessage): boolean {
  if (epoch < state.promised) return false;
  const { leader } = state;
  const isNew = leader === undefined || leader.engine !== engine;
  if (isNew && leader !== undefined && epoch <= leader.epoch) return false;
  // Only a pulse names the release.
  if (isNew && pulse === undefined) return false;
  state.promised = epoch;
  state.heardAt = performance.now();
  if (pulse !== undefined) state.options.peers.learn(pulse.peers);
  if (leader?.epoch === epoch && !isNew) return true;
  const { release = "" } = pulse ?? leader ?? {};
  const next = { epoch, engine, release };
  if (isNew) changeLeader(state, next);
  else state.leader = next;
  return true;
}

function changeLeader(state: State, leader: Leader | undefined): void {
  state.leader = leader;
  state.position = undefined;
  for (const call of state.leaderFollowers) call(leader);
  state.interrupt({ lost: "engine" });
}

function miss(state: State): void {
  state.position = undefined;
  state.interrupt({ lost: "messages" });
}

function takeBroadcast(state: State, message: LedMessage): void {
  if (!isLed(state, message)) return;
  const { position, text } = message;
  const last = state.position;
  if (text === undefined) {
    if (last !== undefined && isAhead(position, last)) miss(state);
    return;
  }
  if (last === undefined) return state.take(text);
  if (!isAhead(position, last)) return;
  if (position === ((last + 1) | 0)) state.position = position;
  else miss(state);
  state.take(text);
}

function takeAnswer(state: State, message: LedMessage): void {
  if (state.leader?.engine !== message.engine || !isLed(state, message)) return;
  const { position, text } = message;
  if (text === undefined) return;
  if (state.position !== undefined && isAhead(position, state.position)) miss(state);
  state.take(text);
}

const isAhead = (position: number, other: number): boolean => ((position - other) | 0) > 0;

function answerCall(state: State, { epoch, engine }: Call): void {
  const { own, subjects, messenger, head } = state.options;
  const { promised } = state;
  state.promised = Math.max(promised, epoch);
  const last = describeHead(head());
  messenger.publish(subjects.said(engine), encodeJson<Said>({ peer: own, epoch, promised, last }));
}
