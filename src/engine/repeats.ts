/** Finds repeated orders (by id) and requests (by name), with one look-up in the store for each batch. */
import { isUnavailable } from "../store/sql/unavailable.ts";
import { notAccepting } from "./availability.ts";
import type { DoneRequest, EngineOptions, Entry, CommandOutcome } from "./entry.ts";
import { answerRepeatedOrders } from "./repeated-orders.ts";
import { answerRepeatedRequests } from "./repeated-requests.ts";

/** The orders and requests of a batch that the store has already. */
type StoredRepeats = { readonly orders: ReadonlySet<string>; readonly requests: readonly DoneRequest[] };

/** Finds the entries that were carried out before; `undefined` when the database does not answer now. */
export async function findRepeated(
  entries: readonly Entry[],
  { findOrders, findRequests }: Pick<EngineOptions, "findOrders" | "findRequests">,
): Promise<StoredRepeats | undefined> {
  const ids = new Set(entries.flatMap(({ command }) => (command?.type === "place-order" ? command.id : [])));
  const names = entries.flatMap(({ request }) => request?.name ?? []);
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

/** Answers the entries that repeat earlier ones, and gives the others, in order. */
export function answerRepeated(entries: readonly Entry[], known: StoredRepeats | undefined): Entry[] {
  const checked = known === undefined ? refuseUnchecked(entries) : entries;
  const { orders, requests } = known ?? NO_REPEATS;
  return answerRepeatedRequests(answerRepeatedOrders(checked, orders), requests);
}

const NO_REPEATS: StoredRepeats = { orders: new Set(), requests: [] };

/** Refuses the entries that may be repeats, which nobody can tell without the database; gives the others. */
function refuseUnchecked(entries: readonly Entry[]): readonly Entry[] {
  const isNew = ({ command, request }: Entry): boolean =>
    command?.type !== "place-order" && request?.name === undefined;
  for (const entry of entries) if (!isNew(entry)) entry.answer(unchecked);
  return entries.filter(isNew);
}

const unchecked: CommandOutcome = {
  type: "rejected",
  rejection: notAccepting("the database does not answer"),
};
