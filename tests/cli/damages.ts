/** Damages of a database with a history, and the words with which verification reports each. */

/** A damage: its name, the statements that cause it, and the report of verification. */
export type Damage = readonly [what: string, statements: readonly string[], says: RegExp];

const FREE_JOURNAL = "alter table journal drop constraint journal_previous_fkey";
/** Condition for the first order that meets another one. */
const first = (where: string): string => `no = (select min(no) from orders where ${where})`;

export const JOURNAL_DAMAGES: readonly Damage[] = [
  [
    "a flipped byte in a batch's events",
    [`update journal set events = overlay(events placing '~' from 40) where seq = 7`],
    /journal: batch 7 does not have the hash of its content/,
  ],
  [
    "a flipped bit in a hash",
    ["update journal set hash = set_bit(hash, 100, 1 - get_bit(hash, 100)) where seq = 9"],
    /journal: batch 9 does not have the hash of its content/,
  ],
  [
    "a flipped bit in the last hash",
    [
      "update journal set hash = set_bit(hash, 0, 1 - get_bit(hash, 0)) where seq = (select max(seq) from journal)",
    ],
    /journal: batch \d+ does not have the hash of its content/,
  ],
  [
    "a changed time",
    ["update journal set at = at + 1 where seq = 5"],
    /journal: batch 5 does not have the hash of its content/,
  ],
  [
    "a time that steps back",
    ["update journal set at = at - 100000000 where seq = 6"],
    /journal: batch 6 is of \d+, before batch 5 of \d+/,
  ],
  [
    "a deleted batch",
    [FREE_JOURNAL, "delete from journal where seq = 8"],
    /journal: batch 8 is missing, batch 9 comes next/,
  ],
  [
    "a deleted first batch",
    [FREE_JOURNAL, "delete from journal where seq = 1"],
    /journal: batch 1 is missing/,
  ],
  [
    "a journal that ends early",
    ["delete from journal where seq = (select max(seq) from journal)"],
    /audit entry \d of batch \d+: it is in the table, and not in the journal/,
  ],
  [
    "a batch that was added",
    [`insert into journal select seq + 1, seq, at, '[]', hash from journal order by seq desc limit 1`],
    /journal: batch \d+ does not have the hash of its content/,
  ],
];

const LAST_REQUEST = "(select max(batch) from requests)";

