/** GET /attention: the work that waits for an operator, with the number of each kind and the first of it. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import type { Endpoint } from "../endpoint.ts";
import { OrNull } from "../resolution-answer.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { ATTENTION } from "./groups.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { operation } from "./operation.ts";
import {
  NAMED,
  WORK_KINDS,
  workOfExchange,
  workOfHouse,
  workOfMarkets,
  workOfResidents,
} from "./waiting-work.ts";

export const AttentionAnswer = Type.Object({
  total: Type.Integer({ description: "All that waits; 0 when nothing does" }),
  kinds: Type.Array(
    Type.Object({
      kind: Type.Enum([...WORK_KINDS]),
      total: Type.Integer(),
      first: Type.Array(
        Type.Object({
          subject: Type.String({
            description:
              "A condition id, a fingerprint of the quarantine, a mode or a source of restrictions",
          }),
          title: Type.String({ description: "Question or slug of a market, or a name" }),
          why: Type.String(),
          since: OrNull(Type.String({ description: "ISO 8601: the end, or the last step; null if unknown" })),
        }),
        { description: `At most ${NAMED}` },
      ),
    }),
    { description: "Kinds of which something waits, the most urgent first" },
  ),
});

/** `count` is of the house's strategies; without residents there are none. */
export const getAttention = (count: CountQuotes, residents: ResidentsControl | undefined): Endpoint =>
  operation({
    method: "GET",
    path: "/attention",
    summary: "List what waits for an operator",
    group: ATTENTION,
    refuses: ["not_accepting"],
    answer: AttentionAnswer,
    handle: async ({ context }) => {
      const house = await workOfHouse(context, count);
      if (isRejection(house)) return { rejection: house };
      const lively = await workOfResidents(residents);
      if (isRejection(lively)) return { rejection: lively };
      const found = [...workOfExchange(context), house, lively, ...(await workOfMarkets(context))];
      const kinds = WORK_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind && one.total > 0));
      return { body: { total: kinds.reduce((sum, one) => sum + one.total, 0), kinds } };
    },
  });
