/**
 * Table of everything that clients share: the total capacity, and the share of one address. Add a row for each new
 * shared resource; tests/http/guard/places.test.ts checks every row.
 */
import { createSlotPool } from "./slot-pool.ts";
import type { SlotPoolLimits, SlotPool, SlotPoolState, Shortage } from "./slot-pool.ts";

export type SlotLimits = SlotPoolLimits & {
  /** Name of the resource, shown to operators, at /health/ready and in docs/reference/limits.md. */
  readonly what: string;
  /** Description of when a client takes capacity. */
  readonly taken: string;
  /** Description of the result if capacity is exhausted. */
  readonly full: string;
};

const MEGABYTE = 1024 * 1024;
const REJECTED_STATUS = "503";
const REVOKES_OLDEST = "the oldest of the address with the most is closed";

export const SLOT_POOLS = {
  incomplete: {
    what: "incomplete requests",
    taken: "from the headers to the end of the body",
    full: `503; ${REVOKES_OLDEST}`,
    most: 1_000,
    ofAddress: 100,
  },
  bodies: {
    what: "bytes of incomplete requests",
    taken: "by the length in the headers, or the maximum of the operation",
    full: `503; ${REVOKES_OLDEST}`,
    most: 64 * MEGABYTE,
    ofAddress: 16 * MEGABYTE,
  },
  strangers: {
    what: "requests underway of callers who are not known",
    taken: "from the end of the body to the answer",
    full: REJECTED_STATUS,
    most: 1_000,
    ofAddress: 400,
  },
  known: {
    what: "requests underway",
    taken: "from the check of the credentials to the answer",
    full: REJECTED_STATUS,
    most: 2_500,
    ofAddress: 2_000,
    reserve: 0.2,
  },
  compressions: {
    what: "compressed answers",
    taken: "by answers of 1 KiB and more",
    full: "the answer is not compressed",
    most: 16,
    ofAddress: 8,
  },
  compressedStreams: {
    what: "compressed streams",
    taken: "by answers in chunks",
    full: "the answer is not compressed",
    most: 2,
    ofAddress: 1,
  },
  explanations: {
    what: "explanations of wrong signatures",
    taken: "in the sandbox",
    full: "none is given",
    most: 16,
    ofAddress: 4,
  },
  nearestSlugs: {
    what: "searches for the nearest slug",
    taken: "by catalog reads of an unknown slug",
    full: "none is named",
    most: 4,
    ofAddress: 1,
  },
  pictures: {
    what: "pictures of links that are painted",
    taken: "by pictures that are not stored yet",
    full: REJECTED_STATUS,
    most: 8,
    ofAddress: 4,
  },
} as const satisfies Readonly<Record<string, SlotLimits>>;

/** Builds the rows whose limits are settings. */
const buildConfigured = ({
  maxConnections,
  maxConnectionsPerAddress,
  maxStreams,
  maxStreamsPerAddress,
}: SlotPoolConfig) => ({
  connections: {
    what: "connections",
    taken: "by every connection",
    full: `503, closed; if all are taken, ${REVOKES_OLDEST}, unless it had right credentials`,
    most: maxConnections,
    ofAddress: maxConnectionsPerAddress,
  },
  streams: {
    what: "live connections",
    taken: "by every connection",
    full: `429, or 503; if all are taken, ${REVOKES_OLDEST}, unless it had right credentials`,
    most: maxStreams,
    ofAddress: maxStreamsPerAddress,
  },
});

/** Settings that limit the rows. */
type SlotPoolConfig = {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  readonly maxStreams: number;
  readonly maxStreamsPerAddress: number;
};

export type SlotPoolName = keyof typeof SLOT_POOLS | keyof ReturnType<typeof buildConfigured>;
export type SlotPools = Readonly<Record<SlotPoolName, SlotPool>> & {
  /** Describes a shortage, as a part of a hint. */
  describe(name: SlotPoolName, shortage: Shortage): string;
  /** Lists resources that were exhausted within the last minute. */
  shortages(): readonly SlotShortage[];
};
export type SlotShortage = Omit<SlotPoolState, "shortForMs"> &
  Pick<SlotLimits, "what"> & { readonly name: SlotPoolName };

/** Time for which a shortage is reported, ms. */
const REPORTED_MS = 60_000;

/** Lists the rows of an exchange with these settings. */
export const configureSlotPools = (config: SlotPoolConfig): Readonly<Record<SlotPoolName, SlotLimits>> => ({
  ...SLOT_POOLS,
  ...buildConfigured(config),
});

export function createSlotPools(config: SlotPoolConfig, rows = configureSlotPools(config)): SlotPools {
  const names = Object.keys(rows) as SlotPoolName[];
  const shares = Object.fromEntries(names.map((name) => [name, createSlotPool(rows[name])])) as Record<
    SlotPoolName,
    SlotPool
  >;
  return {
    ...shares,
    describe: (name, { short }) => {
      const { taken, ofAddress } = shares[name].state();
      const { what } = rows[name];
      return short === "all"
        ? `the exchange has ${taken} ${what}, its most`
        : `expected at most ${ofAddress} ${what} of one address at a time, got more`;
    },
    shortages: () =>
      names.flatMap((name): SlotShortage[] => {
        const { shortForMs = Infinity, ...state } = shares[name].state();
        return shortForMs > REPORTED_MS ? [] : [{ name, what: rows[name].what, ...state }];
      }),
  };
}
