/**
 * Dictionary of the exported data: each table with its columns, and the type, unit and meaning of each. The files of an
 * export, `manifest.json` and docs/data/dictionary.md are made from it.
 */

/** Version of the dictionary. It rises when a column goes, or changes its type or meaning; new columns leave it. */
export const SCHEMA_VERSION = 1;

/** Type of a value in each format and in the programs of analysts. */
type KindRow = {
  readonly type: string;
  readonly unit?: string;
  readonly zone?: "UTC";
  /** Decimal places, of decimals. */
  readonly decimals?: number;
  /** Type in pandas that reads CSV exactly. */
  readonly pandas: string;
  readonly duckdb: string;
  readonly parquet: string;
};

const decimal = (decimals: number, unit: string) => ({
  type: "decimal",
  unit,
  decimals,
  pandas: "string",
  duckdb: `DECIMAL(18,${decimals})`,
  parquet: `DECIMAL(18,${decimals})`,
});

/** Kinds of values. */
export const COLUMN_KINDS = {
  text: { type: "text", pandas: "string", duckdb: "VARCHAR", parquet: "STRING" },
  digits: { type: "text of decimal digits", pandas: "string", duckdb: "VARCHAR", parquet: "STRING" },
  integer: { type: "integer", pandas: "Int64", duckdb: "BIGINT", parquet: "INT64" },
  flag: { type: "boolean", pandas: "boolean", duckdb: "BOOLEAN", parquet: "BOOLEAN" },
  time: {
    type: "time",
    unit: "millisecond",
    zone: "UTC",
    pandas: "timestamp[ms, tz=UTC][pyarrow]",
    duckdb: "TIMESTAMPTZ",
    parquet: "TIMESTAMP(MILLIS, UTC)",
  },
  collateral: decimal(6, "collateral"),
  shares: decimal(2, "share"),
  price: decimal(4, "collateral per share"),
  midpoint: decimal(5, "collateral per share"),
  average: decimal(6, "collateral per share"),
  rate: decimal(4, "fraction"),
} as const satisfies Readonly<Record<string, KindRow>>;

export type ColumnKind = keyof typeof COLUMN_KINDS;
type DecimalKind = {
  [Kind in ColumnKind]: (typeof COLUMN_KINDS)[Kind] extends { decimals: number } ? Kind : never;
}[ColumnKind];

export const isDecimal = (kind: ColumnKind): kind is DecimalKind => "decimals" in COLUMN_KINDS[kind];

export const getDecimals = (kind: DecimalKind): number => COLUMN_KINDS[kind].decimals;

export type Column = {
  readonly kind: ColumnKind;
  readonly meaning: string;
  /** Meaning of an absent value; a column without it has a value in every row. */
  readonly absent?: string;
  /** Formula of the value. */
  readonly formula?: string;
};

export type Columns = Readonly<Record<string, Column>>;

type TableRow = {
  /** Noun for its rows, singular and plural. */
  readonly nouns: readonly [string, string];
  readonly row: string;
  /** Column that `--from` and `--to` bound; a table without it is a state, and takes neither. */
  readonly time?: string;
  readonly order: string;
  /** Events of the journal from which the rows are made. */
  readonly source: string;
  readonly columns: Columns;
};

const column = (
  kind: ColumnKind,
  meaning: string,
  more: Pick<Column, "absent" | "formula"> = {},
): Column => ({
  kind,
  meaning,
  ...more,
});

const CONDITION = column("text", "Condition id of the market, 0x and 64 hex digits");
const tokenOf = (what: string): Column => column("digits", `Token id of ${what}`);
const walletOf = (what: string): Column => column("text", `Wallet of ${what}, lower case`);
const BATCH = column("integer", "Batch of the journal that has the event");
const PLACE = column("integer", "Place of the event in its batch, from 0");
const LEG = column("integer", "Place of the row among those of the event, from 0");
const AT = column("time", "Time of the batch");

const MOVED = {
  collateral: column("collateral", "Collateral that the wallet got, negative if it gave"),
  first_shares: column("shares", "Shares of the first outcome that the wallet got, negative if it gave"),
  second_shares: column("shares", "Shares of the second outcome that the wallet got, negative if it gave"),
};

