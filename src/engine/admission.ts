/**
 * Limits on the commands that wait for the writer, in number and in time. A flood is refused at once, and accepted
 * commands are done soon. Cancels, commands of operators and the exchange's own have reserved room, and are taken however
 * long others wait.
 */
import type { Command } from "../core/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { notAccepting } from "./availability.ts";
import type { Entry, WriterHold } from "./entry.ts";

/** Commands taken and not answered yet; the last fifth is reserved for urgent ones. */
const MAX_PENDING = 20_000;
const MAX_PENDING_ORDERS = 16_000;
/** Longest wait of the oldest command at which another one is still taken. */
const MAX_WAIT_MS = 500;
/** Wait after which a command is answered as refused, undecided, in time for its caller to try elsewhere. */
const MAX_UNDECIDED_MS = 2_000;
/** Duration of a commit after which its callers are told that the outcome is unknown. */
const MAX_COMMIT_MS = 5_000;

/** Commands that are taken and not answered: their number, and the wait of the oldest, ms. */
export type Backlog = { readonly pending: number; readonly oldestMs: number; readonly tables: WriterHold };

/** Refuses a command that the backlog leaves no room for. */
export function refuseOverload(
  command: Command | undefined,
  { pending, oldestMs, tables }: Backlog,
): Rejection | undefined {
  const urgent = isUrgent(command);
  const most = urgent ? MAX_PENDING : MAX_PENDING_ORDERS;
  if (pending >= most) return notAccepting(`${pending} commands wait`);
  if (!urgent && oldestMs > MAX_WAIT_MS)
    return notAccepting(`commands wait for ${Math.round(oldestMs)} ms already${sinceHeld(tables)}`);
  return undefined;
}

export const hasWaitedTooLong = (ms: number): boolean => ms > MAX_UNDECIDED_MS;

/** Refuses a command that waited undecided. */
export const waitedTooLong = (tables: WriterHold): Rejection =>
  notAccepting(`it waited for more than ${MAX_UNDECIDED_MS} ms${sinceHeld(tables)}`);

/** The reason why commands wait for the read tables; `undefined` while they do not. */
export const findHold = (tables: WriterHold): string | undefined =>
  tables.standing().holdsWriter ? "the read tables cannot take more" : undefined;

function sinceHeld(tables: WriterHold): string {
  const reason = findHold(tables);
  return reason === undefined ? "" : `, since ${reason}`;
}

export const commitTakesTooLong = (ms: number): boolean => ms > MAX_COMMIT_MS;

/** Answers a command whose commit takes too long, with what its caller can do. */
export const commitTakesLong = (entry: Pick<Entry, "command" | "request">): Rejection =>
  reject(
    "outcome_unknown",
    `the database did not answer in ${MAX_COMMIT_MS / 1_000} s: whether this is done is not known yet; ${remedyOf(entry)}`,
  );

function remedyOf({ command, request }: Pick<Entry, "command" | "request">): string {
  if (command?.type === "place-order") return UNKNOWN_REMEDIES.placement;
  return request?.name?.key === undefined ? UNKNOWN_REMEDIES.other : UNKNOWN_REMEDIES.keyed;
}

/** Remedies of an unknown outcome: of signed orders, of requests with an `Idempotency-Key`, and of others. */
export const UNKNOWN_REMEDIES = {
  placement: "send the same signed order again: it is carried out once",
  keyed: "send it again with the same Idempotency-Key: it is carried out once",
  other: "look before you send it again",
} as const;

function isUrgent(command: Command | undefined): boolean {
  switch (command?.type) {
    case "cancel-order":
    case "cancel-orders":
    case "take-out-orders":
    case "expire-orders":
    case "set-mode":
    case "operate":
      return true;
    default:
      return false;
  }
}
