/** Invariants between the read tables, as SQL statements: each selects the rows that break it, and must select none. */

/** Movements of both parties of every fill: shares at the price of the party's own token, and its fee. */
export const MOVED = `
with fills as (
  select trades.no as trade, trades.batch, trades.market, party.number as "order", trades.lots,
    case when orders.outcome = 0 then trades.price else 10000 - trades.price end as price, party.fee, party.taker
  from trades, lateral (values (trades.taker, trades.taker_fee, true), (trades.maker, trades.maker_fee, false))
    as party (number, fee, taker) join orders on orders.no = party.number
), moved as (
  select orders.account, fills.*, orders.outcome, case orders.side when 'BUY' then 1 else -1 end as sign
  from fills join orders on orders.no = fills."order"
)`;

export const SUMS: readonly (readonly [what: string, statement: string])[] = [
  [
    "I14: the fees of a day are those of its trades, less what failures gave back, where their account trades nothing itself",
    `select day from (
      select coalesce(figures.day, ledger.day) as day, coalesce(figures.fees, 0) as fees, coalesce(ledger.fees, 0) as moved
      from (select day, sum(fees) as fees from market_figures group by day) as figures full join (
        select day, sum(fees) as fees from (
          select at / 86400000 as day, taker_fee + maker_fee as fees from trades
          union all select at / 86400000, operations.collateral from operations join accounts on no = account
            where kind = 'failed-settlement' and address ~ '^0x0+fe$'
        ) as moves group by day
      ) as ledger using (day)
    ) as days where fees <> moved and not exists (
      select from orders join accounts on accounts.no = orders.account where address ~ '^0x0+fe$')`,
  ],
  [
    "I14: figures of a market are those of its trades, where no settlement failed",
    `select * from market_figures full join (
      select (trades.at / 86400000)::int as day, trades.market, count(*)::numeric as made,
        sum(lots * price) as worth, sum(trades.fee) as paid
      from (
        select trades.at, trades.market, trades.lots, taker_fee + maker_fee as fee,
          case when orders.outcome = 0 then trades.price else 10000 - trades.price end as price
        from trades join orders on orders.no = taker
      ) as trades group by 1, 2
    ) as sums using (day, market)
    where (coalesce(trades, 0), coalesce(volume, 0), coalesce(fees, 0)) <> (made, worth, paid)
      and not exists (select from operations where kind = 'failed-settlement'
        and operations.market = market and at / 86400000 = day)`,
  ],
  [
    "I14: figures of accounts add up to those of markets",
    `select day from (
      select day, trades, volume, fees from account_figures
      union all select day, -trades, -volume, -fees from market_figures
    ) as both_kinds group by day having sum(trades) <> 0 or sum(volume) <> 0 or sum(fees) <> 0`,
  ],
  [
    "I14: what accounts did in a market adds up to its figures",
    `select day, market from (
      select day, market, trades, volume, fees from market_figures
      union all select day, market, -taker_trades, -taker_volume, -fees from account_market_days
    ) as both_kinds group by day, market having sum(trades) <> 0 or sum(volume) <> 0 or sum(fees) <> 0`,
  ],
  [
    "I14: accounts that traded on a day are those of its trades",
    `select day, account from (
      select day, account, 1 as source from account_figures where fills > 0
      union select (at / 86400000)::int, taker_account, 2 from trades
      union select (at / 86400000)::int, maker_account, 2 from trades
      union select day, account, 3 from account_market_days where volume > 0
    ) as sources group by day, account having sum(source) <> 6`,
  ],
  [
    "I1: payments of accounts by day are those of the ledger, and all accounts were opened once",
    `select account from (
      select account, opened, deposits, withdrawals from account_figures
      union all select no, -1, 0, 0 from accounts
      union all select account, 0, -greatest(operations.collateral, 0), least(operations.collateral, 0)
        from operations where kind in ('deposit', 'withdrawal', 'debit')
    ) as both_kinds group by account having sum(opened) <> 0 or sum(deposits) <> 0 or sum(withdrawals) <> 0`,
  ],
  [
    "I12: the journal has no gaps, and every batch is later than the one before",
    `select seq from (select seq, at, lag(seq, 1, 0::bigint) over (order by seq) as previous,
      lag(at, 1, 0::bigint) over (order by seq) as earlier from journal) as row where seq <> previous + 1 or at < earlier`,
  ],
  [
    "I1: all that accounts have is what was deposited, less what backs shares, and what conversions paid ahead",
    `select * from (select (select sum(collateral) from accounts) + (select sum(backing) from market_states)
      - 10000 * (coalesce((select sum(burned) from market_states where payout is null or payout[1] > 0), 0)
        - coalesce((select sum(converted) from event_states), 0)) as there,
      (select sum(collateral) from operations where kind in ('deposit', 'withdrawal', 'debit')) as deposited) as row
      where there <> deposited`,
  ],
  [
    "I10, I14: collateral is the sum of what operations and fills moved, with the fees",
    `select no from accounts where collateral <> coalesce((select sum(collateral) from operations where account = no), 0)
      - coalesce((select sum(sign * lots * price + fee) from moved where moved.account = no), 0)
      + case when address ~ '^0x0+fe$' then (select coalesce(sum(taker_fee + maker_fee), 0) from trades) else 0 end`,
  ],
  [
    "I14: shares are the sum of what operations and fills moved",
    `select account, market, outcome from positions where lots <>
      coalesce((select sum(case outcome when 0 then first_lots else second_lots end) from operations
        where operations.account = positions.account and operations.market = positions.market), 0)
      + coalesce((select sum(sign * lots) from moved where moved.account = positions.account
        and moved.market = positions.market and moved.outcome = positions.outcome), 0)`,
  ],
  [
    "I14: an account's volume is the sum of its fills at its own prices",
    `select no from accounts where volume <> least(9007199254740991,
      coalesce((select sum(lots * price) from moved where moved.account = no), 0))`,
  ],
  [
    "I14: an account's profit is that of its positions",
    `select no from accounts where realized <> (select coalesce(sum(realized), 0) from positions where account = no)
      and abs(realized) < 9007199254740991`,
  ],
  [
    "I14: profit is the money that came in and what shares cost that are left, but for rounded averages",
    `select no from accounts where no not in (select account from operations where kind in ('conversion', 'failed-settlement'))
      and abs(realized) < 9007199254740991 and abs(realized
        - coalesce((select sum(collateral) from operations
          where account = no and kind in ('split', 'merge', 'redemption')), 0)
        + coalesce((select sum(sign * lots * price) from moved where moved.account = no), 0)
        - coalesce((select sum(lots * average / 100.0) from positions where account = no), 0))
      > coalesce((select sum((bought / 100.0 + 2)
          * (1 + (select count(*) from moved where moved.account = no and moved.market = positions.market)
            + (select count(*) from operations where operations.account = no and operations.market = positions.market)))
        from positions where account = no), 0)`,
  ],
  [
    "I2, I3, I14: holders' shares are what the backing is for",
    `select market from market_states where backing <> (select coalesce(sum(case
        when payout is null then case outcome when 0 then lots * 10000 else 0 end
        else lots * payout[outcome + 1] * (10000 / (payout[1] + payout[2])) end), 0)
      from positions where positions.market = market_states.market)`,
  ],
  [
    "I14: a market's volume is the sum of its fills at the incoming orders' prices",
    `select market from market_states where volume <> least(9007199254740991, (select coalesce(sum(lots * price), 0)
      from moved where moved.market = market_states.market and taker))`,
  ],
  [
    "I15: what an order filled is the sum of its fills, and only live ones are not over",
    `select no from orders where filled <> (select coalesce(sum(lots), 0) from moved where moved."order" = orders.no)
      or (filled = lots) <> (status = 'matched')`,
  ],
  [
    "I7: live orders are of open markets and of owners that are not banned",
    `select orders.no from orders join accounts on accounts.no = account join market_states using (market)
      where orders.status = 'live' and (market_states.status not in ('active', 'paused')
        or owner in (select address from bans))`,
  ],
];