const MARKETS: TableRow = {
  nouns: ["market", "markets"],
  row: "a market as it stands, with its title, outcomes and terms, drafts too",
  order: "listing",
  source: "`listed`, `market-status-changed`, `market-resolved` and trades",
  columns: {
    condition_id: CONDITION,
    id: column("text", "Number of the market in the catalog"),
    slug: column("text", "Slug of the market"),
    question: column("text", "Title of the market"),
    event_id: column("text", "Number of the event in the catalog"),
    event_slug: column("text", "Slug of the event"),
    event_title: column("text", "Title of the event"),
    event_tags: column("text", "Slugs of the event's tags, separated by `|`", { absent: "no tags" }),
    first_outcome: column("text", "Name of the first outcome"),
    second_outcome: column("text", "Name of the second outcome"),
    first_token_id: tokenOf("the first outcome"),
    second_token_id: tokenOf("the second outcome"),
    negative_risk: column("flag", "True if one market of the event at most resolves to its first outcome"),
    status: column("text", "`draft`, `active`, `paused`, `resolved` or `archived`"),
    opened_at: column("time", "First opening", { absent: "never opened" }),
    ends_at: column("time", "End date of the listing", { absent: "no end date" }),
    resolved_at: column("time", "Resolution", { absent: "not resolved on this exchange" }),
    first_payout: column("price", "Payout of a share of the first outcome", { absent: "not resolved" }),
    second_payout: column("price", "Payout of a share of the second outcome", { absent: "not resolved" }),
    tick: column("price", "Step of order prices"),
    minimum_shares: column("shares", "Least shares of an order"),
    fee_rate: column("rate", "Rate of fees", {
      absent: "no fees",
      formula: "fee = fee_rate x shares x (price x (1 - price)) ^ fee_exponent",
    }),
    fee_exponent: column("integer", "Exponent of the fee formula", { absent: "no fees" }),
    volume: column("collateral", "Sum of `collateral` of the market's trades"),
    last_price: column("price", "Price of the last trade, of the first outcome", { absent: "no trades" }),
    best_bid: column("price", "Best bid, of the first outcome", { absent: "no bids" }),
    best_ask: column("price", "Best ask, of the first outcome", { absent: "no asks" }),
  },
};

const OUTCOMES: TableRow = {
  nouns: ["outcome", "outcomes"],
  row: "a token: an outcome of a market with its name and title, to which every `token_id` joins",
  order: "listing, outcome",
  source: "`listed` and `market-resolved`",
  columns: {
    token_id: tokenOf("the outcome"),
    condition_id: CONDITION,
    outcome_index: column("integer", "0 of the first outcome, 1 of the second"),
    outcome: column("text", "Name of the outcome"),
    question: column("text", "Title of the market"),
    slug: column("text", "Slug of the market"),
    event_title: column("text", "Title of the event"),
    payout: column("price", "Payout of a share", { absent: "not resolved" }),
  },
};

const ACCOUNTS: TableRow = {
  nouns: ["account", "accounts"],
  row: "a wallet with its balance and its sums",
  order: "opening",
  source: "all events that move collateral",
  columns: {
    number: column("integer", "Number of the account, from 1 in the order of opening"),
    wallet: walletOf("the account"),
    owner: column("text", "Address that signs for the wallet, lower case; the same for a plain wallet"),
    collateral: column("collateral", "Balance, with what orders hold"),
    held: column("collateral", "Part of the balance that resting buy orders hold"),
    volume: column("collateral", "Sum of the account's fills at its own prices"),
    realized: column("collateral", "Profit of all disposals, without fees", {
      formula: "sum over disposals of shares x (price - average cost)",
    }),
  },
};

const DEPOSITS: TableRow = {
  nouns: ["deposit", "deposits"],
  row: "a movement of collateral into or out of the exchange",
  time: "time",
  order: "batch, place",
  source: "`account-opened`, `credited` and `debited`",
  columns: {
    batch: BATCH,
    place: PLACE,
    time: AT,
    wallet: walletOf("the account"),
    kind: column("text", "`deposit` (a credit), `withdrawal` (by the owner) or `debit` (by an operator)"),
    amount: column("collateral", "Change of the balance, negative if collateral leaves"),
  },
};

const SPLITS: TableRow = {
  nouns: ["split", "splits"],
  row: "a split, merge or conversion; a conversion has a row for each market",
  time: "time",
  order: "batch, place, leg",
  source: "`sets-split`, `sets-merged` and `converted`",
  columns: {
    batch: BATCH,
    place: PLACE,
    leg: LEG,
    time: AT,
    wallet: walletOf("the account"),
    kind: column("text", "`split`, `merge` or `conversion`"),
    condition_id: CONDITION,
    ...MOVED,
  },
};

const REDEMPTIONS: TableRow = {
  nouns: ["redemption", "redemptions"],
  row: "shares of a resolved market that were paid out",
  time: "time",
  order: "batch, place, leg",
  source: "`redeemed`",
  columns: {
    batch: BATCH,
    place: PLACE,
    leg: LEG,
    time: AT,
    wallet: walletOf("the account"),
    condition_id: CONDITION,
    ...MOVED,
  },
};

