/** The trader's part of an event: results, positions, open orders and the conversion of shares. */
import "../../styles/account/mine.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NO_LOTS, NO_MICROS, cost, subtractMicros } from "../../../../src/core/units.ts";
import type { Position } from "../../api/generated/data.ts";
import type { Order } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import { resolutionQuery } from "../../markets/queries/market-queries.ts";
import type { Market, MarketEvent } from "../../markets/market.ts";
import type { MarketSelection } from "../../markets/use-market-selection.ts";
import { useShownPrices } from "../../markets/queries/use-shown-prices.ts";
import { NO_STATISTIC, useUnpricedTokens } from "../../markets/queries/use-unpriced.ts";
import { toLots, toMicros, readLots, toTicks } from "../../base/money.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Failure } from "../../parts/states.tsx";
import { getSignClass } from "../../parts/table.tsx";
import { useToasts } from "../../parts/toasts.tsx";
import { ordersQuery, positionsQuery, profitQuery, receivedQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import type { Trader } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { findClaims, findHeldClaims } from "./claims.ts";
import type { Claims, Payout } from "./claims.ts";
import { Conversion } from "./conversion.tsx";
import { describeProfit } from "./describe-profit.ts";
import { findWinner, listExclusive } from "./event-winner.ts";
import { getLimit, getRemaining } from "./own-mark.tsx";
import { PositionWorth } from "./position-worth.tsx";
import { useClaim } from "./use-claim.ts";

// Names of outcomes within an event: the outcome alone if the event has a single market.

type NamedPosition = { readonly conditionId: string; readonly outcome: string };

/** Returns a function that names an outcome of a market of the event, in the language of the page. */
function usePositionName({ markets }: MarketEvent): (position: NamedPosition) => string {
  const nameOf = useOutcomeName();
  return ({ conditionId, outcome }) => {
    const market = markets.find((one) => one.conditionId === conditionId);
    const name = nameOf(outcome);
    return market === undefined || markets.length === 1 ? name : `${market.name}: ${name}`;
  };
}

// The trader's open orders in an event, each with a cross that cancels it at once.

type Props = { readonly event: MarketEvent; readonly orders: readonly Order[] };

const INITIAL_ROWS = 5;

function EventOrders({ event, orders }: Props) {
  const { mine, common } = useText();
  const [all, setAll] = useState(false);
  const nameOf = useOrderName(event);
  const { cancel, error, again } = useCancel(event, nameOf);
  const latest = orders.toReversed();
  const shownOrders = all ? latest : latest.slice(0, INITIAL_ROWS);
  return (
    <>
      <h2>{mine.orders}</h2>
      {error !== null && <Failure error={error} retry={again} />}
      <ul className="mine-list">
        {shownOrders.map((order) => (
          <li key={order.id}>
            <div className="mine-what">
              <strong>{nameOf(order)}</strong>
              <FilledShares order={order} />
            </div>
            <SendButton
              className="plain"
              aria-label={mine.cancel(nameOf(order))}
              title={common.cancel}
              onClick={() => cancel(order)}
            >
              ✕
            </SendButton>
          </li>
        ))}
      </ul>
      {shownOrders.length < orders.length && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          {common.more}
        </button>
      )}
    </>
  );
}

function FilledShares({ order }: { readonly order: Order }) {
  const { mine } = useText();
  const formats = useFormats();
  const matchedShares = readLots(order.size_matched) ?? NO_LOTS;
  const of = readLots(order.original_size) ?? NO_LOTS;
  return (
    <span className="soft number">
      {matchedShares > 0
        ? mine.filled(formats.shares(matchedShares), formats.shares(of))
        : mine.waits(formats.shares(getRemaining(order)))}
      {order.expiration !== "0" && ` · ${mine.until(formats.zonedTime(Number(order.expiration) * 1000))}`}
    </span>
  );
}

/** Returns a function that describes an order in short, such as "Buy 30 Yes at 37¢". */
function useOrderName(event: MarketEvent): (order: Order) => string {
  const { common, mine } = useText();
  const formats = useFormats();
  const nameOf = usePositionName(event);
  return (order) =>
    mine.order(
      order.side === "BUY" ? common.buy : common.sell,
      formats.shares(readLots(order.original_size) ?? NO_LOTS),
      nameOf({ conditionId: order.market, outcome: order.outcome }),
      formats.cents(getLimit(order)),
    );
}

