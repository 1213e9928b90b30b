/** GET /events/creators and /events/creators/{wallet}: wallets that made markets, with the names of their sites. */
import { isRefused } from "../refusal-form.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { CREATOR_ORDERS, listMarketCreators } from "../../store/catalog/market-creators.ts";
import type { MarketCreator } from "../../store/catalog/market-creators.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { EVENTS } from "./groups.ts";
import { Creator, orderParameters, PageParameters, readOrder } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog, readList } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const EventCreator = Type.Object({
  id: Type.String({ description: "The wallet, lower case" }),
  creatorName: Type.Optional(Type.String({ description: "Host name of a site that the wallet is on" })),
  creatorUrl: Type.Optional(Type.String({ description: "The same as an address" })),
});

export const listEventCreators = uncodedOperation({
  method: "GET",
  path: "/events/creators",
  dialects: SERVICES,
  summary: "List the wallets that made markets",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ...PageParameters,
    ...orderParameters(CREATOR_ORDERS),
    creator_name: Type.Optional(Type.String({ description: "Host name of a site" })),
    creator_handle: Type.Optional(Type.String({ description: "Nobody has a handle: finds none" })),
    creator: Creator,
  }),
  answer: Type.Array(EventCreator),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const { creator_name: name, creator_handle: handle, offset, limit } = call.query;
    const order = readOrder(call.query, CREATOR_ORDERS, call.dialect);
    if (isRefused(order)) return order;
    if (handle !== undefined) return { body: [] };
    return readList(call, async ({ sql, scope }) => {
      const hosts = name === undefined ? undefined : [name];
      const creators = await listMarketCreators(sql, {
        scope,
        hosts,
        order: order.order[0] ?? "id",
        ascending: order.ascending,
        offset,
        limit,
      });
      return { body: creators.map(creatorRecord) };
    });
  },
});

export const getEventCreator = uncodedOperation({
  method: "GET",
  path: "/events/creators/:wallet",
  dialects: SERVICES,
  summary: "Get a wallet that made markets",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Type.Object({ wallet: Type.String({ description: "Any case" }) }),
  query: Type.Object({ creator: Creator }),
  answer: EventCreator,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async ({ sql, scope }) => {
      const wallets = [call.params.wallet.toLowerCase()];
      const one = { order: "id", ascending: true, offset: 0, limit: 1 } as const;
      const [creator] = await listMarketCreators(sql, { scope, wallets, ...one });
      return creator === undefined ? notFoundBy("id") : { body: creatorRecord(creator) };
    }),
});

const creatorRecord = ({ wallet, host }: MarketCreator): Type.Static<typeof EventCreator> => ({
  id: wallet,
  ...(host !== null && { creatorName: host, creatorUrl: `https://${host}` }),
});