const REVERSALS: TableRow = {
  nouns: ["reversal", "reversals"],
  row: "what a failed settlement moved back of one wallet; of a sandbox only",
  time: "time",
  order: "batch, place, leg",
  source: "`settlement-failed`",
  columns: REDEMPTIONS.columns,
};

const TRADES: TableRow = {
  nouns: ["trade", "trades"],
  row: "a fill: token, side and price of the incoming order, wallets, orders, fees and `status`",
  time: "time",
  order: "number",
  source: "`order-placed`",
  columns: {
    number: column("integer", "Number of the trade, from 1"),
    batch: BATCH,
    time: AT,
    condition_id: CONDITION,
    token_id: tokenOf("the incoming order"),
    side: column("text", "`BUY` or `SELL`, of the incoming order"),
    price: column("price", "Price of `token_id`"),
    shares: column("shares", "Shares that changed hands"),
    collateral: column("collateral", "Worth of the shares at `price`", { formula: "shares x price" }),
    taker: walletOf("the incoming order"),
    taker_order: column("text", "Id of the incoming order, 0x and 64 hex digits"),
    taker_fee: column("collateral", "Fee of the incoming order"),
    maker: walletOf("the resting order"),
    maker_order: column("text", "Id of the resting order, 0x and 64 hex digits"),
    maker_token_id: tokenOf("the resting order; its price is 1 - price if it is not `token_id`"),
    maker_side: column("text", "`BUY` or `SELL`, of the resting order"),
    maker_fee: column("collateral", "Fee of the resting order"),
    status: column("text", "`CONFIRMED`; in a sandbox also `MATCHED` and `FAILED`"),
  },
};

const ORDERS: TableRow = {
  nouns: ["order", "orders"],
  row: "an order with what is filled of it and what became of it",
  time: "placed_at",
  order: "number",
  source: "`order-placed`, `order-canceled` and `orders-canceled`",
  columns: {
    number: column("integer", "Number of the order, from 1"),
    id: column("text", "Id of the order: its signed hash, 0x and 64 hex digits"),
    placed_at: column("time", "Time of the batch that accepted it"),
    updated_at: column("time", "Time of the last batch that changed it"),
    wallet: walletOf("the order"),
    condition_id: CONDITION,
    token_id: tokenOf("the order"),
    side: column("text", "`BUY` or `SELL`"),
    kind: column("text", "`GTC`, `GTD`, `FOK` or `FAK`"),
    post_only: column("flag", "True if the order may only rest"),
    price: column("price", "Limit"),
    shares: column("shares", "Shares of the order"),
    filled: column("shares", "Shares of the order that were traded"),
    status: column("text", "`live`, `matched` or `canceled`"),
    reason: column("text", "Reason of the cancellation", { absent: "not cancelled" }),
    expires_at: column("time", "Expiration", { absent: "no expiration" }),
    builder: column("text", "Code of the builder, 0x and hex digits", { absent: "no builder" }),
  },
};

const POSITIONS: TableRow = {
  nouns: ["position", "positions"],
  row: "shares of a wallet in a token as they are now, zero ones too",
  time: "changed_at",
  order: "account, market, outcome",
  source: "all events that move shares",
  columns: {
    wallet: walletOf("the account"),
    condition_id: CONDITION,
    token_id: tokenOf("the shares"),
    shares: column("shares", "Shares, with those that orders hold"),
    held: column("shares", "Part of the shares that resting sell orders hold"),
    average_price: column("average", "Average cost of a share; a conversion can make it negative"),
    bought: column("shares", "Shares ever bought"),
    realized: column("collateral", "Profit of all disposals, without fees", {
      formula: "sum over disposals of shares x (price - average cost)",
    }),
    changed_at: column("time", "Time of the last change of the shares"),
  },
};

const PRICES: TableRow = {
  nouns: ["price", "prices"],
  row: "the shown price of a token at the end of a minute that changed it, two rows a market",
  time: "time",
  order: "market, time, outcome",
  source: "`prices-recorded`",
  columns: {
    time: column("time", "Start of the minute"),
    condition_id: CONDITION,
    token_id: tokenOf("the price"),
    midpoint: column("midpoint", "Payout, else the midpoint of a spread up to 0.10, else the last trade", {
      formula: "midpoint = (best bid + best ask) / 2; prices of both outcomes sum to 1",
    }),
  },
};