export const TABLE_DAMAGES: readonly Damage[] = [
  [
    "a request that is not remembered",
    [
      `delete from requests where batch = ${LAST_REQUEST} and place = (select max(place) from requests where batch = ${LAST_REQUEST})`,
    ],
    /request \d+ of batch \d+: it is not in the table/,
  ],
  [
    "a request that was never carried out",
    [
      `insert into requests select 1, 99, at, age, caller, null, content, content, result from requests limit 1`,
    ],
    /request 99 of batch 1: it is in the table, and not in the journal/,
  ],
  [
    "another answer to a request",
    [`update requests set result = '{}' where (batch, place) = (select batch, place from requests limit 1)`],
    /request \d+ of batch \d+: result is "{}", by the journal "{\\"told of\\":\d+}"/,
  ],
  [
    "another key of a request",
    [
      `update requests set key = content where (batch, place) = (select batch, place from requests where key is not null limit 1)`,
    ],
    /request \d+ of batch \d+: key is "[0-9a-f]{64}", by the journal "[0-9a-f]{64}"/,
  ],
  [
    "a request that is remembered for longer",
    [`update requests set age = age + 1 where (batch, place) = (select batch, place from requests limit 1)`],
    /request \d+ of batch \d+: age is \d+, by the journal \d+/,
  ],
  [
    "a changed balance",
    ["update accounts set collateral = collateral + 1 where no = 2"],
    /account 2: collateral is \d+, by the journal \d+/,
  ],
  [
    "a changed hold",
    ["update accounts set held = held + 1 where no = 1"],
    /account 1: held is \d+, by the journal \d+/,
  ],
  [
    "an account's other owner",
    ["update accounts set owner = 'x' where no = 3"],
    /account 3: owner is "x", by the journal "0x/,
  ],
  ["a missing account", ["delete from accounts where no = 4"], /account 4: it is not in the table/],
  [
    "an account too many",
    ["insert into accounts values (99, 'x', 'x', 5, 0)"],
    /account 99: it is in the table, and not in the journal/,
  ],
  [
    "a changed position",
    ["update positions set lots = lots + 1 where ctid = (select ctid from positions where lots > 0 limit 1)"],
    /position of account \d in outcome \d of market \d: lots is \d+, by the journal \d+/,
  ],
  [
    "a missing position",
    ["delete from positions where ctid = (select ctid from positions where lots > 0 limit 1)"],
    /position of account \d in outcome \d of market \d: it is not in the table/,
  ],
  [
    "a position too many",
    ["insert into positions values (1, 4, 0, 7, 0)"],
    /position of account 1 in outcome 0 of market 4: lots is 7, by the journal 0/,
  ],
  [
    "a changed limit",
    ["update orders set limit_price = limit_price + 1 where no = 3"],
    /order 3: limit_price is \d+, by the journal \d+/,
  ],
  [
    "a changed id",
    ["update orders set id = set_bit(id, 5, 1 - get_bit(id, 5)) where no = 3"],
    /order 3: id is /,
  ],
  [
    "a live order that the table calls cancelled",
    [`update orders set status = 'canceled', reason = 'by-owner' where ${first("status = 'live'")}`],
    /order \d+: status is "canceled", by the journal "live"/,
  ],
  [
    "a cancelled order that the table calls live",
    [`update orders set status = 'live', reason = null where ${first("reason = 'by-owner'")}`],
    /order \d+: status is "live", by the journal "canceled"/,
  ],
  [
    "another reason",
    [`update orders set reason = 'by-owner' where ${first("reason = 'expired'")}`],
    /order \d+: reason is "by-owner", by the journal "expired"/,
  ],
  [
    "a changed fill of a matched order",
    [`update orders set filled = filled - 1 where ${first("status = 'matched'")}`],
    /order \d+: filled is \d+, by the journal \d+/,
  ],
  [
    "a changed builder",
    [`update orders set builder = null where ${first("builder is not null")}`],
    /order \d+: builder is absent/,
  ],
  [
    "a changed time of an order",
    ["update orders set updated_at = updated_at + 1 where no = 2"],
    /order 2: updated_at is/,
  ],
  ["a missing order", ["delete from orders where no = 5"], /order 5: it is not in the table/],
  [
    "a missing last order",
    ["delete from orders where no = (select max(no) from orders)"],
    /order \d+: it is not in the table/,
  ],
  [
    "an order too many",
    [
      "insert into orders select 100000, decode(repeat('ab', 32), 'hex'), account, market, outcome, side, kind, post_only, limit_price, lots, 0, 'canceled', 'by-owner', 0, placed_at, updated_at, api_key, builder from orders where no = 1",
    ],
    /order 100000: it is in the table, and not in the journal/,
  ],
  [
    "a changed trade",
    ["update trades set lots = lots + 1 where no = 4"],
    /trade 4: lots is \d+, by the journal \d+/,
  ],
  [
    "another party of a trade",
    ["update trades set maker_account = 99 where no = 4"],
    /trade 4: maker_account is 99/,
  ],
  ["a missing trade", ["delete from trades where no = 6"], /trade 6: it is not in the table/],
  [
    "a trade too many",
    [
      "insert into trades select 100000, batch, at, market, taker, maker, taker_account, maker_account, lots, price from trades where no = 1",
    ],
    /trade 100000: it is in the table, and not in the journal/,
  ],
  [
    "a changed market status",
    ["update market_states set status = 'paused' where market = 1"],
    /state of market 1: status is "paused", by the journal "active"/,
  ],
  [
    "a changed backing",
    ["update market_states set backing = backing + 1 where market = 2"],
    /state of market 2: backing is/,
  ],
  [
    "another payout",
    ["update market_states set payout = '{0,1}' where market = 3"],
    /state of market 3: payout is "0, 1", by the journal "1, 0"/,
  ],
  [
    "another opening",
    ["update market_states set opened_at = 1 where market = 4"],
    /state of market 4: opened_at is 1/,
  ],
  [
    "a changed price record",
    [
      "update price_history set midpoint = midpoint - 1 where (market, minute) = (select market, minute from price_history limit 1)",
    ],
    /price of market \d in minute \d+: midpoint is/,
  ],
  [
    "a missing price record",
    [
      "delete from price_history where (market, minute) = (select market, minute from price_history order by minute desc limit 1)",
    ],
    /price of market \d in minute \d+: it is not in the table/,
  ],
  [
    "a price record too many",
    ["insert into price_history values (4, 1, 100)"],
    /price of market 4 in minute 1: it is in the table/,
  ],
  [
    "a changed description",
    [`update events set content = jsonb_set(content, '{title}', '"Other"') where id = 7`],
    /event 7: content is not what was listed/,
  ],
  [
    "a changed market",
    [`update markets set content = jsonb_set(content, '{question}', '"Other?"') where no = 1`],
    /market 1: content is not what was listed/,
  ],
  ["a changed catalog id", ["update markets set id = 5 where no = 1"], /market 1: id is "5"/],
  ["a changed token", ["update markets set token_ids[2] = '5' where no = 1"], /market 1: token_ids is/],
];

