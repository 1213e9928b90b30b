/**
 * All tables derived from the journal alone, in the order in which a verification reports them. Columns and keys are
 * those of the database: a column that a migration adds is rebuilt and verified without a change here.
 */

/** Texts of key columns by name; bytes are hex digits. */
type RowKey = Readonly<Record<string, string | undefined>>;

export type ReadTable<Name extends string = string> = {
  readonly name: Name;
  /** Names a row for the operator. */
  readonly nameRow: (key: RowKey) => string;
  /** Words for a row that is missing or extra, and for a column that differs, instead of the usual ones. */
  readonly words?: Readonly<Record<string, string>>;
  /** Shows integers as texts: ids of the catalog can exceed a number. */
  readonly quotesNumbers?: true;
  /** Columns by which listings look rows up besides the key: scratch tables get only this index. */
  readonly index?: string;
  /** A row with 0 here says the same as no row: it may be missing, and its other columns must be 0. */
  readonly zeroIfBlank?: string;
};

const table = <Name extends string>(
  name: Name,
  nameRow: ReadTable["nameRow"],
  more: Omit<ReadTable, "name" | "nameRow"> = {},
): ReadTable<Name> => ({ name, nameRow, ...more });

const inBatch =
  (what: string): ReadTable["nameRow"] =>
  ({ batch, place }) =>
    `${what} ${place} of batch ${batch}`;

const CONTENT = { content: "content is not what was listed" };
const CATALOG_OPTIONS = { quotesNumbers: true, words: CONTENT } as const;

const positionName: ReadTable["nameRow"] = ({ account, market, outcome }) =>
  `position of account ${account} in outcome ${outcome} of market ${market}`;

export const READ_TABLE_ROWS = [
  table("orders", ({ no }) => `order ${no}`),
  table("trades", ({ no }) => `trade ${no}`),
  table(
    "operations",
    ({ batch, place, leg }) => `operation ${leg === "0" ? place : `${place}.${leg}`} of batch ${batch}`,
  ),
  table("resolution_steps", inBatch("resolution step")),
  table("audit", inBatch("audit entry")),
  table("price_history", ({ market, minute }) => `price of market ${market} in minute ${minute}`),
  table("account_days", ({ account, day }) => `sums of account ${account} on day ${day}`),
  table(
    "account_market_days",
    ({ account, market, day }) => `sums of account ${account} in market ${market} on day ${day}`,
  ),
  table("builder_volumes", ({ builder, day }) => `volume of builder ${builder} on day ${day}`),
  table("position_history", (key) => `${positionName(key)} in period ${key["period"]}`),
  table("shown_prices", ({ market, period }) => `shown price of market ${market} in period ${period}`),
  table("market_figures", ({ market, day }) => `figures of market ${market} on day ${day}`),
  table("account_figures", ({ account, day }) => `figures of account ${account} on day ${day}`),
  table("accounts", ({ no }) => `account ${no}`),
  // An order that ends touches a position even if the account never had the shares, unless many end at once.
  table("positions", positionName, {
    zeroIfBlank: "changed_at",
    words: { changed_at: "changedAt is {found}, by the journal {expected}" },
  }),
  table("market_states", ({ market }) => `state of market ${market}`),
  table("event_states", ({ event }) => `state of event ${event}`),
  table("order_groups", ({ owner, name }) => `order group ${name} of ${owner}`),
  table("bans", ({ address }) => `ban of ${address}`),
  table("exchange_mode", () => "mode of the exchange"),
  table("requests", inBatch("request")),
  table("events", ({ id }) => `event ${id}`, CATALOG_OPTIONS),
  table("tags", ({ id }) => `tag ${id}`, CATALOG_OPTIONS),
  table("series", ({ id }) => `series ${id}`, CATALOG_OPTIONS),
  table("markets", ({ no }) => `market ${no}`, CATALOG_OPTIONS),
  table("market_entries", ({ market }) => `entry of market ${market}`, {
    quotesNumbers: true,
    index: "(event)",
  }),
  table("event_entries", ({ event }) => `entry of event ${event}`, {
    quotesNumbers: true,
    index: "using gin (words)",
  }),
  table("event_figures", ({ event }) => `figures of event ${event}`, {
    words: {
      missing: "they are not in the table",
      extra: "they are in the table, and not in the journal",
    },
  }),
  table("market_volumes", ({ market, hour }) => `volume of market ${market} in hour ${hour}`),
  table("search_words", ({ word }) => `word ${word}`, { words: { extra: "it is of no public event" } }),
] as const satisfies readonly ReadTable[];

export const READ_TABLES = READ_TABLE_ROWS.map(({ name }) => name);
