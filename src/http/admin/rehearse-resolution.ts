/** GET /events/{event}/rehearsal: the payouts that everyone would get if this market won. It changes nothing. */
import { Type } from "typebox";
import type { AccountRehearsal, EventRehearsal } from "../../core/event-rehearsal.ts";
import { rehearseEvent } from "../../core/event-rehearsal.ts";
import { paysAtOnce } from "../../core/lifecycle.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { collateralText, decimalText, sharesText } from "../../core/units.ts";
import { listEventMarkets } from "../../store/reads/operator-events.ts";
import type { NamedEvent, NamedMarket } from "../../store/reads/operator-events.ts";
import { pageLimit } from "../page-limit.ts";
import { EventParams, GivenWinner, readEventTerm } from "./event-term.ts";
import { RESOLUTIONS } from "./groups.ts";
import { readMarketTerm } from "./market-term.ts";
import { operation } from "./operation.ts";
import { Rehearsal } from "./rehearsal-answer.ts";

type Page = { readonly offset: number; readonly limit: number };

export const rehearseResolution = operation({
  method: "GET",
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
    limit: pageLimit({ default: 100, maximum: 1000 }),
    offset: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1_000_000,
      description: "Accounts to leave out",
    }),
  }),
  answer: Rehearsal,
  handle: async ({ context, params, query }) => {
    const event = await readEventTerm(context, params.event);
    if (isRejection(event)) return { rejection: event };
    const winner = await readMarketTerm(context, query.winner);
    if (isRejection(winner)) return { rejection: winner };
    const rows = await listEventMarkets(await context.sql(), event.id);
    const names = new Map(rows.map((market) => [market.conditionId, market]));
    const rehearsed = await context.engine.examine((exchange) => {
      const rehearsal = rehearseEvent(exchange, { eventId: event.id, winner });
      return isRejection(rehearsal) ? rehearsal : describe(exchange, rehearsal, { names, page: query });
    });
    return isRejection(rehearsed)
      ? { rejection: rehearsed }
      : { body: { ...nameOf(event), winner, ...rehearsed } };
  },
});

const nameOf = ({ id, slug, title }: NamedEvent) => ({ id, slug, title });

type Told = { readonly names: ReadonlyMap<string, NamedMarket>; readonly page: Page };

function describe(exchange: Exchange, rehearsal: EventRehearsal, { names, page }: Told) {
  const { resolutions, accounts, paid, due, orders, remains } = rehearsal;
  return {
    holders: accounts.length,
    orders,
    paid: collateralText(paid),
    due: collateralText(due),
    remains: decimalText(remains, 6),
    markets: resolutions.map(({ market, payout }) => {
      const { conditionId, proposal, open } = market;
      const { slug = "", question = "", label = null } = names.get(conditionId) ?? {};
      const disputed = proposal?.disputed ?? false;
      const told = { conditionId, slug, question, label, payout, disputed, orders: open };
      return { ...told, paysAtOnce: paysAtOnce(exchange, market) };
    }),
    accounts: accounts.slice(page.offset, page.offset + page.limit).map(describeAccount),
  };
}

const describeAccount = ({ account, payouts, total }: AccountRehearsal) => ({
  address: account.address,
  total: collateralText(total),
  payouts: payouts.map(({ market, lots, amount }) => ({
    conditionId: market.conditionId,
    shares: [sharesText(lots[0]), sharesText(lots[1])],
    amount: collateralText(amount),
  })),
});
