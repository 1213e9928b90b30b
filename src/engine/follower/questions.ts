/**
 * A follower's questions to its engine, by number. An answer about a batch is taken at its place among the batches; the
 * others at once.
 */
import { NotAttempted, StoreUnavailable } from "../../store/sql/unavailable.ts";
import type { AnswerMessage, Fault, FollowerBus, QuestionKind, Questions } from "./bus.ts";

type Conversion<Kind extends QuestionKind, T> = {
  /** Called with the question's number before it is sent. */
  readonly sent?: (no: number) => void;
  /** Converts the answer, at its place among the batches. */
  readonly convert: (answer: Questions[Kind]["answer"]) => T;
};

export type Questioner = {
  ask<Kind extends QuestionKind, T>(
    kind: Kind,
    asked: Questions[Kind]["asked"],
    conversion: Conversion<Kind, T>,
  ): Promise<T>;
  /** Takes an answer whose place among the batches does not matter; false for other answers. */
  answerAtOnce(message: AnswerMessage): boolean;
  answer(message: AnswerMessage): void;
  /** Waits for the answers to all commands so far. */
  settled(): Promise<void>;
  /** Fails all open questions. */
  failAll(): void;
  /** Asks for the questions that are open since the last call, and fails those that were lost. */
  check(): void;
  /** Fails the question if the message answers the last check, and says that the question was lost. */
  failIfLost(no: number, message: AnswerMessage): void;
};

type OpenQuestion = {
  readonly isOrdered: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
};

export const NO_ENGINE = "no engine leads the cluster";

/** The engine did not answer: it is gone, or the question or its answer was lost. */
export class FollowerGone extends StoreUnavailable {}

export function createQuestioner(bus: Pick<FollowerBus, "send">): Questioner {
  const open = new Map<number, OpenQuestion>();
  /** Commands that are not answered yet. */
  const underway = new Set<Promise<unknown>>();
  let count = 0;
  /** Number of the last question before the last check, and of that check. */
  let checked = 0;
  let lastCheck = 0;

  function failOne(no: number, error: Error): void {
    const question = open.get(no);
    open.delete(no);
    question?.fail(error);
  }

  function failThese(nos: readonly number[]): void {
    for (const no of nos) failOne(no, new FollowerGone("the engine did not answer"));
  }

  function answer({ no, answer: answered, fault }: AnswerMessage): void {
    const question = open.get(no);
    open.delete(no);
    if (fault === undefined) question?.resolve(answered);
    else question?.fail(toError(fault));
  }

  return {
    ask: (kind, asked, { sent, convert }) => {
      const no = (count += 1);
      const isOrdered = kind === "submit" || kind === "join";
      const answered = new Promise<ReturnType<typeof convert>>((resolve, fail) => {
        open.set(no, { isOrdered, fail, resolve: (given) => resolve(convert(given as never)) });
      });
      sent?.(no);
      const absence = bus.send(JSON.stringify({ type: "question", no, kind, asked }));
      if (absence !== undefined) failOne(no, new NotAttempted(absence));
      if (isOrdered) underway.add(answered);
      const leave = (): void => void underway.delete(answered);
      answered.then(leave, leave);
      return answered;
    },
    settled: async () => void (await Promise.allSettled(underway)),
    answerAtOnce(message) {
      if (open.get(message.no)?.isOrdered === true) return false;
      answer(message);
      return true;
    },
    answer,
    failAll: () => failThese([...open.keys()]),
    check() {
      const asked = [...open.keys()].filter((no) => no <= checked);
      checked = count;
      if (asked.length === 0) return;
      const no = (count += 1);
      lastCheck = no;
      open.set(no, {
        isOrdered: true,
        resolve: (lost) => failThese(lost as readonly number[]),
        fail: () => {},
      });
      bus.send(JSON.stringify({ type: "question", no, kind: "check", asked }));
    },
    failIfLost(no, { no: answered, answer: lost = [] }) {
      if (answered === lastCheck && (lost as readonly number[]).includes(no)) failThese([no]);
    },
  };
}

const toError = ({ unavailable, yielding, message }: Fault): Error =>
  yielding === true
    ? new NotAttempted(message)
    : unavailable
      ? new StoreUnavailable(message)
      : new Error(message);
