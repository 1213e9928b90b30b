/**
 * Messages between an engine and its followers. A bus carries them as texts, in the order in which they were sent. Each
 * message of the engine to all followers, a batch or a note, has a position: the number of such messages before it.
 */
import type { Command } from "../../core/events/command.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Availability } from "../availability.ts";
import type { BookPosition } from "../book-changes.ts";
import type { VirtualTime } from "../time/clocks.ts";
import type { Presence } from "../time/disconnects.ts";

/** Version of the messages and of the events in batches; a follower of another version waits for a leader of its own. */
export const BUS_VERSION = 3;

/** A committed batch, as the journal has it. */
export type BatchMessage = {
  readonly type: "batch";
  readonly seq: number;
  /** Engine time, ms. */
  readonly at: number;
  /** The journal's hash of the batch, in hex. */
  readonly hash: string;
  /** The last batch that the read tables have. */
  readonly stored: number;
  /** The events' exact text. */
  readonly events: string;
};

/** A change outside of the journal, of which followers have a copy in memory. */
export type Note =
  | { readonly about: "availability"; readonly availability: Availability }
  /** A key of a wallet or a builder was made or revoked. */
  | { readonly about: "key"; readonly apiKey: string }
  | { readonly about: "name"; readonly wallet: string }
  | { readonly about: "image"; readonly hash: string }
  | { readonly about: "clock"; readonly time: VirtualTime }
  /** Delayed orders or failing settlements of a sandbox changed in their tables. */
  | { readonly about: "planned failures" }
  /** The whole state was replaced by that of the database. */
  | { readonly about: "replacement" };

/** The state that no table has, as of a follower's entry. */
export type Joined = {
  /** Position of the entry: all later messages have greater ones. */
  readonly position: number;
  /** Id of the engine's run, in which the sequences of books start at 0. */
  readonly run: string;
  /** The last committed batch, and the journal's hash of it, in hex. */
  readonly seq: number;
  readonly hash: string;
  /** Sequences of the books that changed in this run, with their ticks. */
  readonly books: readonly BookPosition[];
  readonly availability: Availability;
  /** Time of a virtual clock. */
  readonly clock?: VirtualTime | undefined;
};

/** Outcome of a command. The events of a committed one are a part of the batch that was sent last. */
export type OutcomeMessage =
  | {
      readonly type: "committed";
      readonly seq: number;
      /** Place of its first event in the batch, and their number. */
      readonly first: number;
      readonly count: number;
      /** Refusal of an order that was placed and killed, which the journal does not have. */
      readonly refusal?: Rejection | undefined;
    }
  | { readonly type: "rejected"; readonly rejection: Rejection }
  | { readonly type: "duplicate"; readonly id: string };

/** Questions of a follower to the engine, by kind, with the type of the answer. */
export type Questions = {
  join: { readonly asked: undefined; readonly answer: Joined };
  submit: { readonly asked: Command; readonly answer: OutcomeMessage };
  /** Waits until the read tables have all that was committed before the question. */
  reach: { readonly asked: undefined; readonly answer: Reached };
  /** Passes a request of a client on, which the engine's process serves. */
  request: { readonly asked: PassedRequest; readonly answer: PassedAnswer };
  /** Reports connections that ask that orders are cancelled when they end. */
  presences: { readonly asked: readonly Presence[]; readonly answer: null };
  /** Asks for the position of the engine, where it is not in shared memory. */
  position: { readonly asked: undefined; readonly answer: LeadPosition };
  /** Asks which of these earlier questions are not underway: they, or their answers, were lost. */
  check: { readonly asked: readonly number[]; readonly answer: readonly number[] };
};

/** Position of the engine, and the age of the last proof that no other engine leads, ms. */
export type LeadPosition = { readonly position: number; readonly age: number };

/** The last batch that the read tables have, or the number of batches that they lack after the longest wait. */
export type Reached = { readonly stored: number } | { readonly behind: number };

export type QuestionKind = keyof Questions;

/** A request as it arrived; the body is in base64. */
export type PassedRequest = {
  /** Address that it reached, such as `spec.trading`. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
  /** Address of the client's end of the connection. */
  readonly from: string;
};

export type PassedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
};

export type Question = {
  [Kind in QuestionKind]: {
    readonly type: "question";
    readonly no: number;
    readonly kind: Kind;
    readonly asked: Questions[Kind]["asked"];
  };
}[QuestionKind];

/**
 * A fault of the engine's side; `unavailable` if the database did not answer, `yielding` if the engine takes no more since
 * it gives its lead away.
 */
export type Fault = {
  readonly unavailable: boolean;
  readonly yielding?: true;
  readonly message: string;
};

export type AnswerMessage = {
  readonly type: "answer";
  readonly no: number;
  readonly answer?: unknown;
  readonly fault?: Fault | undefined;
};

export type EngineMessage = BatchMessage | { readonly type: "note"; readonly note: Note } | AnswerMessage;

/** A follower's end of the bus. */
export type FollowerBus = {
  /** Sends a question; returns why not if no engine leads that could be asked. */
  send(message: string): string | undefined;
  /** Calls back with each message of the engine, in order. */
  receive(take: (message: string) => void): void;
  /** Returns the position of the engine: that of its last batch or note. `undefined` where the engine has to be asked. */
  position(): number | undefined;
  /** Called with the position from which on no message may be missing. */
  resume(position: number): void;
  /** Calls back when messages were lost, or another engine leads. */
  followInterruptions(call: (interruption: Interruption) => void): void;
};

/** Messages are missing; of a lost engine also the answers to all questions. */
export type Interruption = { readonly lost: "messages" | "engine" };

const BATCH = "b";
const LINE_END = "\n";

/** Encodes a message. The events of a batch stay the text that they are. */
export function encodeMessage(message: EngineMessage): string {
  if (message.type !== "batch") return JSON.stringify(message);
  const { seq, at, hash, stored, events } = message;
  return `${BATCH}${seq} ${at} ${hash} ${stored}${LINE_END}${events}`;
}

export function decodeMessage(text: string): EngineMessage {
  if (!text.startsWith(BATCH)) return JSON.parse(text);
  const end = text.indexOf(LINE_END);
  const [seq = "", at = "", hash = "", stored = ""] = text.slice(BATCH.length, end).split(" ");
  return {
    type: "batch",
    seq: Number(seq),
    at: Number(at),
    hash,
    stored: Number(stored),
    events: text.slice(end + 1),
  };
}
