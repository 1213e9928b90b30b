/** docs/reference/limits.md, with its tables of how much one client may ask. */
import { readConfig } from "../../src/settings/config.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { formatRoute } from "../../src/http/operation/endpoint.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import {
  CATALOG_LIMITS,
  CHECKS,
  DATA_LIMITS,
  INTERFACE_LIMITS,
  TRADING_LIMITS,
  WALLET_FACTOR,
  WRONG_CREDENTIAL_RATES,
} from "../../src/http/guard/rate-limits.ts";
import type { Rate, RateLimit } from "../../src/http/guard/rate-limits.ts";
import { TIERS } from "../../src/http/guard/signer-limits.ts";
import type { InterfaceName } from "../../src/http/mounts/interfaces.ts";
import { RESPONSE_BYTE_BUDGET } from "../../src/http/guard/slow-queries/json-slices.ts";
import { SLOW_QUERY_CLASSES } from "../../src/http/guard/slow-queries/slow-queries.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { configureSlotPools } from "../../src/base/slot-pools.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Cells } from "./markdown-table.ts";

const HEAD = ["limit", "operations", "each address", "each API key", "each wallet"];

const shown = (count: number): string => count.toLocaleString("en-US");

const within = (count: string, { seconds }: Rate): string =>
  `${count} in ${seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`}`;

const allowed = ({ rates }: Pick<RateLimit, "rates">, factor = 1): string =>
  rates.map((rate) => within(shown(rate.count * factor), rate)).join(", ");

/** The operations of each interface, and the limits that they count against. */
export const LIMITED: Readonly<
  Record<InterfaceName, { readonly endpoints: readonly Endpoint[]; readonly limits: readonly RateLimit[] }>
> = {
  trading: { endpoints: tradingEndpoints("sandbox"), limits: Object.values(TRADING_LIMITS) },
  data: { endpoints: dataEndpoints, limits: Object.values(DATA_LIMITS) },
  catalog: { endpoints: catalogEndpoints, limits: Object.values(CATALOG_LIMITS) },
};

function operationsOf(limit: RateLimit, endpoints: readonly Endpoint[]): string {
  const routes = endpoints.filter(({ limits }) => limits.includes(limit)).map(formatRoute);
  const shownRoutes = routes.map((route) => `\`${route.replaceAll(/:(\w+)/g, "{$1}")}\``);
  return shownRoutes.join(", ") + (limit.byItem === true ? "; each item of a batch counts" : "");
}

function rowOf(limit: RateLimit, operations: string): Cells {
  const { name, ofAddress = true, ofCallers = false } = limit;
  return [
    name,
    operations,
    ofAddress ? allowed(limit) : "",
    ofCallers ? allowed(limit) : "",
    ofCallers ? allowed(limit, WALLET_FACTOR) : "",
  ];
}

function tableOf(name: string): string {
  if (name === "credentials")
    return markdownTable(
      ["limit, for each kind of credentials", "each address", "each API key or wallet of an address"],
      [
        [
          "wrong ones with an explanation",
          allowed({ rates: [WRONG_CREDENTIAL_RATES.ofAddress] }),
          allowed({ rates: [WRONG_CREDENTIAL_RATES.ofClaim] }),
        ],
        ["checks of wrong ones", within(`${shown(CHECKS.count / 1000)} ms of a processor`, CHECKS), ""],
      ],
    );
  if (name === "signers") return signerTiers();
  if (name === "places") return sharedPlaces();
  if (name === "answers") return largeAnswers();
  if (name === "tables") return readTables();
  if (name !== "trading" && name !== "data" && name !== "catalog")
    throw new Error(`no limits are of ${name}`);
  const { endpoints, limits } = LIMITED[name];
  return markdownTable(HEAD, [
    rowOf(INTERFACE_LIMITS[name], "every operation that counts for an address"),
    ...limits.map((limit) => rowOf(limit, operationsOf(limit, endpoints))),
  ]);
}

const MEGABYTE = 1024 * 1024;

const megabytes = (bytes: number): string => `${shown(bytes / MEGABYTE)} MiB`;

/** Text about the lane of large answers, which is the first one. */
function largeAnswers(): string {
  const lanes = SLOW_QUERY_CLASSES.map((lane, index) => {
    const below = SLOW_QUERY_CLASSES[index - 1];
    const from = shown(lane.rows + 1);
    return [
      below === undefined ? `${from} and more` : `${from} to ${shown(below.rows)}`,
      `${lane.places}; ${lane.placesOfAddress}`,
      `${lane.waiting}; ${lane.waitingOfAddress}`,
      `${lane.waitMs / 1_000} s`,
      `${megabytes(lane.unsentBytes)}; ${megabytes(lane.unsentBytesOfAddress)}`,
      `${lane.sendMs / 1_000} s`,
    ];
  });
  const { bytes, seconds } = RESPONSE_BYTE_BUDGET;
  const head = [
    "possible rows",
    "made at a time",
    "waiting",
    "for at most",
    "made and not read",
    "read within",
  ];
  return `${markdownTable(head, lanes)}\n\n${markdownTable(
    ["limit", "operations", "each address"],
    [[RESPONSE_BYTE_BUDGET.name, "large answers", `${megabytes(bytes)} in ${seconds} s`]],
  )}`;
}

/** Text about what clients take from together, with the settings as they are by default. */
function sharedPlaces(): string {
  const { maxConnections, maxConnectionsPerAddress, maxStreams, maxStreamsPerAddress } = readConfig({}, []);
  const rows = configureSlotPools({
    maxConnections,
    maxConnectionsPerAddress,
    maxStreams,
    maxStreamsPerAddress,
  });
  return markdownTable(
    ["resource", "taken", "maximum", "maximum of one address", "without room"],
    Object.values(rows).map(({ what, taken, most, ofAddress, reserve, full }) => {
      const shownMost = (count: number): string =>
        what.startsWith("bytes") ? megabytes(count) : shown(count) + reserved(count, reserve);
      return [what, taken, shownMost(most), shownMost(ofAddress), full];
    }),
  );
}

const reserved = (count: number, reserve?: number): string =>
  reserve === undefined ? "" : `, and ${shown(count * reserve)} cancels and heartbeats more`;

function signerTiers(): string {
  const bucket = ({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }): string =>
    `${shown(burst)}, ${shown(perSecond)} a second`;
  return markdownTable(
    ["tier", "volume of thirty days", "orders", "cancels", "cancels may be owed"],
    TIERS.map(({ name, volume, orders, cancels, mayOwe }) => [
      name,
      volume === 0 ? "any" : `${shown(volume)} and more`,
      bucket(orders),
      bucket(cancels),
      mayOwe ? "yes" : "no",
    ]),
  );
}

function readTables(): string {
  const { gapMs, shortGapMs, enoughRows, manyEnds, mostRows, mostBytes, reachMs, closeMs } = PROJECTOR_LIMITS;
  return markdownTable(
    ["resource", "limit", "above it"],
    [
      ["a read's wait for the tables", `${reachMs / 1_000} s`, "503"],
      ["rows that wait to be written", `${shown(mostRows)}, or ${megabytes(mostBytes)}`, "commands wait"],
      [
        "cancelled orders and redemptions of a batch",
        shown(manyEnds),
        "their rows are made at the write, and do not count",
      ],
      [
        "time between two writes",
        `${gapMs} ms; ${shortGapMs} ms if a read waits; none with ${shown(enoughRows)} rows`,
        "",
      ],
      ["a stop's wait for the last write", `${closeMs / 1_000} s`, "the next start writes the rest"],
    ],
  );
}

export const limitsPage = () => pageOf("reference/limits.md", tableOf);
