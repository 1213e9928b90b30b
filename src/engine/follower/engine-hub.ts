/**
 * The engine's end of the bus: sends each committed batch to all followers right after its commit, and answers what
 * followers ask. The position is published before any answer about the batch leaves.
 */
import { TablesBehind, getErrorMessage, isUnavailable } from "../../store/sql/unavailable.ts";
import type { Projector, TablesState } from "../../store/projector/projector.ts";
import type { Clocks } from "../time/clocks.ts";
import type { Engine } from "../engine.ts";
import type { CommandOutcome, Publication } from "../repeats/entry.ts";
import { BUS_VERSION, encodeMessage } from "./bus.ts";
import type {
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
  /** Adds a follower; returns the functions that take its messages and remove it. */
  add(send: (message: string) => void): { take(message: string): void; remove(): void };
  /** Sends a note to all followers, once the change is durable. */
  note(note: Note): void;
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
};

type Handlers = {
  readonly [Kind in QuestionKind]: (asked: Questions[Kind]["asked"]) => Promise<Questions[Kind]["answer"]>;
};

export function createEngineHub({ engine, tables, virtual, publishPosition, serve }: HubOptions): EngineHub {
  const sends = new Set<(message: string) => void>();
  let position = 0;
  let latest: Publication | undefined;

  function broadcast(message: EngineMessage): void {
    position += 1;
    publishPosition(position);
    if (sends.size === 0) return;
    const text = encodeMessage(message);
    for (const send of sends) send(text);
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
    join: async ({ version }) => {
      if (version !== BUS_VERSION)
        throw new Error(`the bus has version ${BUS_VERSION}, and the follower asks for version ${version}`);
      return { ...describeState(engine, position), clock: virtual?.read() };
    },
    submit: async (command) => describeOutcome(await engine.submit(command), latest),
    reach: async () => {
      try {
        await tables.reach();
      } catch (error) {
        if (error instanceof TablesBehind) return { behind: error.batches };
        throw error;
      }
      return { stored: tables.standing().seq };
    },
    request: serve,
  };

  return {
    add(send) {
      sends.add(send);
      const take = (message: string): void => {
        const question: Question = JSON.parse(message);
        void answerQuestion(handlers, question).then((answered) => send(encodeMessage(answered)));
      };
      return { take, remove: () => void sends.delete(send) };
    },
    note,
    close: () => ends.forEach((end) => end()),
  };
}

async function answerQuestion(handlers: Handlers, { no, kind, asked }: Question): Promise<EngineMessage> {
  try {
    const handle = handlers[kind] as (asked: unknown) => Promise<unknown>;
    return { type: "answer", no, answer: await handle(asked) };
  } catch (error) {
    return {
      type: "answer",
      no,
      fault: { unavailable: isUnavailable(error), message: getErrorMessage(error) },
    };
  }
}

const describeState = (engine: Engine, position: number): Joined => ({
  position,
  run: engine.run,
  seq: engine.head().seq,
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
