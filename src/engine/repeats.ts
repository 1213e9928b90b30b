/**
 * Finds repeated orders (by id) and requests (by name): those of a batch that may be known are looked up in the store
 * together. A batch without them needs no query.
 */
import type { RequestName } from "../core/request.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import { notAccepting } from "./availability.ts";
import type { DoneRequest, EngineOptions, Entry, CommandOutcome } from "./entry.ts";
import type { KnownEntries } from "./known-entries.ts";
import { answerRepeatedOrders } from "./repeated-orders.ts";
import { answerRepeatedRequests } from "./repeated-requests.ts";

/** The orders and requests of a batch that the store has already. */
type StoredRepeats = { readonly orders: ReadonlySet<string>; readonly requests: readonly DoneRequest[] };

/** Finds the entries that were executed before; `undefined` if the database does not answer now. */
export async function findRepeated(
  entries: readonly Entry[],
  { known, findOrders, findRequests }: Pick<EngineOptions, "known" | "findOrders" | "findRequests">,
): Promise<StoredRepeats | undefined> {
  const ids = new Set(entries.flatMap((entry) => knownIdOf(entry, known) ?? []));
  const names = entries.flatMap((entry) => knownNameOf(entry, known) ?? []);
  if (ids.size === 0 && names.length === 0) return NO_REPEATS;
  try {
    const [orders, requests] = await Promise.all([
      ids.size === 0 ? ids : findOrders([...ids]),
      names.length === 0 ? [] : findRequests(names),
    ]);
    return { orders, requests };
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Answers the entries that repeat earlier ones, and returns the others, in order. */
export function answerRepeated(
  entries: readonly Entry[],
  stored: StoredRepeats | undefined,
  known: KnownEntries,
): Entry[] {
  const checked = stored === undefined ? refuseUnchecked(entries, known) : entries;
  const { orders, requests } = stored ?? NO_REPEATS;
  return answerRepeatedRequests(answerRepeatedOrders(checked, orders), requests);
}

/** Returns the id of an order that may be known. */
const knownIdOf = ({ command }: Entry, known: KnownEntries): string | undefined =>
  command?.type === "place-order" && known.mayHaveOrder(command.id) ? command.id : undefined;

/** Returns the name of a request that may be known. */
const knownNameOf = ({ request }: Entry, known: KnownEntries): RequestName | undefined =>
  request?.name !== undefined && known.mayHaveRequest(request.name) ? request.name : undefined;

const NO_REPEATS: StoredRepeats = { orders: new Set(), requests: [] };

/** Refuses the entries that may be repeats, since that needs the database; returns the others. */
function refuseUnchecked(entries: readonly Entry[], known: KnownEntries): readonly Entry[] {
  const isNew = (entry: Entry): boolean =>
    knownIdOf(entry, known) === undefined && knownNameOf(entry, known) === undefined;
  for (const entry of entries) if (!isNew(entry)) entry.answer(unchecked);
  return entries.filter(isNew);
}

const unchecked: CommandOutcome = {
  type: "rejected",
  rejection: notAccepting("the database does not tell in time whether it was done before"),
};
