/**
 * GET /data/orders: the caller's live orders, oldest first. A walk over the pages meets every order that lives
 * throughout, and orders placed meanwhile at its end. An order that is asked for by its id is answered in any state:
 * clients ask until it is done.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Outcome } from "../../../core/state.ts";
import { listLiveOrders } from "../../../store/reads/orders.ts";
import type { LiveOrderQuery, OrderRecord } from "../../../store/reads/orders.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN } from "../../id-patterns.ts";
import { WALLET_FORMAT } from "../../wallet-format.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { walkPage } from "../keyset-walk.ts";
import { ACCOUNT_PAGE, PageOf } from "../listing-page.ts";
import { INVALID_ORDER_PARAMS } from "../refusal-texts.ts";
import { findAnyOrder } from "./any-order.ts";
import { parseOrderId } from "./order-id.ts";
import { FlatOrder, flatOrder } from "./order-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const OrderQuery = Type.Object({
  id: Type.Optional(Type.String({ description: "Order id; the order is answered whatever became of it" })),
  market: Type.Optional(Type.String({ pattern: CONDITION_PATTERN, description: "Condition id" })),
  asset_id: Type.Optional(Type.String({ pattern: TOKEN_PATTERN, description: "Token id" })),
  maker_address: Type.Optional(
    Type.String({
      format: WALLET_FORMAT,
      description: "Wallet of the orders, one that the caller signs for",
    }),
  ),
  next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
});
type OrderQuery = Type.Static<typeof OrderQuery>;

export const listOrders = keyOperation({
  method: "GET",
  path: "/data/orders",
  summary: "List the caller's live orders, oldest first",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  texts: [INVALID_ORDER_PARAMS],
  access: "key-or-reader",
  query: OrderQuery,
  answer: PageOf(FlatOrder),
  handle: async ({ context, dialect, query, caller }) => {
    const unit = DIFFERENCES.tradeUnits.does[dialect];
    const read = readerOf(context, query, { owner: caller.address, unit });
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: ACCOUNT_PAGE,
      start: () => [0],
      read: ([after = 0], limit) => read(after, limit),
      after: (_place, rows) => [rows.at(-1)?.no ?? 0],
    });
    if (isRejection(page)) return { rejection: page };
    const data = page.rows.map((order) => flatOrder(order, { dialect, anonymous: false }));
    return { body: { data, next_cursor: page.next_cursor, limit: ACCOUNT_PAGE, count: data.length } };
  },
});

type ReaderScope = Pick<LiveOrderQuery, "owner" | "unit">;
type Reader = (after: number, limit: number) => Promise<readonly OrderRecord[]>;

/** Reads the owner's orders that the query names: one by its id, or the live ones. */
function readerOf(context: Context, query: OrderQuery, { owner, unit }: ReaderScope): Reader {
  const named = readNamed(context, query);
  if (named === undefined) return async () => [];
  if (query.id === undefined)
    return async (after, limit) =>
      listLiveOrders(await context.sql(), { owner, maker: makerOf(query), ...named, after, limit, unit });
  const id = parseOrderId(query.id);
  return async (after) => {
    const order = id === undefined ? undefined : await findAnyOrder(context, id, unit);
    return order?.owner === owner && order.no > after && fits(order, query) ? [order] : [];
  };
}

type NamedMarket = { readonly market?: number; readonly outcome?: Outcome };

/** Filter of the query in the exchange's numbers; `undefined` when no order can fit. */
function readNamed({ engine }: Context, { market, asset_id: tokenId }: OrderQuery): NamedMarket | undefined {
  const listed =
    market === undefined ? undefined : engine.exchange.marketByCondition.get(market.toLowerCase());
  if (market !== undefined && listed === undefined) return undefined;
  if (tokenId === undefined) return listed === undefined ? {} : { market: listed.no };
  const token = engine.exchange.tokens.get(tokenId);
  if (token === undefined || (listed !== undefined && token.market !== listed)) return undefined;
  return { market: token.market.no, outcome: token.outcome };
}

const makerOf = ({ maker_address: maker }: OrderQuery): string | undefined => maker?.toLowerCase();

const fits = (order: OrderRecord, query: OrderQuery): boolean =>
  fitsMarket(order, query) && order.maker === (makerOf(query) ?? order.maker);

const fitsMarket = (order: OrderRecord, { market, asset_id: tokenId }: OrderQuery): boolean =>
  (market === undefined || order.conditionId === market.toLowerCase()) &&
  (tokenId === undefined || order.tokenId === tokenId);
