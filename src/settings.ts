/** The settings, one row each, in the order in which people look for them. README's table and `presage start --help` are made of these. */

type SettingRow = {
  readonly name: string;
  /** The default as somebody would set it; absent where a text of the setting cannot say it. */
  readonly standard?: string;
  /** The default in production, where that is another one. */
  readonly production?: string;
  /** Words for a default without such a text. */
  readonly shown?: string;
  /** Markdown, with links from the root of the repository. */
  readonly meaning: string;
  /**
   * A secret has no flag, since every user of a machine can read the arguments of its processes. One for commands is read
   * by those that ask a running exchange.
   */
  readonly kind?: "secret" | "commands";
};

const ROWS = [
  {
    name: "PRESAGE_MODE",
    standard: "sandbox",
    meaning: "`sandbox`: demo catalog, first funds and faucet, all dialects. `production`: none of these",
  },
  { name: "PRESAGE_HOST", standard: "127.0.0.1", meaning: "bind address" },
  { name: "PRESAGE_PORT", standard: "7000", meaning: "the web page, and everything on one port" },
  { name: "PRESAGE_TRADING_PORT", standard: "7001", meaning: "trading interface as specified" },
  { name: "PRESAGE_DATA_PORT", standard: "7002", meaning: "data interface as specified" },
  { name: "PRESAGE_CATALOG_PORT", standard: "7003", meaning: "catalog interface as specified" },
  {
    name: "PRESAGE_POLYMARKET_PORTS",
    standard: "7011,7012,7013",
    production: "off",
    meaning:
      "Polymarket dialect: trading, data, catalog; on the one port it is always, since the web page reads it",
  },
  {
    name: "PRESAGE_KUEST_PORTS",
    standard: "7021,7022,7023",
    production: "off",
    meaning: "Kuest dialect: trading, data, catalog",
  },
  { name: "PRESAGE_ADMIN_PORT", standard: "7004", meaning: "operator API and console" },
  {
    name: "PRESAGE_ADMIN_HOST",
    standard: "127.0.0.1",
    meaning: "bind address of the operator API: loopback unless you open it",
  },
  { name: "PRESAGE_DATA_DIR", standard: "./data", meaning: "database and secrets" },
  {
    name: "DATABASE_URL",
    meaning:
      "an external PostgreSQL 15 or newer instead of the embedded one; with `pg_trgm`, or the right to create it",
  },
  {
    name: "PRESAGE_HEADER_PREFIXES",
    standard: "SVC_,POLY_,KUEST_",
    meaning: "prefixes of the authentication headers",
  },
  {
    name: "PRESAGE_PUBLIC_RECORDS",
    standard: "true",
    production: "false",
    meaning: "orders and trades can be read without credentials, with owners blank",
  },
  { name: "PRESAGE_CHAIN_IDS", standard: "137,80002", meaning: "accepted chain ids" },
  { name: "PRESAGE_EXCHANGES", shown: "built-in list", meaning: "accepted EIP-712 order domains, as JSON" },
  {
    name: "PRESAGE_SELF_TRADE",
    standard: "allow",
    production: "cancel-resting",
    meaning: "what happens when an owner's orders meet: also `cancel-incoming`",
  },
  {
    name: "PRESAGE_AUTO_REDEEM",
    standard: "true",
    production: "false",
    meaning: "resolutions pay every holder at once; a market can have a setting of its own",
  },
  {
    name: "PRESAGE_ORDER_LIMITS",
    standard: "1000,10000,100000,1000000",
    meaning: "open orders of a wallet in a market, of a wallet, of a market, and in all",
  },
  {
    name: "PRESAGE_DATA_ALLOWLIST",
    meaning:
      "addresses and ranges that may read the data interface, as `192.0.2.7,10.0.0.0/8,2001:db8::/32`; without it all may",
  },
  {
    name: "PRESAGE_TRUSTED_PROXIES",
    meaning: "addresses and ranges of proxies whose `X-Forwarded-For` counts",
  },
  {
    name: "PRESAGE_PUBLIC_URL",
    meaning:
      "base address of the one port as clients elsewhere reach it, as `https://presage.example`: they are told interfaces below it, unless these have their own",
  },
  { name: "PRESAGE_PUBLIC_TRADING_URL", meaning: "the same of the trading interface as specified" },
  { name: "PRESAGE_PUBLIC_DATA_URL", meaning: "the same of the data interface as specified" },
  { name: "PRESAGE_PUBLIC_CATALOG_URL", meaning: "the same of the catalog interface as specified" },
  {
    name: "PRESAGE_PUBLIC_POLYMARKET_URLS",
    meaning: "the same of the Polymarket dialect: trading, data, catalog, with commas between them",
  },
  { name: "PRESAGE_PUBLIC_KUEST_URLS", meaning: "the same of the Kuest dialect" },
  {
    name: "PRESAGE_ORIGINS",
    standard: "*",
    production: "none",
    meaning:
      "web origins whose pages may trade and connect to `/ws/user`, as `https://app.example,…`; reading what is public all may",
  },
  {
    name: "PRESAGE_RATE_LIMITS",
    standard: "off",
    production: "on",
    meaning: "how much one client may ask: [docs/limits.md](docs/limits.md) times this factor, `on` is 1",
  },
  { name: "PRESAGE_MAX_CONNECTIONS", standard: "10000", meaning: "connections in all, of any kind" },
  {
    name: "PRESAGE_MAX_CONNECTIONS_PER_ADDRESS",
    standard: "4000",
    meaning: "connections of one address; of a trusted proxy any number",
  },
  { name: "PRESAGE_MAX_STREAMS", standard: "5000", meaning: "live connections in all" },
  {
    name: "PRESAGE_MAX_STREAMS_PER_ADDRESS",
    standard: "2000",
    meaning: "live connections of one client address",
  },
  {
    name: "PRESAGE_MASTER_KEY",
    shown: "file `master-key`",
    meaning: "derives API secrets; 64 or more hex digits",
    kind: "secret",
  },
  {
    name: "PRESAGE_ADMIN_TOKEN",
    shown: "file `admin-token`",
    meaning: "token of the operator API; 64 or more hex digits",
    kind: "secret",
  },
  {
    name: "PRESAGE_OPERATORS",
    meaning:
      "further operators, as `NAME=ROLE[+ROLE]:TOKEN,...`; roles: `market-admin`, `resolver`, `treasury`",
    kind: "secret",
  },
  {
    name: "PRESAGE_ADMIN_URL",
    meaning:
      "for commands: the operator API that they ask, as `http://127.0.0.1:7004`, instead of the data directory's; also `--url`",
    kind: "commands",
  },
  { name: "PRESAGE_LOG_LEVEL", standard: "warn", meaning: "`debug`, `info`, `warn`, `error`, `silent`" },
  { name: "PRESAGE_JSON", standard: "false", meaning: "print the addresses as one line of JSON" },
] as const satisfies readonly SettingRow[];

export type SettingName = (typeof ROWS)[number]["name"];
export type Setting = SettingRow & { readonly name: SettingName };

export const SETTINGS: readonly Setting[] = ROWS;

/** The flag that overrides a setting: PRESAGE_TRADING_PORT is --trading-port, DATABASE_URL is --database-url. */
export const flagOf = (name: SettingName): string =>
  `--${name
    .replace(/^PRESAGE_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;

/** Markdown of a setting's default; empty where nothing is set. */
export function defaultOf({ standard, production, shown = "" }: Setting): string {
  if (standard === undefined) return shown;
  return production === undefined ? `\`${standard}\`` : `\`${standard}\`; \`${production}\` in production`;
}
