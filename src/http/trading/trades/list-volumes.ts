/**
 * POST /data/volumes: the volumes of markets. Each condition has a row, in the order of the request, with its own status:
 * an unknown market does not fail the others.
 */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { HOUR_MS } from "../../../store/catalog/catalog-records.ts";
import { listRecentVolumes } from "../../../store/reads/statistics.ts";
import type { RecentVolume } from "../../../store/reads/statistics.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { MARKETS } from "../groups.ts";
import { RejectedItemFields, describeRejectedItem } from "../pages.ts";
import { BATCH_BODY_BYTES, BATCH_TOKENS } from "../../values/token-id.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const HOURS = 24;
const CONDITION = /^0x[0-9a-f]{64}$/;

const ConditionId = Type.Optional(
  Type.String({ maxLength: 100, description: "In any case of letters; under one of both names" }),
);
const TokenIds = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 2,
    description:
      "The market's tokens, under one of both names; its volume counts the trades of both, whichever are named",
  }),
);

/** A condition and its tokens, under the field names of both of Kuest's clients. */
const WrittenCondition = Type.Object({
  conditionId: ConditionId,
  condition_id: ConditionId,
  tokenIds: TokenIds,
  token_ids: TokenIds,
});
type WrittenCondition = Type.Static<typeof WrittenCondition>;

type Condition = { readonly conditionId: string; readonly tokenIds: readonly string[] };

const VolumeRow = Type.Object({
  condition_id: Type.String({ description: "As sent" }),
  status: Type.Integer({ description: "200, or that of the refusal" }),
  volume: Type.Optional(Type.String({ description: "Collateral that changed hands in all fills" })),
  volume_24h: Type.Optional(
    Type.String({ description: "The same of the last 24 full hours and the current one" }),
  ),
  ...RejectedItemFields,
});

export const listVolumes = endpoint({
  method: "POST",
  kind: "read",
  path: "/data/volumes",
  summary: "List the volumes of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  body: Type.Object({
    include_24h: Type.Optional(Type.Boolean()),
    conditions: Type.Array(WrittenCondition, { maxItems: BATCH_TOKENS }),
  }),
  bodyLimit: BATCH_BODY_BYTES,
  answer: Type.Array(VolumeRow),
  handle: async ({ context, dialect, body }) => {
    const { include_24h = false } = body;
    const conditions = readConditions(body.conditions);
    if (isRejection(conditions)) return { rejection: conditions };
    const ids = conditions.map(({ conditionId }) => normalizeCondition(conditionId));
    const known = await listRecentVolumes(await context.sql(), {
      conditionIds: [...new Set(ids.filter((id) => CONDITION.test(id)))],
      since: Math.floor(context.clock() / HOUR_MS) - HOURS,
    });
    const volumes = new Map(known.map((volume) => [volume.conditionId, volume]));
    const rows = conditions.map((condition) => {
      const volume = volumes.get(normalizeCondition(condition.conditionId));
      const { conditionId: condition_id } = condition;
      const found = checkTokens(condition, volume);
      return isRejection(found)
        ? { condition_id, ...describeRejectedItem(found, dialect) }
        : { condition_id, ...volumeRow(found, include_24h) };
    });
    return { body: rows };
  },
});

function readConditions(written: readonly WrittenCondition[]): readonly Condition[] | Rejection {
  const conditions: Condition[] = [];
  for (const [index, each] of written.entries()) {
    const condition = readCondition(each, index);
    if (isRejection(condition)) return condition;
    conditions.push(condition);
  }
  return conditions;
}

function readCondition(
  { conditionId, condition_id, tokenIds, token_ids }: WrittenCondition,
  index: number,
): Condition | Rejection {
  const refuse = (names: string, got: string): Rejection =>
    reject("invalid_payload", `conditions.${index}: expected ${names}, got ${got}`);
  const id = conditionId ?? condition_id;
  if (id === undefined) return refuse("conditionId or condition_id", "neither");
  if (conditionId !== undefined && condition_id !== undefined)
    return refuse("conditionId or condition_id", "both");
  if (tokenIds !== undefined && token_ids !== undefined) return refuse("tokenIds or token_ids", "both");
  return { conditionId: id, tokenIds: tokenIds ?? token_ids ?? [] };
}

function checkTokens(
  { conditionId, tokenIds }: Condition,
  volume: RecentVolume | undefined,
): RecentVolume | Rejection {
  if (volume === undefined) return reject("unknown_market", `no market has condition ${conditionId}`);
  const other = tokenIds.find((tokenId) => !volume.tokenIds.includes(tokenId));
  return other === undefined
    ? volume
    : reject("condition_mismatch", `token ${other} is not of condition ${conditionId}`);
}

const volumeRow = ({ volume, volume24h }: RecentVolume, with24h: boolean) => ({
  status: 200,
  volume: collateralText(volume),
  ...(with24h && { volume_24h: collateralText(volume24h) }),
});
