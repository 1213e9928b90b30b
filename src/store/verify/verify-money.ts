/**
 * Checks that money is neither made nor lost, whatever the journal says. Fills and operations of each account must add
 * up to its balance. Deposited collateral must equal the collateral of accounts and the backing of shares. The tables
 * are summed up as they are, so they must agree with the journal.
 */
import { FEE_ACCOUNT } from "../../core/ledger/fees.ts";
import { computeDebt } from "../../core/ledger/negative-risk.ts";
import { computeOpenInterest } from "../../core/ledger/open-interest.ts";
import type { BackedMarket } from "../../core/ledger/open-interest.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Exchange, Market, MarketEvent, Order } from "../../core/state.ts";
import { NO_LOTS, addLots, redemptionValue, setValue } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";
import { addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { proveSnapshot, sumOpenInterest } from "../reads/solvency.ts";
import type { Sql } from "../sql/database.ts";
import { SHORT_ROWS, streamRows } from "../sql/table-stream.ts";

export async function checkMoney(sql: Sql, exchange: Exchange, differences: Differences): Promise<void> {
  await checkCollateral(sql, differences);
  await checkShares(sql, differences);
  await checkBacking(sql, exchange, differences);
}

/** Query for both sides of all fills: the signed amounts that they moved, in the order's own token. */
const FILLS = `
  select account, trades.market, outcome, case side when 'BUY' then trades.lots else -trades.lots end as lots,
    case side when 'BUY' then -1 else 1 end * trades.lots * case outcome when 0 then price else 10000 - price end
      - fee as collateral
  from (
    select taker as no, taker_account as account, market, lots, price, taker_fee as fee from trades
    union all select maker, maker_account, market, lots, price, maker_fee from trades
  ) as trades join (select no, outcome, side from orders) as orders using (no)`;

type Sum = { account: number; has: string; moved: string };

async function checkCollateral(sql: Sql, differences: Differences): Promise<void> {
  const rows = streamRows<Sum>(sql, {
    cursor: "collateral_sums",
    page: SHORT_ROWS,
    text: `
      select no as account, accounts.collateral::text as has, coalesce(moved, 0)::text as moved
      from accounts left join (
        select account, sum(collateral) as moved from (
          select account, collateral from operations
          union all select account, collateral from (${FILLS}) as fills
          union all select accounts.no, taker_fee + maker_fee from trades cross join accounts
            where taker_fee + maker_fee > 0 and address = '${FEE_ACCOUNT}'
        ) as movements group by account
      ) as sums on account = no
      where accounts.collateral <> coalesce(moved, 0) order by no`,
  });
  for await (const { account, has, moved } of rows)
    addDifference(
      differences,
      `money: fills and operations of account ${account} sum up to ${moved}, and it has ${has}`,
    );
}

async function checkShares(sql: Sql, differences: Differences): Promise<void> {
  const rows = streamRows<Sum & { market: number; outcome: number }>(sql, {
    cursor: "share_sums",
    page: SHORT_ROWS,
    text: `
      select account, market, outcome, coalesce(lots, 0)::text as has, coalesce(moved, 0)::text as moved
      from positions full join (
        select account, market, outcome, sum(lots) as moved from (
          select account, market, outcome, lots from (${FILLS}) as fills
          union all select account, market, 0, first_lots from operations where market is not null
          union all select account, market, 1, second_lots from operations where market is not null
        ) as movements group by account, market, outcome
      ) as sums using (account, market, outcome)
      where coalesce(lots, 0) <> coalesce(moved, 0) order by account, market, outcome`,
  });
  for await (const { account, market, outcome, has, moved } of rows)
    addDifference(
      differences,
      `money: fills and operations of account ${account} sum up to ${moved} lots of outcome ${outcome} of ` +
        `market ${market}, and it has ${has}`,
    );
}

async function checkBacking(sql: Sql, { events }: Exchange, differences: Differences): Promise<void> {
  const { deposits, collateral, backing, debt, claims, markets } = await proveSnapshot(sql);
  const locked = backing - debt;
  if (deposits !== collateral + locked)
    addDifference(
      differences,
      `money: ${deposits} came in, accounts have ${collateral}, and ${locked} backs shares`,
    );
  if (claims > locked)
    addDifference(differences, `money: shares can claim ${claims}, and ${locked} backs them`);
  for (const market of markets.filter(({ equal }) => !equal))
    addDifference(
      differences,
      `money: shares of market ${market.conditionId} can claim ${market.claims}, and ${market.backing} backs them`,
    );
  const interest = sum([...events.values()].flatMap((event) => computeOpenInterest(backedMarkets(event))));
  const total = await sumOpenInterest(sql);
  if (interest !== locked || BigInt(total) !== locked)
    addDifference(
      differences,
      `money: open interest is ${interest} by market and ${total} in all, and ${locked} backs shares`,
    );
}

const backedMarkets = ({ markets, converted }: MarketEvent): BackedMarket[] =>
  markets.map(({ payout, backing, burned }) => ({ payout, backing, burned, converted }));

/**
 * Checks an exchange that was replayed from the journal alone. No decision makes an amount negative, a hold larger than
 * its amount, or shares without backing: a journal that does contradicts itself, and tables made from it are as wrong.
 */
export function checkReplayed(exchange: Exchange, differences: Differences): void {
  const accounts = [...exchange.accountByAddress.values()];
  const markets = [...exchange.marketByCondition.values()];
  const supplies = sumSupplies(accounts);
  const faults = [
    ...accounts.flatMap(listAccountFaults),
    ...[...exchange.orders.values()].flatMap(listOrderFaults),
    ...markets.flatMap((market) => listMarketFaults(market, supplies)),
    ...listTotalFaults(exchange, accounts, markets),
  ];
  for (const fault of faults) addDifference(differences, `journal: by its batches ${fault}`);
}

/** Sums up the shares of all accounts by the number of their token. */
function sumSupplies(accounts: readonly Account[]): Map<number, Lots> {
  const supplies = new Map<number, Lots>();
  for (const { positions } of accounts)
    for (const [token, { lots }] of positions)
      supplies.set(token, addLots(supplies.get(token) ?? NO_LOTS, lots));
  return supplies;
}

function listAccountFaults({ no, collateral, held, positions }: Account): string[] {
  const faults: string[] = [];
  if (collateral < 0 || held < 0 || held > collateral)
    faults.push(`account ${no} has ${collateral}, and holds ${held} of it`);
  for (const [token, position] of positions)
    if (position.lots < 0 || position.held < 0 || position.held > position.lots)
      faults.push(
        `account ${no} has ${position.lots} lots of outcome ${token & 1} of market ${token >> 1}, and holds ${position.held} of them`,
      );
  return faults;
}

const listOrderFaults = ({ no, remaining, lots }: Order): string[] =>
  remaining > 0 && remaining <= lots ? [] : [`order ${no} rests with ${remaining} of ${lots} lots`];

/**
 * Lists the faults of a market. An open market backs a set for each share of either outcome, a resolved one the
 * remaining payouts.
 */
function listMarketFaults(market: Market, supplies: ReadonlyMap<number, Lots>): string[] {
  const { no, payout, backing, burned } = market;
  const first = supplies.get(tokenNumber(market, 0)) ?? NO_LOTS;
  const second = supplies.get(tokenNumber(market, 1)) ?? NO_LOTS;
  const claims =
    payout === undefined
      ? [setValue(first), setValue(addLots(second, burned))]
      : [redemptionValue(first, payout, 0) + redemptionValue(second, payout, 1)];
  return claims.every((claim) => claim === backing)
    ? []
    : [`shares of market ${no} can claim ${claims.join(" or ")}, and ${backing} backs them`];
}

function listTotalFaults(
  { deposits, events }: Exchange,
  accounts: readonly Account[],
  markets: readonly Market[],
): string[] {
  const collateral = sum(accounts.map((account) => account.collateral));
  const backing = sum(markets.map((market) => market.backing));
  const debt = sum(Array.from(events.values(), (event) => computeDebt(event.markets, event.converted)));
  return collateral + backing - debt === BigInt(deposits)
    ? []
    : [`${deposits} came in, accounts have ${collateral}, and ${backing - debt} backs shares`];
}

const sum = (amounts: readonly (number | bigint)[]): bigint =>
  amounts.reduce<bigint>((total, amount) => total + BigInt(amount), 0n);