export const CATALOG_DAMAGES: readonly Damage[] = [
  [
    "a changed flag of an event",
    ["update event_entries set closed = true where event = 7"],
    /entry of event 7: closed is true, by the journal false/,
  ],
  [
    "a changed flag of a market",
    ["update market_entries set active = false where market = 1"],
    /entry of market 1: active is false, by the journal true/,
  ],
  [
    "a changed key of an event",
    ["update event_entries set start_date = '2020' where event = 7"],
    /entry of event 7: start_date is "2020"/,
  ],
  [
    "a missing entry",
    ["delete from market_entries where market = 2"],
    /entry of market 2: it is not in the table/,
  ],
  [
    "words that an event does not have",
    ["update event_entries set words = words || 'other'::tsvector where event = 8"],
    /entry of event 8: words is/,
  ],
  [
    "a changed count of a tag",
    ["update tags set event_count = event_count + 1 where id = 5"],
    /tag 5: event_count is "3", by the journal "2"/,
  ],
  [
    "a changed tag",
    [`update tags set content = jsonb_set(content, '{label}', '"Other"') where id = 5`],
    /tag 5: content is not what was listed/,
  ],
  ["a missing series", ["delete from series where id = 3"], /series 3: it is not in the table/],
  ["a missing word", ["delete from search_words where word = 'rain'"], /word rain: it is not in the table/],
  ["a word too many", ["insert into search_words values ('sleet')"], /word sleet: it is of no public event/],
  [
    "a changed best bid",
    ["update market_states set best_bid = 1, volume = volume + 5 where market = 1"],
    /state of market 1: best_bid is 1/,
  ],
  [
    "a changed liquidity",
    ["update event_figures set liquidity = liquidity + 1 where event = 7"],
    /figures of event 7: liquidity is \d+, by the journal \d+/,
  ],
  [
    "missing figures",
    ["delete from event_figures where event = 8"],
    /figures of event 8: they are not in the table/,
  ],
  [
    "a changed volume of an hour",
    ["update market_volumes set volume = volume + 1 where ctid = (select ctid from market_volumes limit 1)"],
    /volume of market \d in hour \d+: volume is \d+, by the journal \d+/,
  ],
];

/** Condition for a single row, whichever comes first. */
export const one = (table: string, where = "true"): string =>
  `ctid = (select ctid from ${table} where ${where} limit 1)`;

/** Makes the damage of a column that is one more in one row of a table. */
export const more = (table: string, column: string, says: RegExp): Damage => [
  `a changed ${column} in ${table}`,
  [`update ${table} set ${column} = ${column} + 1 where ${one(table, `${column} > 0`)}`],
  says,
];

const OPERATION = "operation \\d+(\\.\\d+)? of batch \\d+";
const POSITION = "position of account \\d in outcome \\d of market \\d";

