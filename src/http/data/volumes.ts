/** Volume and open interest of events and markets. */
import { Type } from "typebox";
import type { TObject } from "typebox";
import type { Context } from "../../context.ts";
import { elementAt } from "../../core/element-at.ts";
import { computeOpenInterest } from "../../core/ledger/open-interest.ts";
import { NO_MICROS, addCapped, collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { findWalletSums, listMarketVolumes } from "../../store/reads/statistics.ts";
import type { VolumeFilter } from "../../store/reads/statistics.ts";
import { listBackedMarkets, sumOpenInterest } from "../../store/reads/solvency.ts";
import type { BackedRow } from "../../store/reads/solvency.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { ACTIVITY, MARKETS } from "./groups.ts";
import { collateralNumber } from "./numbers.ts";
import { ConditionIds, User, lowerCase } from "./parameters.ts";
import { invalidFieldBecause, missingField } from "./refusal.ts";

/** GET /volume: the all-time volume of a wallet, as Kuest's site requests it. */
export const getVolume = uncodedOperation({
  method: "GET",
  path: "/volume",
  summary: "Get the volume of a wallet",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({ user: User }),
  answer: Type.Object({
    user: Type.String({ description: "Lower case" }),
    volume: Type.String({ description: "Collateral that changed hands in its fills, a decimal" }),
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = lowerCase(query.user);
    const sums = await findWalletSums(await context.adHocSql(), user);
    return { body: { user, volume: collateralText(sums?.volume ?? NO_MICROS) } };
  },
});

// GET /live-volume: the all-time volume of markets, each and in total.

const Volume = Type.Number({ description: "Collateral that changed hands in fills" });

const Answer = Type.Array(
  Type.Object({
    total: Volume,
    markets: Type.Array(
      Type.Object({ market: Type.String({ description: "Condition id" }), value: Volume }),
      {
        description: "In the order of the request; of an event in the order in which they were listed",
      },
    ),
  }),
  { description: "Always one row" },
);

/** Parameters by which a dialect selects markets. */
type LiveVolumeForm<Q extends TObject> = {
  readonly dialect: Dialect;
  readonly query: Q;
  readonly read: (query: Type.Static<Q>) => VolumeFilter | ErrorResponse;
};

const liveVolume = <Q extends TObject>({ dialect, query, read }: LiveVolumeForm<Q>): Endpoint =>
  uncodedOperation({
    method: "GET",
    path: "/live-volume",
    dialects: [dialect],
    summary: "Get the volume of markets",
    group: MARKETS,
    limits: ONLY_INTERFACE_LIMIT,
    query,
    answer: Answer,
    maxAgeSeconds: 5,
    handle: async (call) => {
      const filter = read(call.query);
      if ("status" in filter) return filter;
      const markets = await listMarketVolumes(await call.context.adHocSql(), filter);
      const total = markets.reduce((sum, { volume }) => addCapped(sum, volume), NO_MICROS);
      const rows = markets.map(({ conditionId, volume }) => ({
        market: conditionId,
        value: collateralNumber(volume),
      }));
      return { body: [{ total: collateralNumber(total), markets: rows }] };
    },
  });

const EventId = Type.Integer({ description: "Id of an event" });

const conditionsFilter = (market: readonly string[]): VolumeFilter => ({
  conditionIds: [...new Set(market.map(lowerCase))],
});

/** Reads the filter of Kuest's clients: markets or an event. */
function readEither({
  market,
  id,
}: {
  readonly market?: readonly string[];
  readonly id?: number;
}): VolumeFilter | ErrorResponse {
  if (market === undefined) return id === undefined ? missingField("market") : { eventId: id };
  return id === undefined
    ? conditionsFilter(market)
    : invalidFieldBecause("id", "expected market or id, got both");
}

export const liveVolumes: readonly Endpoint[] = [
  liveVolume({
    dialect: "spec",
    query: Type.Object({ market: ConditionIds }),
    read: ({ market }) => conditionsFilter(market),
  }),
  liveVolume({
    dialect: "polymarket",
    query: Type.Object({ id: EventId }),
    read: ({ id }) => ({ eventId: id }),
  }),
  liveVolume({
    dialect: "kuest",
    query: Type.Object({ market: Type.Optional(ConditionIds), id: Type.Optional(EventId) }),
    read: readEither,
  }),
];

// Open interest of markets as defined by the data interface.

/** Value for all markets instead of a condition id. */
export const ALL_MARKETS = "GLOBAL";

type OpenInterest = { readonly market: string; readonly value: number };

/** Lists the open interest of the markets with these conditions (lower case), or one row for all markets. */
export async function readOpenInterest(
  { adHocSql }: Pick<Context, "adHocSql">,
  conditionIds: readonly string[] | undefined,
): Promise<OpenInterest[]> {
  if (conditionIds === undefined)
    return [{ market: ALL_MARKETS, value: collateralNumber(await sumOpenInterest(await adHocSql())) }];
  const asked = [...new Set(conditionIds)];
  const values = openInterestByCondition(await listBackedMarkets(await adHocSql(), asked));
  return asked.flatMap((market) => {
    const value = values.get(market);
    return value === undefined ? [] : [{ market, value: collateralNumber(value) }];
  });
}

/** Returns the open interest by condition id. */
function openInterestByCondition(rows: readonly BackedRow[]): ReadonlyMap<string, Micros> {
  const events = [...Map.groupBy(rows, ({ event }) => event).values()];
  return new Map(
    events.flatMap((markets) => {
      const values = computeOpenInterest(markets);
      return markets.map(({ conditionId }, index) => [conditionId, elementAt(values, index)] as const);
    }),
  );
}

/** GET /oi: the collateral that backs the shares of markets, for some markets or in total. */
export const listOpenInterest = uncodedOperation({
  method: "GET",
  path: "/oi",
  summary: "List the open interest of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      market: Type.String({ description: `Condition id; ${ALL_MARKETS} where none was asked for` }),
      value: Type.Number({
        description: "Collateral behind all shares, less the market's part of what conversions paid ahead",
      }),
    }),
    { description: "In the order of the request, or one row for all markets" },
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => ({
    body: await readOpenInterest(context, query.market?.map(lowerCase)),
  }),
});
