/**
 * Operations that are executed once. Such an operation has two halves. `act` executes it and gives its result, which the
 * journal remembers. `tell` makes the answer from the result, for the first request and for every repeat.
 */
import type { Context } from "../../context.ts";
import type { Command, PlaceOrder } from "../../core/events/command.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { findEarlierRequest } from "../../core/request.ts";
import type { Repeat, RequestName } from "../../core/request.ts";
import type { AppliedCommand, CompletedRequest } from "../../engine/repeats/entry.ts";
import { REUSED, compareWithCompleted } from "../../engine/repeats/repeated-requests.ts";
import type { Answer } from "./endpoint.ts";

/** Outcome of an executed request; `seq`, `at` and `hash` belong to the batch of its command. */
export type RequestOutcome<Result> = Pick<CompletedRequest, "seq" | "at" | "hash"> & {
  readonly result: Result;
  /** True if an earlier request executed the operation. */
  readonly replayed: boolean;
};

type OnceRequest = { readonly context: Context; readonly request: RequestName | undefined };

/** Makes an operation's result right after the command is applied. */
export type ResultOf<Result> = (applied: AppliedCommand) => Result;

/** Headers of an answer to a repeat of an executed request. */
export const REPLAYED_HEADERS = { "idempotency-replayed": "true" };

type OnceOperation<Result> = {
  readonly act: () => Promise<RequestOutcome<Result> | Rejection>;
  /** Makes the answer without the read tables, so that a committed change is answered however far the tables lag. */
  readonly tell: (done: RequestOutcome<Result>) => unknown;
};

/** Answers a request of an operation that is executed once. */
export async function answerOnce<Result>(
  asked: OnceRequest,
  { act, tell }: OnceOperation<Result>,
): Promise<Answer> {
  const done = await actOnce(asked, act);
  if (isRejection(done)) return { rejection: done };
  return { body: await tell(done), ...(done.replayed && { headers: REPLAYED_HEADERS }) };
}

async function actOnce<Result>(
  asked: OnceRequest,
  act: OnceOperation<Result>["act"],
): Promise<RequestOutcome<Result> | Rejection> {
  const { context, request } = asked;
  if (request === undefined) return act();
  return context.requestTurns.take(listQueueSubjects(request), async () => {
    const known = await findCompletedRequest(context, request);
    if (known === undefined) return act();
    const { done, repeat } = known;
    return repeat === "same" ? readStoredResult<Result>(done, true) : REUSED[repeat];
  });
}

const listQueueSubjects = ({ key, signed }: RequestName): string[] =>
  [key, signed].flatMap((hash) => hash ?? []);

type EarlierRequest = { readonly done: CompletedRequest; readonly repeat: Repeat };

/** Finds the earlier request that `request` repeats, and compares the two. */
export async function findCompletedRequest(
  { entries }: Pick<Context, "entries">,
  request: RequestName,
): Promise<EarlierRequest | undefined> {
  if (!entries.known.mayHaveRequest(request)) return undefined;
  const done = findEarlierRequest(await entries.findRequests([request]), request);
  const repeat = done && compareWithCompleted(done, request);
  return repeat && { done, repeat };
}

/** Has the engine execute the command of a request, and remember the result that `makeResult` makes of it. */
export async function executeRequest<Result>(
  { context, request }: OnceRequest,
  command: Exclude<Command, PlaceOrder>,
  makeResult: ResultOf<Result>,
): Promise<RequestOutcome<Result> | Rejection> {
  const outcome = await context.engine.submitOnce(command, { name: request, makeResult });
  return outcome.type === "rejected"
    ? outcome.rejection
    : readStoredResult<Result>(outcome.done, outcome.replayed);
}

/** Gives a stored result its type, since the same operation made the JSON. */
const readStoredResult = <Result>(
  { seq, at, hash, result }: CompletedRequest,
  replayed: boolean,
): RequestOutcome<Result> => ({
  seq,
  at,
  hash,
  result: result as Result,
  replayed,
});

// The header `Idempotency-Key`: its name and the form of a key.

export const IDEMPOTENCY_KEY = "idempotency-key";

/** JSON Schema of a key: visible ASCII without blanks. */
export const KEY_SCHEMA = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" };

const VISIBLE = new RegExp(KEY_SCHEMA.pattern);

export const isIdempotencyKey = (text: string): boolean =>
  text.length <= KEY_SCHEMA.maxLength && VISIBLE.test(text);
