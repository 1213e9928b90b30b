/**
 * A follower's end of the bus between processes. It follows the engine with the highest epoch, finds missing messages by
 * their positions, and answers engines that want to lead. Messages of an earlier epoch than such an engine's count for
 * nothing.
 */
import { BUS_VERSION } from "../engine/follower/bus.ts";
import type { FollowerBus, Interruption } from "../engine/follower/bus.ts";
import { NO_ENGINE } from "../engine/follower/questions.ts";
import { RELEASE } from "../release.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { decodeJson, decodeLed, describeHead, encodeAsked, encodeJson, peerOfLead } from "./envelope.ts";
import type { Call, LedMessage, Peer, Pulse, Said, Subjects, Term } from "./envelope.ts";
import type { Messenger } from "./messenger.ts";
import type { Peers } from "./peers.ts";

export type FollowerLink = {
  readonly bus: FollowerBus;
  /** Returns the engine that leads; `undefined` if none was heard lately, or its messages cannot be read. */
  leader(): Leader | undefined;
  /** Says who leads, and why this process cannot follow. */
  describe(): string;
  /** Returns the engine that led last. */
  former(): FormerLeader | undefined;
  /** Calls back when another engine leads, or none that can be followed. */
  followLeader(call: (leader: Leader | undefined) => void): void;
  close(): void;
};

/** An engine that led, with the last time at which it was heard. */
export type FormerLeader = { readonly id: string; readonly epoch: number; readonly heardAt: number };

export type Leader = Term & Pick<Pulse, "release" | "yields">;

const describeStrange = ({ engine, release }: Leader): string =>
  `the engine ${engine} of release ${release} leads the cluster, whose messages release ${RELEASE.version} cannot read`;

export type FollowerLinkOptions = {
  readonly own: Peer;
  readonly subjects: Subjects;
  readonly messenger: Messenger;
  readonly peers: Pick<Peers, "learn">;
  /** Returns the last batch that this process applied; `undefined` before it has a copy. */
  readonly head: () => JournalHead | undefined;
};

/** Silence after which a leader may have known or done what this process has not heard of, ms: four pulses. */
export const HEARD_MS = 1_000;
/** Silence after which an engine counts as lost, ms. */
const SILENCE_MS = 2_000;
const POLL_EVERY_MS = 200;

type State = {
  readonly options: FollowerLinkOptions;
  take: (message: string) => void;
  interrupt: (interruption: Interruption) => void;
  readonly leaderFollowers: ((leader: Leader | undefined) => void)[];
  leader: Leader | undefined;
  /** An engine that leads, and whose messages are of another version. */
  strange: Leader | undefined;
  former: Term | undefined;
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
    strange: undefined,
    former: undefined,
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
    const isSilent = performance.now() - state.heardAt > SILENCE_MS;
    if (isSilent && (state.leader ?? state.strange) !== undefined) changeLeader(state, undefined);
  }, POLL_EVERY_MS).unref();
  const describe = (): string => {
    const { leader, strange } = state;
    if (strange !== undefined) return describeStrange(strange);
    return leader === undefined ? NO_ENGINE : `the engine ${leader.engine} leads the cluster`;
  };
  return {
    bus: {
      send(text) {
        const { leader } = state;
        if (leader === undefined) return describe();
        if (leader.yields) return "the engine that leads gives its lead away";
        if (!messenger.isConnected()) return "NATS is not connected";
        messenger.publish(subjects.ask(leader.engine), encodeAsked({ from: own.id, text }));
        return undefined;
      },
      receive: (take) => void (state.take = take),
      position: () => undefined,
      resume: (position) => void (state.position = position),
      followInterruptions: (call) => void (state.interrupt = call),
    },
    leader: () => state.leader,
    describe,
    former: () => {
      const { former, heardAt } = state;
      return former && { id: peerOfLead(former.engine), epoch: former.epoch, heardAt };
    },
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
  const isSame = leader?.engine === engine;
  // Only a pulse names the release.
  if (!isSame && (pulse === undefined || epoch <= (leader?.epoch ?? 0))) return false;
  state.promised = epoch;
  state.heardAt = performance.now();
  if (pulse === undefined) return true;
  state.options.peers.learn(pulse.peers);
  const { release, yields } = pulse;
  const next = { epoch, engine, release, yields };
  state.former = next;
  if (pulse.bus !== BUS_VERSION) {
    if (state.strange?.engine !== engine) changeLeader(state, undefined, next);
    return false;
  }
  if (isSame) state.leader = next;
  else changeLeader(state, next);
  return true;
}

function changeLeader(state: State, leader: Leader | undefined, strange?: Leader): void {
  state.leader = leader;
  state.strange = strange;
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
