/** The whole state as lines of text, from the exchange and from its reference, to be compared. */
import { countAhead, countEachAhead } from "../../src/core/orders/book.ts";
import { sumLiquidity } from "../../src/core/ledger/liquidity.ts";
import type { Account, Exchange, Market } from "../../src/core/state.ts";
import { termsText } from "./outcome.ts";
import { backing, liquidity, needOf } from "./reference-figures.ts";
import { ONE } from "./reference-state.ts";
import type { Reference, RefOrder, RefWallet } from "./reference-state.ts";

/** Lists deposits and bans, then wallets, events, markets and open orders. */
export function viewExchange(exchange: Exchange): string[] {
  const lines = [
    `deposits ${exchange.deposits}, ${exchange.mode}, banned ${[...exchange.bans].sort().join(" ")}`,
  ];
  const groups: string[] = [];
  const tokens = exchange.markets.flatMap((market) =>
    market === undefined ? [] : market.tokenIds.map((id, outcome) => ({ id, no: market.no * 2 + outcome })),
  );
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    const positions = tokens.map(({ id, no }) => {
      const position = account.positions.get(no);
      return position === undefined ? "" : positionText(id, position);
    });
    lines.push(walletText(account) + positions.join(""));
  }
  for (const { id, used, revoked } of exchange.invites.values())
    lines.push(`invite ${id} ${[...used.keys()].join(" ")}${revoked === undefined ? "" : " revoked"}`);
  for (const owned of exchange.orderGroups.values())
    for (const { owner, name, ...terms } of owned.values()) groups.push(groupText(owner, name, terms));
  lines.push(...groups.sort());
  for (const { id, converted } of exchange.events.values()) lines.push(`event ${id} converted ${converted}`);
  for (const market of exchange.markets) if (market !== undefined) lines.push(marketText(market));
  const orders = [...exchange.orders.values()].sort((a, b) => a.no - b.no);
  for (const order of orders) {
    const { no, id, remaining, priority, group } = order;
    const counts = [countAhead(order), ...countEachAhead(order.market.book, [order])];
    const [one, other] = counts.map(({ orders: count, lots }) => `${count} ${lots}`);
    const behind = one === other ? one : counts;
    lines.push(`order ${no} ${id} ${remaining} ${priority} of ${group?.name} behind ${behind}`);
  }
  return lines;
}

type GroupTerms = { readonly limit: number; readonly windowMs: number; readonly isStopped: boolean };

const groupText = (owner: string, name: string, { limit, windowMs, isStopped }: GroupTerms): string =>
  `group ${owner} ${name} ${limit} in ${windowMs}${isStopped ? " stopped" : ""}`;

type WalletFigures = Pick<Account, "address"> & {
  readonly [Key in "collateral" | "held" | "volume" | "realized"]: number | bigint;
};

const walletText = ({ address, collateral, held, volume, realized }: WalletFigures): string =>
  `wallet ${address}: ${collateral} held ${held} volume ${volume} realized ${realized}`;

type PositionFigures = {
  readonly [Key in "lots" | "held" | "average" | "bought" | "realized" | "changedAt"]: number | bigint;
};

const positionText = (token: string, position: PositionFigures): string => {
  const { lots, held, average, bought, realized, changedAt } = position;
  if (changedAt === 0) return "";
  return `, ${lots} ${token} held ${held} average ${average} bought ${bought} realized ${realized} at ${changedAt}`;
};

function marketText(market: Market): string {
  const { lastTrade, recorded, proposal } = market;
  const traded = lastTrade === undefined ? undefined : `${lastTrade.side} ${lastTrade.price}`;
  return (
    `market ${market.conditionId} ${market.status} ${termsText({ ...market, minimum: market.minimumLots })} ` +
    `proposal ${proposal?.payout.join("/")} ${proposal?.disputed} resolved ${market.resolvedAt} redeemed ${market.redeemed} ` +
    `burned ${market.burned} backing ${market.backing} traded ${traded} volume ${market.volume} ` +
    `liquidity ${sumLiquidity(market)} recorded ${recorded?.midpoint} in ${recorded?.minute}`
  );
}

/** Needs of resting orders, by wallet and token or "cash". */
function heldByWallet(reference: Reference): Map<string, number> {
  const held = new Map<string, number>();
  for (const order of reference.orders) {
    const { wallet, side, token, remaining } = order;
    const key = `${wallet.address} ${side === "BUY" ? "cash" : token}`;
    held.set(key, (held.get(key) ?? 0) + (side === "BUY" ? needOf(order) : remaining));
  }
  return held;
}

export function viewReference(reference: Reference): string[] {
  const lines = [
    `deposits ${reference.deposits}, ${reference.mode}, banned ${[...reference.banned].sort().join(" ")}`,
  ];
  const held = heldByWallet(reference);
  for (const wallet of reference.wallets) lines.push(refWalletText(reference, wallet, held));
  for (const { id, used, revoked } of reference.invites)
    lines.push(`invite ${id} ${used.join(" ")}${revoked ? " revoked" : ""}`);
  lines.push(...reference.groups.map(({ owner, name, ...terms }) => groupText(owner, name, terms)).sort());
  for (const { id, converted } of reference.events) lines.push(`event ${id} converted ${converted}`);
  for (const market of reference.markets) {
    const { condition, status, lastTrade, recorded, proposal } = market;
    lines.push(
      `market ${condition} ${status} ${termsText(market)} ` +
        `proposal ${proposal?.payout.join("/")} ${proposal?.disputed} resolved ${market.resolvedAt} redeemed ${market.redeemed} ` +
        `burned ${market.burned} backing ${backing(reference, market)} traded ${lastTrade} volume ${market.volume} ` +
        `liquidity ${liquidity(reference, market)} recorded ${recorded?.midpoint} in ${recorded?.minute}`,
    );
  }
  const queues = queuesOf(reference);
  for (const order of reference.orders) {
    const { no, id, remaining, place, group } = order;
    const ahead = queues.get(queueName(order))!.filter((other) => other.place < place);
    const lots = ahead.reduce((sum, other) => sum + other.remaining, 0);
    lines.push(`order ${no} ${id} ${remaining} ${place} of ${group?.name} behind ${ahead.length} ${lots}`);
  }
  return lines;
}

/** Names the orders that wait at one price of a market: those for the second token count as their mirror. */
function queueName({ market, token, limit }: RefOrder): string {
  return `${market.condition} ${token === market.tokens[0] ? limit : ONE - limit}`;
}

const queuesOf = ({ orders }: Reference): Map<string, RefOrder[]> => Map.groupBy(orders, queueName);

function refWalletText(reference: Reference, wallet: RefWallet, held: ReadonlyMap<string, number>): string {
  const of = (what: string): number => held.get(`${wallet.address} ${what}`) ?? 0;
  const { address, cash: collateral, volume, realized } = wallet;
  const positions = reference.markets.flatMap(({ tokens }) =>
    tokens.map((token) => {
      const position = wallet.positions.get(token);
      return position === undefined ? "" : positionText(token, { ...position, held: of(token) });
    }),
  );
  return walletText({ address, collateral, held: of("cash"), volume, realized }) + positions.join("");
}
