/**
 * GET /data/pre-migration-orders: orders from before a service moved to another exchange. Nothing was ever moved here,
 * so there are none.
 */
import { Type } from "typebox";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { ACCOUNT_PAGE, listingPage, PageOf } from "../listing-page.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listEarlierOrders = keyOperation({
  method: "GET",
  path: "/data/pre-migration-orders",
  fromMemory: true,
  summary: "List orders from before a migration: there are none",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({
    next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
  }),
  answer: PageOf(Type.Object({})),
  handle: ({ query }) => listingPage(query.next_cursor, ACCOUNT_PAGE, async () => []),
});
