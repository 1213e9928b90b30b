/** Events in the paths of operations: by id, or by slug. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { findNamedEvent } from "../../store/reads/operator-events.ts";
import type { NamedEvent } from "../../store/reads/operator-events.ts";
import { readFirst } from "../../store/sql/unavailable.ts";

export const EventParams = Type.Object({
  event: Type.String({ description: "The id or the slug of an event" }),
});

export const GivenWinner = Type.String({
  description:
    "The market that wins: a condition id, token id or number, or a slug; all others resolve to their second outcome",
});

export async function readEventTerm(context: Context, term: string): Promise<NamedEvent | Rejection> {
  const found = await readFirst(async () => findNamedEvent(await context.sql(), term));
  return found ?? reject("unknown_event", `no event has the id or the slug "${term}"`);
}