/** Damages of positions, operations and decisions. */
export const HISTORY_DAMAGES: readonly Damage[] = [
  ...["volume", "realized"].map((column) =>
    more("accounts", column, new RegExp(`account \\d: ${column} is \\d+, by the journal \\d+`)),
  ),
  ...[
    ["average", "average"],
    ["bought", "bought"],
    ["realized", "realized"],
    ["changed_at", "changedAt"],
  ].map(([column, name]) =>
    more("positions", column!, new RegExp(`${POSITION}: ${name} is \\d+, by the journal \\d+`)),
  ),
  [
    "a missing position without shares",
    [`delete from positions where ${one("positions", "lots = 0 and bought > 0")}`],
    new RegExp(`${POSITION}: it is not in the table`),
  ],
  ...["burned", "redeemed", "resolved_at", "fee_rate", "fee_exponent"].map((column) =>
    more("market_states", column, new RegExp(`state of market \\d+: ${column} is \\d+, by the journal \\d+`)),
  ),
  [
    "another proposal",
    [`update market_states set proposed_payout = '{1,0}' where ${one("market_states", "disputed")}`],
    /state of market \d: proposed_payout is "1, 0", by the journal "0, 1"/,
  ],
  [
    "a dispute that is forgotten",
    [`update market_states set disputed = false where ${one("market_states", "disputed")}`],
    /state of market \d: disputed is false, by the journal true/,
  ],
  [
    "fees that resting orders do not pay",
    ["update market_states set fee_taker_only = true where market = 5"],
    /state of market 5: fee_taker_only is true, by the journal false/,
  ],
  [
    "another setting of redemption",
    ["update market_states set auto_redeem = null where market = 1"],
    /state of market 1: auto_redeem is absent, by the journal false/,
  ],
  ...["taker_fee", "maker_fee"].map((column) =>
    more("trades", column, new RegExp(`trade \\d+: ${column} is \\d+, by the journal \\d+`)),
  ),
  more("event_states", "converted", /state of event 9: converted is \d+, by the journal \d+/),
  ["a missing state of an event", ["delete from event_states"], /state of event 9: it is not in the table/],
  [
    "a state of an event too many",
    ["insert into event_states values (7, 5)"],
    /state of event 7: it is in the table, and not in the journal/,
  ],
  ...["collateral", "first_lots", "second_lots"].map((column) =>
    more("operations", column, new RegExp(`${OPERATION}: ${column} is \\d+, by the journal \\d+`)),
  ),
  [
    "another kind of operation",
    ["update operations set kind = 'debit' where kind = 'withdrawal'"],
    new RegExp(`${OPERATION}: kind is "debit", by the journal "withdrawal"`),
  ],
  [
    "an operation of another account",
    ["update operations set account = 99 where kind = 'debit'"],
    new RegExp(`${OPERATION}: account is 99`),
  ],
  [
    "a missing leg of a conversion",
    [`delete from operations where ${one("operations", "leg = 2")}`],
    /operation \d+\.2 of batch \d+: it is not in the table/,
  ],
  [
    "an operation too many",
    ["insert into operations values (300, 0, 1, 5, 1, 'deposit', null, 5, 0, 0)"],
    /operation 0\.1 of batch 300: it is in the table, and not in the journal/,
  ],
  [
    "an operation after the last batch",
    ["insert into operations values (9999, 0, 0, 5, 1, 'deposit', null, 5, 0, 0)"],
    /operation 0 of batch 9999: it is in the table, and not in the journal/,
  ],
  ...(
    [
      ["account_days", "", "(20000, 2, 0, 0)"],
      ["account_market_days", " in market \\d", "(20000, 2, 1, 0, 0, 0, 0, 0)"],
    ] as const
  ).flatMap(([table, place, row]): Damage[] => [
    more(table, "volume", new RegExp(`account \\d${place} on day \\d+: volume is \\d+`)),
    more(table, "realized", new RegExp(`account \\d${place} on day \\d+: realized is \\d+`)),
    [
      `a missing row of ${table}`,
      [`delete from ${table} where ${one(table, "account = 2")}`],
      new RegExp(`sums of account 2${place} on day \\d+: it is not in the table`),
    ],
    [
      `a row of ${table} too many`,
      [`insert into ${table} values ${row}`],
      new RegExp(`sums of account 2${place} on day 20000: it is in the table, and not in the journal`),
    ],
  ]),
  more("builder_volumes", "volume", /volume of builder [0-9a-f]{64} on day \d+: volume is \d+/),
  [
    "a missing volume of a builder",
    [`delete from builder_volumes where ${one("builder_volumes")}`],
    /volume of builder [0-9a-f]{64} on day \d+: it is not in the table/,
  ],
  ["a missing ban", ["delete from bans"], /ban of 0x[0-9a-f]{40}: it is not in the table/],
  [
    "a ban too many",
    ["insert into bans values ('0xee', 5)"],
    /ban of 0xee: it is in the table, and not in the journal/,
  ],
  [
    "a changed time of a ban",
    ["update bans set at = 5"],
    /ban of 0x[0-9a-f]{40}: at is 5, by the journal \d+/,
  ],
  ...["operator", "action", "subject", "reason"].map((column): Damage => [
    `another ${column} in the audit log`,
    [`update audit set ${column} = 'other' where ${one("audit")}`],
    new RegExp(`audit entry \\d+ of batch \\d+: ${column} is "other"`),
  ]),
  [
    "changed details in the audit log",
    [`update audit set details = '{"a":1}' where ${one("audit")}`],
    /audit entry \d+ of batch \d+: details is "\{\\"a\\":1\}"/,
  ],
  [
    "a missing entry of the audit log",
    [`delete from audit where ${one("audit")}`],
    /audit entry \d+ of batch \d+: it is not in the table/,
  ],
  [
    "an entry of the audit log too many",
    ["insert into audit values (9999, 0, 5, 'eve', 'ban', '0xee', '', '{}')"],
    /audit entry 0 of batch 9999: it is in the table, and not in the journal/,
  ],
  [
    "other evidence of a resolution",
    [`update resolution_steps set evidence = 'none' where ${one("resolution_steps", "step = 'proposed'")}`],
    /resolution step \d+ of batch \d+: evidence is "none", by the journal "/,
  ],
  [
    "another payout in the steps of a resolution",
    [`update resolution_steps set payout = '{1,1}' where ${one("resolution_steps", "payout = '{1,0}'")}`],
    /resolution step \d+ of batch \d+: payout is "1, 1", by the journal "1, 0"/,
  ],
  [
    "a missing step of a resolution",
    [`delete from resolution_steps where ${one("resolution_steps", "step = 'undone'")}`],
    /resolution step \d+ of batch \d+: it is not in the table/,
  ],
  [
    "a step of a resolution too many",
    ["insert into resolution_steps values (1, 0, 5, 1, 'undone', null, null, null)"],
    /resolution step 0 of batch 1: it is in the table, and not in the journal/,
  ],
];

