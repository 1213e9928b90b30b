/** The filters of markets in a body, as Polymarket's clients write them. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import type { Exchange } from "../../core/state.ts";
import type { MarketFilter } from "../../store/catalog/catalog-markets.ts";
import { amountOf, readDates } from "./bounds.ts";

/** Clients send null for what they do not ask for. */
const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const Bound = (description: string) => Nullable(Type.Number({ minimum: 0, description }));
const Moment = (description: string) => Nullable(Type.String({ description }));
const List = (description: string) => Nullable(Type.Array(Type.String(), { description }));

export const MarketFilterBody = Type.Object(
  {
    id: Nullable(Type.Array(Type.Integer(), { description: "Ids" })),
    slug: List("Slugs"),
    closed: Nullable(Type.Boolean({ description: "Only those that are over, or that are not" })),
    clobTokenIds: List("Token ids"),
    conditionIds: List("Condition ids in any case"),
    liquidityNumMin: Bound("Least liquidity"),
    liquidityNumMax: Bound("Largest liquidity"),
    volumeNumMin: Bound("Least volume"),
    volumeNumMax: Bound("Largest volume"),
    startDateMin: Moment("Earliest start: ISO 8601, a date, or unix seconds"),
    startDateMax: Moment("Latest start, as all dates here"),
    endDateMin: Moment("Earliest end"),
    endDateMax: Moment("Latest end"),
    tagId: Nullable(Type.Integer({ description: "Id of a tag of the event" })),
    relatedTags: Nullable(
      Type.Boolean({
        description: "There are no events of a tag that do not carry it that could be added",
      }),
    ),
    umaResolutionStatus: Nullable(
      Type.Enum(["proposed", "disputed", "resolved"], { description: "How far the resolution is" }),
    ),
  },
  { additionalProperties: false },
);
type MarketFilterBody = Type.Static<typeof MarketFilterBody>;

const AMOUNTS = ["liquidityNumMin", "liquidityNumMax", "volumeNumMin", "volumeNumMax"] as const;

/** Reads the filter without its scope; a fault is the name of the field that is wrong. */
export function readFilterBody(
  body: MarketFilterBody,
  tokens: Exchange["tokens"],
): MarketFilter | InputFault {
  const wrong = AMOUNTS.find((name) => isNumber(body[name]) && amountOf(body[name]) === undefined);
  if (wrong !== undefined) return { fault: wrong };
  const dates = readDates(
    {
      start_date_min: body.startDateMin ?? undefined,
      start_date_max: body.startDateMax ?? undefined,
      end_date_min: body.endDateMin ?? undefined,
      end_date_max: body.endDateMax ?? undefined,
    },
    "polymarket",
  );
  if (isFault(dates)) return { fault: inCamelCase(dates.fault) };
  return {
    ids: body.id ?? undefined,
    slugs: body.slug ?? undefined,
    closed: body.closed ?? undefined,
    nos: body.clobTokenIds?.flatMap((token) => tokens.get(token)?.market.no ?? []),
    conditionIds: body.conditionIds?.map((condition) => condition.toLowerCase()),
    liquidityMin: readBound(body.liquidityNumMin),
    liquidityMax: readBound(body.liquidityNumMax),
    volumeMin: readBound(body.volumeNumMin),
    volumeMax: readBound(body.volumeNumMax),
    ...dates,
    tagIds: isNumber(body.tagId) ? [body.tagId] : undefined,
    resolution: body.umaResolutionStatus ?? undefined,
  };
}

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

const readBound = (value: number | null | undefined) => (isNumber(value) ? amountOf(value) : undefined);

const inCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
