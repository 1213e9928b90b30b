/**
 * The exchange as everybody asks it: commands and looks go in, outcomes come out, and whoever follows is told of each
 * commit. What is taken waits for the writer (writer.ts), which nothing leaves before its commit returned.
 */
import { randomBytes } from "node:crypto";
import type { Command } from "../core/command.ts";
import type { Event } from "../core/event.ts";
import { decide } from "../core/exchange.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange } from "../core/state.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { refuseOverload } from "./admission.ts";
import type { CommittedReads } from "./committed-reads.ts";
import type { EngineOptions, Entry, Follower, OnceOutcome, Outcome, Request } from "./entry.ts";
import { notAccepting } from "./standing.ts";
import type { StandingKeeper } from "./standing.ts";
import { createWriter, enqueue, isTimeDue, losePatience } from "./writer.ts";
import type { Writer } from "./writer.ts";

export type Engine = {
  submit(command: Command): Promise<Outcome>;
  /** Carries out the command of a request once: a repeat gets the result of the first, also after a restart. */
  submitOnce(command: Command, request: Request): Promise<OnceOutcome>;
  /**
   * Gives what `look` makes of the exchange, at engine time and the clock's, after all that was taken before it; told when
   * that is committed.
   * `look` changes nothing and keeps nothing of the exchange.
   */
  examine<T>(look: Look<T>): Promise<T | Rejection>;
  /** Tells of every commit from now on, until the function that it returns is called. */
  follow(follower: Follower): () => void;
  /**
   * Lets what is due by the clock happen: expiries, and answers to those who have waited too long.
   * Called by a timer.
   */
  tick(): Promise<void>;
  /** Reads of committed market state. */
  readonly reads: CommittedReads;
  /** The state in memory. It may run ahead of the last commit: read fixed terms off it, and all else through `reads`. */
  readonly exchange: Exchange;
  /** What the exchange takes right now. */
  readonly standing: Pick<StandingKeeper, "now" | "withMode" | "follow" | "restrict" | "suspend">;
  /** Names this run of the process: books' sequences count from its start. */
  readonly run: string;
  /** The last committed batch. */
  head(): JournalHead;
  /** Takes no more commands, and returns when all that were taken are committed and answered. */
  close(): Promise<void>;
};

export type Look<T> = (exchange: Exchange, at: number, now: number) => T;

export function createEngine(options: EngineOptions): Engine {
  const writer = createWriter(options);
  return {
    submit: (command) => submit(writer, command),
    submitOnce: (command, request) => submitOnce(writer, command, request),
    examine: (look) => examine(writer, look),
    follow: writer.followers.follow,
    tick: () => tick(writer),
    reads: writer.reads,
    exchange: options.exchange,
    standing: writer.standing,
    run: randomBytes(4).toString("hex"),
    head: () => writer.head,
    close: () => close(writer),
  };
}

const submit = (writer: Writer, command: Command): Promise<Outcome> =>
  new Promise((resolve, fail) => {
    const answer = (outcome: Outcome | OnceOutcome): void =>
      outcome.type === "done"
        ? fail(new Error("a request was answered that nobody named"))
        : resolve(outcome);
    take(writer, { command, request: undefined, decide: deciding(command), answer, fail });
  });

const submitOnce = (writer: Writer, command: Command, request: Request): Promise<OnceOutcome> =>
  new Promise((resolve, fail) => {
    const answer = (outcome: Outcome | OnceOutcome): void =>
      outcome.type === "done" || outcome.type === "rejected"
        ? resolve(outcome)
        : fail(new Error(`a request was answered with ${outcome.type}`));
    take(writer, { command, request, decide: deciding(command), answer, fail });
  });

const deciding =
  (command: Command): Entry["decide"] =>
  (exchange, at, now) =>
    decide(exchange, command, at, now);

/** A look that throws is a bug of its own: what was taken with it is committed all the same. */
const examine = <T>(writer: Writer, look: Look<T>): Promise<T | Rejection> =>
  new Promise((resolve, fail) => {
    let tell = (): void => undefined;
    const decideNothing = (exchange: Exchange, at: number, now: number): Event[] => {
      const found = look(exchange, at, now);
      tell = () => resolve(found);
      return [];
    };
    const answer = (outcome: Outcome | OnceOutcome): void =>
      outcome.type === "rejected" ? resolve(outcome.rejection) : tell();
    take(writer, { command: undefined, request: undefined, decide: decideNothing, answer, fail });
  });

type Asked = Omit<Entry, "since" | "isOpen">;

/** Every entry is answered once: who was told that nobody knows yet is not told again. */
function take(writer: Writer, asked: Asked): void {
  const refusal = refuseTaking(writer, asked.command);
  if (refusal !== undefined) return asked.answer({ type: "rejected", rejection: refusal });
  writer.pending += 1;
  let open = true;
  const conclude = (tell: () => void): void => {
    if (!open) return;
    open = false;
    writer.pending -= 1;
    tell();
    if (writer.pending === 0) writer.drained?.();
  };
  enqueue(writer, {
    ...asked,
    answer: (outcome) => conclude(() => asked.answer(outcome)),
    fail: (error) => conclude(() => asked.fail(error)),
    since: writer.options.monotonic(),
    isOpen: () => open,
  });
}

function refuseTaking(writer: Writer, command: Command | undefined): Rejection | undefined {
  if (writer.state !== "open") return notAccepting("the exchange is stopping");
  const { pending, ready, options } = writer;
  const oldestMs = ready.length === 0 ? 0 : options.monotonic() - ready[0].since;
  return (
    writer.standing.refuse(command) ??
    refuseOverload(command, { pending, oldestMs }) ??
    (command && options.quarantine.refuse(command))
  );
}

async function tick(writer: Writer): Promise<void> {
  losePatience(writer);
  if (isTimeDue(writer)) await submit(writer, { type: "expire-orders" });
}

async function close(writer: Writer): Promise<void> {
  if (writer.state !== "open") return;
  writer.state = "closing";
  if (writer.pending === 0) return;
  await new Promise<void>((resolve) => {
    writer.drained = resolve;
  });
}