/** Damages that only sums show, while each row agrees with the journal. */
export const MONEY_DAMAGES: readonly Damage[] = [
  [
    "collateral that nothing explains",
    ["update accounts set collateral = collateral + 1 where no = 2"],
    /^money: fills and operations of account 2 sum up to \d+, and it has \d+\nmoney: \d+ came in, accounts have \d+, and \d+ backs shares$/,
  ],
  [
    "a fee that nobody got",
    [`update trades set taker_fee = taker_fee + 1 where ${one("trades")}`],
    /^money: [^\n]+ of account \d [^\n]+\nmoney: fills and operations of account 5 sum up to \d+, and it has \d+$/,
  ],
  [
    "shares that nothing explains",
    [
      `update positions set lots = lots + 1 where ${one("positions", "market = 1 and outcome = 0 and lots > 0")}`,
    ],
    /^money: fills and operations of account \d sum up to \d+ lots of outcome 0 of market 1, and it has \d+\nmoney: shares can claim \d+, and \d+ backs them\nmoney: shares of market 0x[0-9a-f]{64} can claim \d+, and \d+ backs them$/,
  ],
  [
    "backing that nothing explains",
    ["update market_states set backing = backing - 1 where market = 1"],
    /^money: \d+ came in, accounts have \d+, and \d+ backs shares$/m,
  ],
  [
    "a conversion that was counted twice",
    ["update event_states set converted = converted * 2"],
    /^money: \d+ came in, accounts have \d+, and \d+ backs shares$/m,
  ],
];
