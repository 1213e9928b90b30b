/** GET /attention: open work for operators, with the number of each kind and its first items. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { shareReading } from "../../store/sql/shared-reading.ts";
import type { Endpoint } from "../endpoint.ts";
import { OrNull } from "../resolution-answer.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { ATTENTION } from "./groups.ts";
import type { CountQuotes } from "./house-makers.ts";
import { operation } from "./operation.ts";
import {
  NAMED,
  WORK_KINDS,
  workOfExchange,
  workOfHouse,
  workOfMarkets,
  workOfResidents,
  workOfWebhooks,
} from "./waiting-work.ts";
import type { WorkOfKind } from "./waiting-work.ts";

export const AttentionAnswer = Type.Object({
  total: Type.Integer({
    description: "All that waits, an event with drafts counted once; 0 when nothing does",
  }),
  kinds: Type.Array(
    Type.Object({
      kind: Type.Enum([...WORK_KINDS]),
      total: Type.Integer(),
      first: Type.Array(
        Type.Object({
          subject: Type.String({
            description:
              "A condition id, the id of an event with drafts, a fingerprint of the quarantine, the id of a webhook, a mode, a source of restrictions or what clients take from together",
          }),
          title: Type.String({ description: "Question or slug of a market, title of an event, or a name" }),
          why: Type.String(),
          since: OrNull(Type.String({ description: "ISO 8601: the end, or the last step; null if unknown" })),
          count: Type.Integer({ description: "Drafts of the event; 1 of all other work" }),
        }),
        { description: `At most ${NAMED}` },
      ),
    }),
    { description: "Kinds of which something waits, the most urgent first" },
  ),
});

type Attention = { readonly total: number; readonly kinds: readonly WorkOfKind[] };
type ReadAttention = () => Promise<Attention | Rejection>;

/** Reads all open work by kind, the most urgent first. */
async function readAttention(
  context: Context,
  count: CountQuotes,
  residents: ResidentsControl | undefined,
): Promise<Attention | Rejection> {
  const house = await workOfHouse(context, count);
  if (isRejection(house)) return house;
  const lively = await workOfResidents(residents);
  if (isRejection(lively)) return lively;
  const [webhooks, markets] = [await workOfWebhooks(context), await workOfMarkets(context)];
  const found = [...workOfExchange(context), webhooks, house, lively, ...markets];
  const kinds = WORK_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind && one.total > 0));
  return { total: kinds.reduce((sum, one) => sum + one.total, 0), kinds };
}

/** Creates the operation. `count` computes a house market maker's quotes; `residents` is undefined without simulated traders. */
export function getAttention(count: CountQuotes, residents: ResidentsControl | undefined): Endpoint {
  /** Shared reads by exchange: every open console asks several times a minute, and all get the same result. */
  const shared = new WeakMap<Context, ReadAttention>();
  return operation({
    method: "GET",
    path: "/attention",
    summary: "List what waits for an operator",
    group: ATTENTION,
    refuses: ["not_accepting"],
    answer: AttentionAnswer,
    handle: async ({ context }) => {
      const read = shared.get(context) ?? shareReading(() => readAttention(context, count, residents));
      shared.set(context, read);
      const found = await read();
      return isRejection(found) ? { rejection: found } : { body: found };
    },
  });
}
