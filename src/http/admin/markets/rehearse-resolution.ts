/** Rehearsals of a resolution: the payouts of all holders of an event or a market. They change nothing. */
import { Type } from "typebox";
import type { ResolutionRehearsal } from "../../../core/markets/resolution-rehearsal.ts";
import { rehearseEvent, rehearseMarket } from "../../../core/markets/resolution-rehearsal.ts";
import { paysAtOnce } from "../../../core/markets/lifecycle.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import { collateralText, decimalText, sharesText } from "../../../core/units.ts";
import { listEventMarkets } from "../../../store/reads/audit.ts";
import { findDescribedMarket } from "../../../store/reads/markets.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import type { NamedEvent, NamedMarket } from "../../../store/reads/audit.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { pageFields } from "../body-fields.ts";
import type { Names } from "../../values/wallets.ts";
import {
  EventParams,
  GivenWinner,
  MarketParams,
  PayoutWord,
  readEventParam,
  readMarketParam,
  readPayout,
  unknownMarket,
} from "../path-params.ts";
import { readOperation, RESOLUTIONS } from "../operation.ts";
import { MarketRehearsal, Rehearsal } from "../rehearsals.ts";

type Page = { readonly offset: number; readonly limit: number };

/** GET /events/{event}/rehearsal: the payouts if this market won. */
export const rehearseResolution = readOperation({
  path: "/events/:event/rehearsal",
  summary: "Rehearse the resolution of an event: who would get what",
  group: RESOLUTIONS,
  refuses: [
    "unknown_event",
    "unknown_market",
    "not_negative_risk",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "invalid_payout",
  ],
  params: EventParams,
  query: Type.Object({
    winner: GivenWinner,
    ...pageFields("Accounts"),
  }),
  answer: Rehearsal,
  read: async ({ context, params, query }) => {
    const event = await readEventParam(context, params.event);
    if (isRejection(event)) return event;
    const winner = await readMarketParam(context, query.winner);
    if (isRejection(winner)) return winner;
    const rows = await listEventMarkets(await context.sql(), event.id);
    const names = new Map(rows.map((market) => [market.conditionId, market]));
    const rehearsedPage = await context.engine.examine((exchange) => {
      const rehearsal = rehearseEvent(exchange, { eventId: event.id, winner });
      return isRejection(rehearsal) ? rehearsal : pickPage(exchange, rehearsal, query);
    });
    return isRejection(rehearsedPage)
      ? rehearsedPage
      : {
          ...marketDisplayName(event),
          winner,
          ...describe(rehearsedPage, { markets: names, wallets: context.names }),
        };
  },
});

/** GET /markets/{market}/rehearsal: the payouts if the market resolved like this. */
export const rehearseMarketResolution = readOperation({
  path: "/markets/:market/rehearsal",
  summary: "Rehearse the resolution of a market: who would get what",
  group: RESOLUTIONS,
  refuses: [
    "unknown_market",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "invalid_payout",
  ],
  params: MarketParams,
  query: Type.Object({
    payout: PayoutWord,
    ...pageFields("Accounts"),
  }),
  answer: MarketRehearsal,
  read: async ({ context, params, query }) => {
    const conditionId = await readMarketParam(context, params.market);
    if (isRejection(conditionId)) return conditionId;
    const found = await readFirst(async () => findDescribedMarket(await context.sql(), conditionId));
    if (found === undefined) return unknownMarket(params.market);
    const { slug, question, groupItemTitle: label = null } = found.content;
    const rehearsedPage = await context.engine.examine((exchange) => {
      const rehearsal = rehearseMarket(exchange, { conditionId, payout: readPayout(query.payout) });
      return isRejection(rehearsal) ? rehearsal : pickPage(exchange, rehearsal, query);
    });
    const markets = new Map([[conditionId, { conditionId, slug, question, label }]]);
    return isRejection(rehearsedPage)
      ? rehearsedPage
      : { conditionId, ...describe(rehearsedPage, { markets, wallets: context.names }) };
  },
});

const marketDisplayName = ({ id, slug, title }: NamedEvent) => ({ id, slug, title });

/** Copies a page of the rehearsal, without any object of the exchange. The texts are made later, between other requests. */
function pickPage(exchange: Exchange, rehearsal: ResolutionRehearsal, { offset, limit }: Page) {
  const { resolutions, accounts, ...sums } = rehearsal;
  return {
    ...sums,
    holders: accounts.length,
    markets: resolutions.map(({ market, payout }) => ({
      conditionId: market.conditionId,
      payout,
      disputed: market.proposal?.disputed ?? false,
      orders: market.open,
      paysAtOnce: paysAtOnce(exchange, market),
    })),
    accounts: accounts.slice(offset, offset + limit).map(({ account, payouts, total }) => ({
      address: account.address,
      total,
      payouts: payouts.map(({ market, lots, amount }) => ({ conditionId: market.conditionId, lots, amount })),
    })),
  };
}

type RehearsedPage = ReturnType<typeof pickPage>;

type RehearsedNames = {
  readonly markets: ReadonlyMap<string, NamedMarket>;
  readonly wallets: Pick<Names, "nameOf">;
};

function describe(page: RehearsedPage, names: RehearsedNames) {
  const { holders, orders, paid, due, remains, markets, accounts } = page;
  return {
    holders,
    orders,
    paid: collateralText(paid),
    due: collateralText(due),
    remains: decimalText(remains, 6),
    markets: lazyRows(markets, (market) => {
      const { slug = "", question = "", label = null } = names.markets.get(market.conditionId) ?? {};
      return { ...market, slug, question, label };
    }),
    accounts: lazyRows(accounts, (account) => ({
      name: names.wallets.nameOf(account.address),
      ...describeAccount(account),
    })),
  };
}

const describeAccount = ({ address, total, payouts }: RehearsedPage["accounts"][number]) => ({
  address,
  total: collateralText(total),
  payouts: payouts.map(({ conditionId, lots, amount }) => ({
    conditionId,
    shares: [sharesText(lots[0]), sharesText(lots[1])],
    amount: collateralText(amount),
  })),
});
