/**
 * What may wait for the writer: so many commands and no longer than so long, so that a flood is refused at once and what
 * is taken is done soon. Cancels, operators and the exchange itself have room of their own behind the rest, and wait
 * for as long as it takes.
 */
import type { Command } from "../core/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { notAccepting } from "./standing.ts";

/** Commands taken and not answered yet; the last fifth is kept for what is urgent. */
const MAX_PENDING = 20_000;
const MAX_PENDING_ORDERS = 16_000;
/** Of the command that waits longest. */
const MAX_WAIT_MS = 500;
/** What has waited so long is given up, undecided: its caller hears it in time to try elsewhere. */
const GIVE_UP_MS = 2_000;
/** Of a commit: how long its callers are left without an answer. */
const PATIENCE_MS = 5_000;

export type Waiting = { readonly pending: number; readonly oldestMs: number };

export function refuseOverload(
  command: Command | undefined,
  { pending, oldestMs }: Waiting,
): Rejection | undefined {
  const urgent = isUrgent(command);
  const most = urgent ? MAX_PENDING : MAX_PENDING_ORDERS;
  if (pending >= most) return notAccepting(`${pending} commands wait`);
  if (!urgent && oldestMs > MAX_WAIT_MS)
    return notAccepting(`commands wait for ${Math.round(oldestMs)} ms already`);
  return undefined;
}

export const hasWaitedTooLong = (ms: number): boolean => ms > GIVE_UP_MS;

export const waitedTooLong: Rejection = notAccepting(`it waited for more than ${GIVE_UP_MS} ms`);

export const commitTakesTooLong = (ms: number): boolean => ms > PATIENCE_MS;

export const commitTakesLong: Rejection = reject(
  "outcome_unknown",
  `the database did not answer in ${PATIENCE_MS / 1_000} s: whether this is done is not known yet; look before you send it again`,
);

function isUrgent(command: Command | undefined): boolean {
  switch (command?.type) {
    case "cancel-order":
    case "cancel-orders":
    case "expire-orders":
    case "set-mode":
    case "operate":
      return true;
    default:
      return false;
  }
}
