/**
 * The table of settings, in the order in which help and documents show them. The configuration, the flags, `--help`,
 * `presage config print` and docs/reference/configuration.md are generated from these rows.
 */
import { parseRanges } from "../base/address-ranges.ts";
import { STANDARD_LIMITS } from "../core/limits.ts";
import { parseBaseUrl, parseOrigins } from "../base/public-urls.ts";
import { parseOperators } from "../signing/operators.ts";
import { parseDomains } from "../signing/orders/order-domain.ts";
import { parseBackupLocation } from "../operate/archive/backup-storage.ts";
import type { S3Account } from "../operate/archive/backup-storage.ts";
import { REACH_SETTING, parseOwnNetwork } from "../operate/webhooks/send-message.ts";
import { PORT_SETTINGS, PUBLIC_URL_SETTINGS } from "./address-settings.ts";
import {
  anyText,
  maskNatsUsers,
  parseNatsUrls,
  maskPassword,
  parseOneOf,
  orderLimitsText,
  parseBoolean,
  parseChainIds,
  parseClusterName,
  parseCount,
  parseDatabaseUrl,
  parseGateways,
  parseHeaderPrefixes,
  parseHexSecret,
  parseInstant,
  parseOrderLimits,
  parseRateLimits,
  parseSeconds,
  parseSwitch,
} from "./parsers.ts";
import { listSettings } from "./setting.ts";
import type { Setting, SettingTree } from "./setting.ts";
import { STRICT_RULE_LIST, parseStrictness } from "./strictness.ts";
import { TRACE_SETTINGS } from "./trace-settings.ts";

// Parsers of the settings of backups.