/** Cancels an order, and reports the cancellation in a message. */
function useCancel({ title }: MarketEvent, nameOf: (order: Order) => string) {
  const { mine, portfolio } = useText();
  const { say } = useToasts();
  const cancelAction = useTraderAction(
    ({ headers, once }, { id: orderID }: Order) =>
      trading("DELETE /order", { headers, once, body: { orderID } }),
    {
      onDone: ({ canceled, not_canceled: refused }, order) =>
        say({
          title,
          lines: [
            ...(canceled.length > 0 ? [mine.canceled(nameOf(order))] : []),
            ...Object.values(refused).map((why) => `${portfolio.notCanceled} ${why}`),
          ],
        }),
      aboutOf: ({ id }) => id,
    },
  );
  return { cancel: cancelAction.mutate, error: cancelAction.error, again: cancelAction.again };
}

// The trader's positions in an event, each with its current value and a button that fills the ticket.

type EventPositionsProps = {
  readonly event: MarketEvent;
  readonly chosen: MarketSelection;
  readonly positions: readonly Position[];
};

function EventPositions({ event, chosen, positions }: EventPositionsProps) {
  const { mine, common } = useText();
  const [all, setAll] = useState(false);
  // The selected market comes first: the ticket changes its position.
  const isChosen = ({ conditionId }: Position): boolean => conditionId === chosen.market.conditionId;
  const ranked = positions.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  const shownPositions = all ? ranked : ranked.slice(0, INITIAL_ROWS);
  return (
    <>
      <h2>{positions.length === 1 ? mine.position : mine.positions}</h2>
      <ul className="mine-list">
        {shownPositions.map((position) => (
          <PositionItem key={position.asset} {...{ event, chosen, position }} />
        ))}
      </ul>
      {shownPositions.length < positions.length && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          {common.more}
        </button>
      )}
    </>
  );
}

type ItemProps = Omit<EventPositionsProps, "positions"> & { readonly position: Position };

