/** Tells what came before from what is new, with one look at the store per batch: orders by their ids, requests by name. */
import { isUnavailable } from "../store/sql/unavailable.ts";
import type { DoneRequest, EngineOptions, Entry, Outcome } from "./entry.ts";
import { answerRepeatedOrders } from "./repeated-orders.ts";
import { answerRepeatedRequests } from "./repeated-requests.ts";
import { notAccepting } from "./standing.ts";

type Known = { readonly orders: ReadonlySet<string>; readonly requests: readonly DoneRequest[] };

/** Finds those of the entries that were carried out before; `undefined` when the database cannot be asked now. */
export async function findRepeated(
  entries: readonly Entry[],
  { findOrders, findRequests }: Pick<EngineOptions, "findOrders" | "findRequests">,
): Promise<Known | undefined> {
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

/** Answers the entries that repeat what came before, and gives those that are left, in order. */
export function answerRepeated(entries: readonly Entry[], known: Known | undefined): Entry[] {
  const asked = known === undefined ? refuseUnasked(entries) : entries;
  const { orders, requests } = known ?? NOTHING;
  return answerRepeatedRequests(answerRepeatedOrders(asked, orders), requests);
}

const NOTHING: Known = { orders: new Set(), requests: [] };

/** Nobody knows whether these came before. */
function refuseUnasked(entries: readonly Entry[]): readonly Entry[] {
  const isAsked = ({ command, request }: Entry): boolean =>
    command?.type !== "place-order" && request?.name === undefined;
  for (const entry of entries) if (!isAsked(entry)) entry.answer(unasked);
  return entries.filter(isAsked);
}

const unasked: Outcome = { type: "rejected", rejection: notAccepting("the database does not answer") };