/** Reads the object store's credentials `ID:SECRET`; the error does not repeat the text. */
function parseBackupAccount(text: string): S3Account {
  const [, id, secret] = /^([^:\s]{1,128}):(\S{1,256})$/.exec(text) ?? [];
  if (id !== undefined && secret !== undefined) return { id, secret };
  throw new Error("expected an access key as ID:SECRET");
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const MIN_DURATION_MS = 1_000;
const MAX_DURATION_MS = 3_650 * UNITS.d;

/** Reads a duration like `30s`, `5m`, `6h`, `7d`, in milliseconds. */
function parseSpan(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const span = Number(count) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (span >= MIN_DURATION_MS && span <= MAX_DURATION_MS) return span;
  throw new Error(`expected a time like 30s, 5m, 6h or 7d, at most 3650d, got "${text}"`);
}

const parseSpanOrOff = (text: string): number | undefined => (text === "off" ? undefined : parseSpan(text));

// Settings of scheduled backups.

/** Servers that carry messages between the engines and gateways of a cluster. */
const NATS_SETTINGS = {
  servers: {
    name: "NATS_URL",
    unset: undefined,
    meaning:
      "NATS servers between [engines and gateways](../operating/cluster.md#engines-and-gateways), as `nats://host:4222` or with TLS " +
      "`tls://host:4222`; several separated by commas",
    parse: parseNatsUrls,
    conceal: maskNatsUsers,
  },
  credentials: {
    name: "PRESAGE_NATS_CREDENTIALS",
    unset: undefined,
    meaning: "file with a NATS user's token and key",
    parse: anyText,
  },
  authorities: {
    name: "PRESAGE_NATS_CA",
    unset: undefined,
    unsetMeaning: "the system's",
    meaning: "file with the certificates that NATS servers are checked against",
    parse: anyText,
  },
};

const BACKUP_SETTINGS = {
  /** Destination of backups: a directory, or an S3 bucket with a prefix; `undefined` makes no backups. */
  place: {
    name: "PRESAGE_BACKUP_DIR",
    unset: undefined,
    unsetMeaning: "no backups",
    meaning:
      "where the running exchange [writes backups](../operating/scheduled-backups.md): a directory, or `s3://BUCKET/PREFIX`",
    parse: parseBackupLocation,
  },
  /** Milliseconds. */
  every: {
    name: "PRESAGE_BACKUP_EVERY",
    standard: "1d",
    meaning: "time from one whole backup to the next, as in `90m`, `6h`, `1d`",
    parse: parseSpan,
  },
  /** Milliseconds; `undefined` writes full backups only. */
  journalEvery: {
    name: "PRESAGE_BACKUP_JOURNAL_EVERY",
    standard: "1m",
    meaning:
      "time after which the exchange adds new journal entries to the backup, such as `30s`, `5m`; or `off`",
    parse: parseSpanOrOff,
  },
  /** Milliseconds. */
  keep: {
    name: "PRESAGE_BACKUP_KEEP",
    standard: "7d",
    meaning:
      "period before now in which you can restore any moment, with the API keys of that moment; the exchange removes older files",
    parse: parseSpan,
  },
  s3: {
    endpoint: {
      name: "PRESAGE_BACKUP_S3_ENDPOINT",
      unset: undefined,
      unsetMeaning: "Amazon's, of the region",
      meaning: "address of the S3-compatible store, as `https://s3.example:9000`",
      parse: parseBaseUrl,
    },
    region: {
      name: "PRESAGE_BACKUP_S3_REGION",
      standard: "us-east-1",
      meaning: "region of the bucket",
      parse: anyText,
    },
    account: {
      name: "PRESAGE_BACKUP_S3_KEY",
      unset: undefined,
      unsetMeaning: "the machine's access key, as Amazon's tools find it",
      meaning: "access key of the bucket, as `ID:SECRET`",
      kind: "secret",
      parse: parseBackupAccount,
    },
  },
} as const satisfies SettingTree;

// Settings of TLS: all addresses use TLS, or none.

const TLS_SETTINGS = {
  certificate: {
    name: "PRESAGE_TLS_CERT",
    unset: undefined,
    meaning:
      "file of a certificate, or of a chain that begins with it, in PEM: all addresses then [speak TLS](../operating/tls.md)",
    parse: anyText,
  },
  key: {
    name: "PRESAGE_TLS_KEY",
    unset: undefined,
    meaning: "file of the certificate's private key, in PEM without a passphrase",
    parse: anyText,
  },
  selfSigned: {
    name: "PRESAGE_TLS_SELF_SIGNED",
    standard: "false",
    meaning:
      "in the sandbox: TLS with a certificate that is made and kept in the data directory, as `tls-certificate.pem`",
    kind: "switch",
    parse: parseBoolean,
  },
} as const satisfies SettingTree;

export const SETTINGS = {
  mode: {
    name: "PRESAGE_MODE",
    standard: "sandbox",
    meaning: "`sandbox`: demo catalog, first funds and faucet, all dialects. `production`: none of these",
    parse: parseOneOf("sandbox", "production"),
  },
  demo: {
    name: "PRESAGE_DEMO",
    standard: "full",
    production: "empty",
    meaning:
      "what a new sandbox holds. `full`: the demo catalog and [thirty days of trading](../start/sandbox-residents.md#the-past); " +
      "`catalog`: the catalog alone; `empty`: no markets",
    parse: parseOneOf("full", "catalog", "empty"),
  },
  initDirectory: {
    name: "PRESAGE_INIT_DIR",
    unset: undefined,
    meaning:
      "folder with [files that the first start runs](../operating/init-files.md), once each and in order of name: catalogs and operators' requests",
    parse: anyText,
  },
  residents: {
    name: "PRESAGE_RESIDENTS",
    standard: "normal",
    production: "off",
    meaning:
      "[traders that live in a sandbox](../start/sandbox-residents.md) and quote and trade its demo markets: " +
      "`quiet` about 1 order a second, `normal` 5, `busy` 20; `off` none",
    parse: parseOneOf("off", "quiet", "normal", "busy"),
  },
  host: { name: "PRESAGE_HOST", standard: "127.0.0.1", meaning: "bind address", parse: anyText },
  ports: PORT_SETTINGS,
  adminHost: {
    name: "PRESAGE_ADMIN_HOST",
    standard: "127.0.0.1",
    meaning: "bind address of the operator API: loopback unless you open it",
    parse: anyText,
  },
  tls: TLS_SETTINGS,
  dataDirectory: {
    name: "PRESAGE_DATA_DIR",
    standard: "./data",
    meaning: "database and secrets",
    parse: anyText,
  },
  /** Address of an external PostgreSQL; `undefined` starts the bundled one. */
  databaseUrl: {
    name: "DATABASE_URL",
    unset: undefined,
    meaning:
      "an external PostgreSQL 15 or newer instead of the embedded one; with `pg_trgm`, or the right to create it. " +
      "Several servers as `host:port,host:port`: connections lead to the primary",
    parse: parseDatabaseUrl,
    conceal: maskPassword,
  },
  /** Address of replicas of that PostgreSQL; `undefined` reads from the primary. */
  readUrl: {
    name: "PRESAGE_READ_URL",
    unset: undefined,
    unsetMeaning: "the primary",
    meaning:
      "replicas of that PostgreSQL that [serve large reads and lists](../operating/cluster.md#replicas-for-reads), as `host:port,host:port`: " +
      "the servers themselves, not a proxy",
    parse: parseDatabaseUrl,
    conceal: maskPassword,
  },
  /** Name of the cluster; `undefined` runs alone, without demands on the database's replication. */
  cluster: {
    name: "PRESAGE_CLUSTER",
    unset: undefined,
    unsetMeaning: "alone",
    meaning:
      "name of this exchange's cluster, such as `main`; needs `DATABASE_URL`. The exchange acknowledges a command only after [a standby has the command](../operating/cluster.md)",
    parse: parseClusterName,
  },
  nats: NATS_SETTINGS,
  backup: BACKUP_SETTINGS,
  headerPrefixes: {
    name: "PRESAGE_HEADER_PREFIXES",
    standard: "SVC_,POLY_,KUEST_",
    meaning: "prefixes of the authentication headers",
    parse: parseHeaderPrefixes,
  },
  publicRecords: {
    name: "PRESAGE_PUBLIC_RECORDS",
    standard: "true",
    production: "false",
    meaning: "`true`: clients can read orders and trades without credentials; owners are hidden",
    parse: parseBoolean,
  },
  chainIds: {
    name: "PRESAGE_CHAIN_IDS",
    standard: "137,80002",
    meaning: "accepted chain ids",
    parse: parseChainIds,
  },
  /** Accepted order domains; `undefined` means the built-in ones of the chain ids. */
  domains: {
    name: "PRESAGE_EXCHANGES",
    unset: undefined,
    unsetMeaning: "built-in list",
    meaning: "accepted EIP-712 order domains, as JSON",
    parse: parseDomains,
  },
  rules: {
    selfTrade: {
      name: "PRESAGE_SELF_TRADE",
      standard: "allow",
      production: "cancel-resting",
      meaning:
        "effect if two orders of one owner would match; also `cancel-incoming` and `cancel-both`; an order may have its own setting",
      parse: parseOneOf("allow", "cancel-resting", "cancel-incoming", "cancel-both"),
    },
    autoRedeem: {
      name: "PRESAGE_AUTO_REDEEM",
      standard: "true",
      production: "false",
      meaning: "`true`: a resolution pays every holder at once; a market may have its own setting",
      parse: parseBoolean,
    },
    limits: {
      name: "PRESAGE_ORDER_LIMITS",
      standard: orderLimitsText(STANDARD_LIMITS),
      meaning:
        "maximum of open orders: of a wallet in one market, of a wallet, of a market, and of all wallets",
      parse: parseOrderLimits,
    },
  },
  /** Addresses that may read the data interface; `undefined` allows all. */
  dataAllowlist: {
    name: "PRESAGE_DATA_ALLOWLIST",
    unset: undefined,
    meaning:
      "IP addresses and ranges that may read the data interface, such as `192.0.2.7,10.0.0.0/8,2001:db8::/32`; by default, all addresses may",
    parse: parseRanges,
  },
  trustedProxies: {
    name: "PRESAGE_TRUSTED_PROXIES",
    unset: parseRanges(""),
    meaning: "IP addresses and ranges of proxies whose `X-Forwarded-For` header the exchange trusts",
    parse: parseRanges,
  },
  publicUrls: PUBLIC_URL_SETTINGS,
  origins: {
    name: "PRESAGE_ORIGINS",
    standard: "*",
    production: "none",
    meaning:
      "web origins whose pages may trade and connect to `/ws/user`, such as `https://app.example,…`; pages of all origins may read public data",
    parse: parseOrigins,
  },
  /** Factor of the rate limits; `undefined` limits nothing. */
  rateLimits: {
    name: "PRESAGE_RATE_LIMITS",
    standard: "off",
    production: "on",
    meaning: "factor for the rate limits of [docs/reference/limits.md](limits.md); `on` means 1",
    parse: parseRateLimits,
  },
  strictness: {
    name: "PRESAGE_STRICTNESS",
    standard: "live",
    production: "lenient",
    meaning:
      "`live`: [the rules by which Polymarket's live service refuses requests](../trading/strictness.md); " +
      `\`lenient\`: none of these rules. Add or remove single rules, as in \`live,-gtd\` or \`lenient,+gtd\`: ${STRICT_RULE_LIST}`,
    parse: parseStrictness,
  },
  gateways: {
    name: "PRESAGE_GATEWAYS",
    standard: "auto",
    meaning:
      "threads that [serve the clients](../explanation/scaling.md#gateways) beside the engine's thread; 0 means none. `auto` means 0 in a sandbox, on " +
      "systems other than Linux and with at most three processors; otherwise the number of processors minus two, at most 8",
    parse: parseGateways,
  },
  maxConnections: {
    name: "PRESAGE_MAX_CONNECTIONS",
    standard: "10000",
    meaning: "connections in all, of any kind",
    parse: parseCount,
  },
  maxConnectionsPerAddress: {
    name: "PRESAGE_MAX_CONNECTIONS_PER_ADDRESS",
    standard: "4000",
    meaning: "connections of one IP address; a trusted proxy may have any number",
    parse: parseCount,
  },
  maxStreams: {
    name: "PRESAGE_MAX_STREAMS",
    standard: "5000",
    meaning: "live connections in all",
    parse: parseCount,
  },
  maxStreamsPerAddress: {
    name: "PRESAGE_MAX_STREAMS_PER_ADDRESS",
    standard: "2000",
    meaning: "live connections of one client address",
    parse: parseCount,
  },
  /** Hex; `undefined` reads the file in the data directory, or creates it. */
  masterKey: {
    name: "PRESAGE_MASTER_KEY",
    unset: undefined,
    unsetMeaning: "file `master-key`",
    meaning: "key from which the exchange derives API secrets; 64 or more hex digits",
    kind: "secret",
    parse: parseHexSecret,
  },
  /** Hex; `undefined` reads the file in the data directory, or creates it. */
  adminToken: {
    name: "PRESAGE_ADMIN_TOKEN",
    unset: undefined,
    unsetMeaning: "file `admin-token`",
    meaning: "token of the operator API; 64 or more hex digits",
    kind: "secret",
    parse: parseHexSecret,
  },
  operators: {
    name: "PRESAGE_OPERATORS",
    unset: [],
    meaning:
      "further operators, as `NAME=ROLE[+ROLE]:TOKEN,...`; roles: `market-admin`, `resolver`, `treasury`, `viewer`, `metrics`. " +
      "`PRESAGE_OPERATORS_FILE` names [a file with this text](../operating/operators-and-roles.md#add-an-operator)",
    kind: "secret",
    parse: parseOperators,
  },
  /** Base URL without a trailing slash; `undefined` finds the operator API by the data directory. */
  adminUrl: {
    name: "PRESAGE_ADMIN_URL",
    unset: undefined,
    meaning:
      "for commands: URL of the operator API, such as `http://127.0.0.1:7004`, instead of the exchange of the data directory; also `--url`",
    kind: "commands",
    parse: parseBaseUrl,
  },
  webhookNetwork: {
    name: REACH_SETTING,
    standard: "localhost,127.0.0.0/8,::1",
    production: "none",
    meaning:
      "hosts, IP addresses and ranges of your own network that [webhooks](../operating/webhooks.md#reachable-addresses) may reach, also by http; `none`: webhooks reach only the public internet, by https",
    parse: parseOwnNetwork,
  },
  clock: {
    name: "PRESAGE_CLOCK",
    standard: "system",
    meaning:
      "`virtual`: the time of a sandbox, which [`presage clock`](../start/sandbox-time.md) stops, steps and runs; `system`: the machine's",
    parse: parseOneOf("system", "virtual"),
  },
  /** Milliseconds since 1970; `undefined` starts at the machine's time. */
  clockStart: {
    name: "PRESAGE_CLOCK_START",
    unset: undefined,
    unsetMeaning: "now, running",
    meaning: "time at which a virtual clock stands at the first start, as in `2026-01-31T12:00:00Z`",
    parse: parseInstant,
  },
  seed: {
    name: "PRESAGE_SEED",
    unset: undefined,
    unsetMeaning: "random",
    meaning:
      "text from which a sandbox makes its secrets: two sandboxes with the same text have the same keys",
    kind: "secret",
    parse: anyText,
  },
  /** Seconds. */
  stopDelay: {
    name: "PRESAGE_STOP_DELAY",
    standard: "0",
    meaning:
      "seconds for which a stopping exchange still serves requests while [`/health/ready`](../operating/health.md) answers 503, so that load balancers stop sending requests",
    parse: parseSeconds,
  },
  logLevel: {
    name: "PRESAGE_LOG_LEVEL",
    standard: "warn",
    meaning: "`debug`, `info`, `warn`, `error`, `silent`",
    parse: parseOneOf("debug", "info", "warn", "error", "silent"),
  },
  logFormat: {
    name: "PRESAGE_LOG_FORMAT",
    standard: "json",
    meaning:
      "`json`: [the log](../operating/log.md) has a line of JSON for each event; `pretty`: lines for people",
    parse: parseOneOf("json", "pretty"),
  },
  accessLog: {
    name: "PRESAGE_ACCESS_LOG",
    standard: "off",
    meaning:
      "`on`: each request has [a line in the log](../operating/log.md#requests-in-the-log), at any level",
    parse: parseSwitch,
  },
  traces: TRACE_SETTINGS,
  json: {
    name: "PRESAGE_JSON",
    standard: "false",
    meaning: "print the addresses as one line of JSON",
    kind: "switch",
    parse: parseBoolean,
  },
} as const satisfies SettingTree;

/** All rows, in table order. */
export const ALL_SETTINGS: readonly Setting[] = listSettings(SETTINGS);