function PositionItem({ event, chosen, position }: ItemProps) {
  const { mine, common } = useText();
  const formats = useFormats();
  const { asset, outcomeIndex } = position;
  const market = event.markets.find(({ conditionId }) => conditionId === position.conditionId);
  const [live] = useShownPrices(market?.closed === false ? [asset] : []);
  const isUnpriced = useUnpricedTokens([position]).has(asset);
  const { data: balances } = useBalances();
  const size = toLots(position.size);
  const now = live ?? toTicks(position.curPrice);
  const value = cost(size, now);
  const purchaseCost = toMicros(position.initialValue);
  const profit = subtractMicros(value, purchaseCost);
  const name = usePositionName(event)(position);
  const { available } = balances?.shares.get(asset) ?? NO_SHARES;
  const outcome = outcomeIndex === 0 ? 0 : 1;
  return (
    <li>
      <div className="mine-what">
        <strong className={outcome === 0 ? "up" : "down"}>{name}</strong>
        <span className="soft number">
          {mine.held(
            formats.shares(size),
            formats.cents(toTicks(position.avgPrice)),
            isUnpriced ? NO_STATISTIC : formats.cents(now),
          )}
        </span>
      </div>
      <PositionWorth
        {...{ isUnpriced, value, profit }}
        part={purchaseCost > 0 ? profit / purchaseCost : undefined}
      />
      {market?.acceptingOrders === true && (
        <button
          type="button"
          disabled={available === 0}
          title={available === 0 ? mine.allInOrders : undefined}
          onClick={() => chosen.sell(market, outcome, available)}
        >
          {common.sell}
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
    </li>
  );
}

// Buttons that redeem the shares of one market or event, and of all resolved markets at once.

type ClaimButtonsProps = { readonly trader: Trader; readonly title: string; readonly here: Claims };

function ClaimButtons({ trader, title, here }: ClaimButtonsProps) {
  const { mine, portfolio } = useText();
  const formats = useFormats();
  const { data: positions = [] } = useQuery(positionsQuery(trader));
  const { claim, again, isBusy, error } = useClaim();
  const allClaims = findClaims(positions);
  const hasOthers =
    allClaims.due > here.due && allClaims.conditionIds.some((id) => !here.conditionIds.includes(id));
  return (
    <div className="resolved-claims">
      {here.due > 0 && (
        <SendButton
          className="primary"
          isOff={isBusy}
          onClick={() => claim({ conditionIds: here.conditionIds, title })}
        >
          {portfolio.redeem(formats.money(here.due))}
        </SendButton>
      )}
      {hasOthers && (
        <SendButton
          isOff={isBusy}
          onClick={() => claim({ conditionIds: allClaims.conditionIds, title: mine.claims })}
        >
          {mine.claimEverywhere(formats.money(allClaims.due))}
        </SendButton>
      )}
      {error !== undefined && <Failure error={error} retry={again} />}
    </div>
  );
}

// The result of a market or of its event: the winner, the money received, and a button for unclaimed money.

type BannerProps = { readonly event: MarketEvent; readonly market: Market };

/** Shows the event's result if one of the event's markets won; else the result of the selected market. */
function ResolvedBanner({ event, market }: BannerProps) {
  const winner = findWinner(event);
  return winner !== undefined && market.negativeRisk && event.markets.length > 1 ? (
    <EventResult event={event} winner={winner} />
  ) : (
    <MarketResult market={market} isOnly={event.markets.length === 1} />
  );
}

function EventResult({ event, winner }: { readonly event: MarketEvent; readonly winner: Market }) {
  const { mine } = useText();
  const decided = listExclusive(event).filter(({ closed }) => closed);
  const results = decided.map((market) => ({
    market,
    payout: market === winner ? ([1, 0] as const) : ([0, 1] as const),
  }));
  return (
    <Result title={event.title} heading={mine.result} winner={mine.won(winner.name)} isUp results={results} />
  );
}

function MarketResult({ market, isOnly }: { readonly market: Market; readonly isOnly: boolean }) {
  const { mine, markets } = useText();
  const nameOf = useOutcomeName();
  const { data } = useQuery({ ...resolutionQuery(market.conditionId), enabled: market.closed });
  const payout = data?.resolution?.payout;
  if (!market.closed || payout === undefined) return null;
  const [first, second] = payout;
  return (
    <Result
      title={market.question}
      heading={isOnly ? mine.result : mine.resolvedTo(market.name)}
      winner={first === second ? markets.rules.split : nameOf(market.outcomes[first > second ? 0 : 1].name)}
      isUp={first >= second}
      results={[{ market, payout }]}
    />
  );
}

type ResultProps = {
  readonly title: string;
  readonly heading: string;
  readonly winner: string;
  readonly isUp: boolean;
  /** The markets of the result, each with its payout. */
  readonly results: readonly { readonly market: Market; readonly payout: Payout }[];
};

function Result({ title, heading, winner, isUp, results }: ResultProps) {
  const text = useText();
  const { mine } = text;
  const formats = useFormats();
  const { trader } = useSession();
  const { data: balances } = useBalances();
  const conditionIds = results.map(({ market }) => market.conditionId);
  const { data: received = NO_MICROS } = useQuery(receivedQuery(trader, conditionIds));
  const { data: profit = null } = useQuery(profitQuery(trader, conditionIds));
  const eventClaims = findHeldClaims(results, balances);
  return (
    <section
      className={profit !== null && profit > 0 ? "panel resolved won" : "panel resolved"}
      aria-label={mine.result}
    >
      <span className={isUp ? "resolved-mark up" : "resolved-mark down"} aria-hidden="true">
        ✓
      </span>
      <div className="resolved-what">
        <p>{heading}</p>
        <p className="resolved-winner">{winner}</p>
        {profit !== null && (
          <p className={`resolved-profit ${getSignClass(profit)}`}>{describeProfit(profit, text, formats)}</p>
        )}
        {received > 0 && <p>{mine.received(formats.money(received))}</p>}
        {eventClaims.conditionIds.length > 0 && (
          <p>{eventClaims.due > 0 ? mine.due(formats.money(eventClaims.due)) : mine.lost}</p>
        )}
      </div>
      {trader !== undefined && <ClaimButtons trader={trader} title={title} here={eventClaims} />}
    </section>
  );
}

type MineProps = { readonly event: MarketEvent; readonly chosen: MarketSelection };

export function Mine({ event, chosen }: MineProps) {
  const { mine } = useText();
  const { trader } = useSession();
  const conditions = new Set(event.markets.map(({ conditionId }) => conditionId));
  const { data: allPositions = [] } = useQuery(positionsQuery(trader));
  const { data: allOrders = [] } = useQuery(ordersQuery(trader));
  const positions = allPositions.filter(({ conditionId }) => conditions.has(conditionId));
  const orders = allOrders.filter(({ market }) => conditions.has(market));
  return (
    <>
      <ResolvedBanner event={event} market={chosen.market} />
      {positions.length + orders.length > 0 && (
        <section className="panel mine" aria-label={mine.title}>
          {positions.length > 0 && <EventPositions {...{ event, chosen, positions }} />}
          {orders.length > 0 && <EventOrders event={event} orders={orders} />}
          {event.negativeRisk && <Conversion event={event} />}
        </section>
      )}
    </>
  );
}
