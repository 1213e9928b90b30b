/**
 * Limits on the queue of the writer: the number of waiting commands, and their wait. A flood is refused at once, and
 * accepted commands are done soon. Cancels, commands of operators and the exchange's own commands have reserved room,
 * however long other commands wait.
 */
import type { Command } from "../core/events/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { notAccepting } from "./availability.ts";
import type { Entry, WriterHold } from "./repeats/entry.ts";

/** Maximum number of commands accepted and not yet answered; the last fifth is reserved for urgent ones. */
const MAX_PENDING = 20_000;
const MAX_PENDING_ORDERS = 16_000;
/** Wait of the oldest command above which new commands are refused, ms. */
const MAX_WAIT_MS = 500;
/** Wait after which undecided commands are refused, ms. */
const MAX_UNDECIDED_MS = 2_000;
/** Duration of a commit after which its callers are told that the outcome is unknown, ms. */
const MAX_COMMIT_MS = 5_000;

/** Commands accepted and not yet answered: their number, and the wait of the oldest, ms. */
export type Backlog = { readonly pending: number; readonly oldestMs: number; readonly tables: WriterHold };

/** Refuses a command if the backlog has no room for it. */
export function rejectOverload(
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

/** Builds the refusal of a command that waited too long undecided. */
export const rejectWaitedTooLong = (tables: WriterHold): Rejection =>
  notAccepting(`it waited for more than ${MAX_UNDECIDED_MS} ms${sinceHeld(tables)}`);

/** The reason why commands wait for the read tables; `undefined` if they do not. */
export const findHold = (tables: WriterHold): string | undefined =>
  tables.standing().holdsWriter ? "the read tables cannot take more" : undefined;

function sinceHeld(tables: WriterHold): string {
  const reason = findHold(tables);
  return reason === undefined ? "" : `, since ${reason}`;
}

export const isCommitTooSlow = (ms: number): boolean => ms > MAX_COMMIT_MS;

/** Builds the answer to a command whose commit takes too long, with what its caller can do. */
export const rejectSlowCommit = (entry: Pick<Entry, "command" | "request">): Rejection =>
  reject(
    "outcome_unknown",
    `the database did not answer in ${MAX_COMMIT_MS / 1_000} s: whether this is done is not known yet; ${describeRemedy(entry)}`,
  );

/** Advice after an unknown outcome, by what may be sent again. */
export function describeRemedy({ command, request }: Pick<Entry, "command" | "request">): string {
  if (command?.type === "place-order") return UNKNOWN_REMEDIES.placement;
  return request?.name?.key === undefined ? UNKNOWN_REMEDIES.other : UNKNOWN_REMEDIES.keyed;
}

/** Advice after an unknown outcome: for signed orders, requests with an `Idempotency-Key`, and others. */
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