const CANDLES: TableRow = {
  nouns: ["candle", "candles"],
  row: "trades of a market by period at prices of a token, two rows a market; `--every` is 1m unless given",
  time: "time",
  order: "market, time, outcome",
  source: "`order-placed`",
  columns: {
    time: column("time", "Start of the period; days begin at midnight UTC"),
    condition_id: CONDITION,
    token_id: tokenOf("the prices"),
    open: column("price", "Price of the first trade"),
    high: column("price", "The highest price"),
    low: column("price", "The lowest price"),
    close: column("price", "Price of the last trade"),
    volume: column("shares", "Shares that changed hands in the market: the same in both rows of it"),
    trades: column("integer", "Number of trades in the market: the same in both rows of it"),
  },
};

const BOOKS: TableRow = {
  nouns: ["level", "levels"],
  row: "a level of a book at the end of a period in which orders touched it",
  time: "time",
  order: "time, market",
  source: "a replay of the journal",
  columns: {
    time: column("time", "End of the period"),
    condition_id: CONDITION,
    token_id: tokenOf("the first outcome, to which prices belong"),
    batch: column("integer", "Last batch that touched the book"),
    side: column("text", "`BUY` or `SELL`", { absent: "an empty book" }),
    level: column("integer", "Place of the level from the best price, from 1", { absent: "an empty book" }),
    price: column("price", "Price of the level", { absent: "an empty book" }),
    shares: column("shares", "Shares at the price", { absent: "an empty book" }),
  },
};

const JOURNAL: TableRow = {
  nouns: ["batch", "batches"],
  row: "a batch: its events as JSON, and its hash",
  time: "time",
  order: "batch",
  source: "the journal itself",
  columns: {
    batch: column("integer", "Number of the batch, from 1"),
    time: AT,
    hash: column("text", "Hash of the chain at the batch, 0x and 64 hex digits", {
      formula: "SHA-256(hash before, batch, time, events)",
    }),
    events: column("text", "Events as JSON, the text that is hashed"),
  },
};

/** All exported tables. */
export const EXPORTED_TABLES = {
  markets: MARKETS,
  outcomes: OUTCOMES,
  accounts: ACCOUNTS,
  deposits: DEPOSITS,
  splits: SPLITS,
  redemptions: REDEMPTIONS,
  reversals: REVERSALS,
  trades: TRADES,
  orders: ORDERS,
  positions: POSITIONS,
  prices: PRICES,
  candles: CANDLES,
  books: BOOKS,
  journal: JOURNAL,
} as const satisfies Readonly<Record<string, TableRow>>;

export type ExportedName = keyof typeof EXPORTED_TABLES;

export const EXPORTED_NAMES = Object.keys(EXPORTED_TABLES) as ExportedName[];

/** Tables that are a state without a column of time. */
export const isState = (name: ExportedName): boolean => describeTable(name).time === undefined;

/** Row of the dictionary. */
export const describeTable = (name: ExportedName): TableRow => EXPORTED_TABLES[name];

// The dictionary as JSON, for programs.

type DescribedColumn = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly type: string;
  readonly unit: string | null;
  readonly zone: string | null;
  readonly nullable: boolean;
  readonly absent: string | null;
  readonly meaning: string;
  readonly formula: string | null;
  readonly parquet: string;
  readonly pandas: string;
  readonly duckdb: string;
};

export type DescribedTable = {
  readonly row: string;
  readonly order: string;
  readonly source: string;
  readonly columns: readonly DescribedColumn[];
  /** Types by column, as `dtype` of `pandas.read_csv` takes them. */
  readonly pandas: Readonly<Record<string, string>>;
  /** Types by column, as `columns` of DuckDB's `read_csv` takes them. */
  readonly duckdb: Readonly<Record<string, string>>;
};

/** Describes a table with all its columns. */
export function describeForPrograms(name: ExportedName): DescribedTable {
  const { row, order, source, columns } = describeTable(name);
  const described = Object.entries(columns).map(([columnName, given]) => describeColumn(columnName, given));
  const typesOf = (program: "pandas" | "duckdb") =>
    Object.fromEntries(described.map((one) => [one.name, one[program]]));
  return { row, order, source, columns: described, pandas: typesOf("pandas"), duckdb: typesOf("duckdb") };
}

function describeColumn(name: string, { kind, meaning, absent, formula }: Column): DescribedColumn {
  const { type, unit, zone, pandas, duckdb, parquet }: KindRow = COLUMN_KINDS[kind];
  return {
    name,
    kind,
    type,
    unit: unit ?? null,
    zone: zone ?? null,
    nullable: absent !== undefined,
    absent: absent ?? null,
    meaning,
    formula: formula ?? null,
    parquet,
    pandas,
    duckdb,
  };
}
