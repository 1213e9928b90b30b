/**
 * The engine's end of the bus: sends each committed batch to all followers right after its commit, and answers what
 * followers ask. The position is published before any answer about the batch leaves.
 */
import { NotAttempted, TablesBehind, getErrorMessage, isUnavailable } from "../../store/sql/unavailable.ts";
import type { Projector, TablesState } from "../../store/projector/projector.ts";
import type { Clocks } from "../time/clocks.ts";
import type { NotePresences } from "../time/disconnects.ts";
import type { Engine } from "../engine.ts";
import type { CommandOutcome, Publication } from "../repeats/entry.ts";
import { createFollowers } from "../../base/followers.ts";
import { encodeMessage } from "./bus.ts";
import type {
  AnswerMessage,
  EngineMessage,
  Joined,
  Note,
  OutcomeMessage,
  PassedAnswer,
  PassedRequest,
  Question,
  QuestionKind,
  Questions,
} from "./bus.ts";

export type EngineHub = {
  /** Calls back with each batch and note and its position, until the returned function is called. */
  follow(send: (message: string, position: number) => void): () => void;
  /** Creates the receiver of one follower's questions. A question that arrives twice is answered once. */
  serve(send: (message: string) => void): (message: string) => void;
  /** Returns the position of the last batch or note. */
  position(): number;
  /** Sends a note to all followers, once the change is durable. */
  note(note: Note): void;
  /** Takes no more commands and requests, which followers keep for the engine that leads next. */
  yield(): void;
  close(): void;
};

export type HubOptions = {
  readonly engine: Engine;
  readonly tables: Pick<Projector, "reach"> & { standing(): Pick<TablesState, "seq"> };
  /** The virtual clock, if there is one. */
  readonly virtual: Clocks["virtual"];
  /** Makes the position known to all followers at once. */
  readonly publishPosition: (position: number) => void;
  /** Serves a request that a follower passes on. */
  readonly serve: (request: PassedRequest) => Promise<PassedAnswer>;
  readonly notePresences: NotePresences;
  /** Returns the age of the last proof that no other engine leads, ms; proves it again if that is old. */
  readonly proveLead?: () => Promise<number>;
};

/** Questions whose answers take time; the others are answered at once. */
type SlowKind = Exclude<QuestionKind, "join" | "check">;

type Handlers = {
  readonly [Kind in SlowKind]: (asked: Questions[Kind]["asked"]) => Promise<Questions[Kind]["answer"]>;
};

export function createEngineHub(options: HubOptions): EngineHub {
  const { engine, tables, virtual, publishPosition, serve } = options;
  const { notePresences, proveLead = async () => 0 } = options;
  const followers = createFollowers<Broadcast>();
  let position = 0;
  let latest: Publication | undefined;
  let isYielding = false;

  function broadcast(message: EngineMessage): void {
    position = (position + 1) | 0;
    publishPosition(position);
    followers.notify({ text: encodeMessage(message), position });
  }

  const note = (changed: Note): void => broadcast({ type: "note", note: changed });
  const ends = [
    engine.follow((publication) => {
      latest = publication;
      const { seq, at, hash, encoded: events } = publication;
      broadcast({
        type: "batch",
        seq,
        at,
        hash: hash.toString("hex"),
        stored: tables.standing().seq,
        events,
      });
    }),
    engine.availability.follow((availability) => note({ about: "availability", availability })),
    engine.followReplacements(() => note({ about: "replacement" })),
  ];

  const handlers: Handlers = {
    submit: async (command) => {
      if (isYielding) throw new Yielding();
      return describeOutcome(await engine.submit(command), latest);
    },
    reach: async () => {
      try {
        await tables.reach();
      } catch (error) {
        if (error instanceof TablesBehind) return { behind: error.batches };
        throw error;
      }
      return { stored: tables.standing().seq };
    },
    request: async (request) => {
      if (isYielding) throw new Yielding();
      return serve(request);
    },
    presences: async (presences) => {
      if (isYielding) throw new Yielding();
      await notePresences(presences);
      return null;
    },
    position: async () => {
      const age = await proveLead();
      return { position, age };
    },
  };

  return {
    follow: (send) => followers.follow(({ text, position: at }) => send(text, at)),
    serve: (send) =>
      answerFollower(send, handlers, () => ({ ...describeState(engine, position), clock: virtual?.read() })),
    position: () => position,
    note,
    yield: () => void (isYielding = true),
    close: () => ends.forEach((end) => end()),
  };
}

/** Creates the receiver of one follower's questions; `describe` describes the state for its entry. */
function answerFollower(
  send: (message: string) => void,
  handlers: Handlers,
  describe: () => Joined,
): (message: string) => void {
  let latestNo = 0;
  const underway = new Set<number>();
  const reply = (no: number, answered: Answered): void =>
    send(encodeMessage({ type: "answer", no, ...answered }));
  const handle = async (no: number, kind: SlowKind, asked: unknown): Promise<void> => {
    underway.add(no);
    const answered = await answerQuestion(handlers[kind], asked);
    underway.delete(no);
    reply(no, answered);
  };
  return (message) => {
    const question: Question = JSON.parse(message);
    const { no, kind, asked } = question;
    if (no <= latestNo) return;
    latestNo = no;
    // The answer tells of the position at which it is sent.
    if (kind === "join") return reply(no, { answer: describe() });
    if (kind === "check") return reply(no, { answer: asked.filter((earlier) => !underway.has(earlier)) });
    void handle(no, kind, asked);
  };
}

type Broadcast = { readonly text: string; readonly position: number };

type Answered = Omit<AnswerMessage, "type" | "no">;

/** The engine gives its lead away; nothing was done. */
class Yielding extends NotAttempted {
  constructor() {
    super("the engine gives its lead to another one");
  }
}

async function answerQuestion(handle: Handlers[SlowKind], asked: unknown): Promise<Answered> {
  try {
    return { answer: await (handle as (asked: unknown) => Promise<unknown>)(asked) };
  } catch (error) {
    const yielding = error instanceof Yielding ? { yielding: true as const } : {};
    return { fault: { unavailable: isUnavailable(error), ...yielding, message: getErrorMessage(error) } };
  }
}

const describeState = (engine: Engine, position: number): Omit<Joined, "clock"> => ({
  position,
  run: engine.run,
  seq: engine.head().seq,
  hash: engine.head().hash.toString("hex"),
  books: engine.books(),
  availability: engine.availability.now(),
});

/** Describes an outcome by the place of its events in the batch, which was sent before. */
function describeOutcome(outcome: CommandOutcome, latest: Publication | undefined): OutcomeMessage {
  if (outcome.type !== "committed") return outcome;
  const { events, seq } = outcome.committed;
  const [firstEvent] = events;
  if (firstEvent === undefined) return { type: "committed", seq, first: 0, count: 0 };
  if (latest?.seq !== seq) throw new Error(`batch ${seq} is not the last that was sent`);
  const placed = events.find((event) => event.type === "order-placed");
  return {
    type: "committed",
    seq,
    first: latest.events.indexOf(firstEvent),
    count: events.length,
    refusal: placed?.refusal,
  };
}
