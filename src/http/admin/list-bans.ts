/** GET /bans: all owners whose orders are refused. */
import { Type } from "typebox";
import { listBans as readBans } from "../../store/reads/bans.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { OWNERS } from "./groups.ts";
import { operation } from "./operation.ts";

export const listBans = operation({
  method: "GET",
  path: "/bans",
  summary: "List the bans",
  group: OWNERS,
  refuses: [],
  answer: Type.Array(
    Type.Object({
      address: Type.String(),
      time: Time,
      operator: OrNull(Type.String()),
      reason: OrNull(Type.String()),
    }),
  ),
  handle: async ({ context }) => ({
    body: (await readBans(await context.sql())).map(({ address, at, operator, reason }) => ({
      address,
      time: timeAt(at),
      operator,
      reason,
    })),
  }),
});
