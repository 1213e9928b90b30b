/**
 * Combo positions and their activity, in both versions. This exchange has no combos: the lists are always empty, in the
 * form that clients parse.
 */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import { SERVICES } from "../dialects/dialect.ts";
import type { Endpoint, OperationGroup } from "../operation/endpoint.ts";
import { NoRows, UnusedInteger, UnusedText, UnusedTexts } from "../operation/page-limit.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { ACTIVITY, POSITIONS, V2_WALLETS } from "./groups.ts";
import { Limit, Offset, User } from "./parameters.ts";
import { Page, pageBody } from "./v2/operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

/** A page of version 1, with its rows under this name. */
const FirstPage = (name: "combos" | "activity") =>
  Type.Object({
    [name]: NoRows,
    pagination: Type.Object({
      limit: Type.Integer(),
      offset: Type.Integer(),
      has_more: Type.Literal(false),
      next_cursor: Type.Null(),
    }),
  });

const LIMITS = { default: 100, maximum: 500 };
const PAGED = { user: User, limit: Limit(LIMITS), cursor: UnusedText };
const POSITION_FILTERS = {
  status: UnusedTexts,
  sort: UnusedText,
  sort_by: UnusedText,
  sort_direction: UnusedText,
};
const SPANS = {
  updatedAfter: UnusedInteger,
  updatedBefore: UnusedInteger,
  updated_after: UnusedInteger,
  updated_before: UnusedInteger,
};

type ComboList = {
  readonly path: string;
  readonly noun: string;
  readonly group: OperationGroup;
  readonly query: TProperties;
  readonly answer: TObject;
  readonly body: (page: { readonly limit: number; readonly offset: number }) => unknown;
};

const firstBody =
  (name: "combos" | "activity"): ComboList["body"] =>
  (page) => ({ [name]: [], pagination: { ...page, has_more: false, next_cursor: null } });

const secondBody: ComboList["body"] = ({ limit }) =>
  pageBody(
    lazyRows([], () => undefined),
    { limit, next: undefined },
  );

const LISTS: readonly ComboList[] = [
  {
    path: "/v1/positions/combos",
    noun: "positions in combos",
    group: POSITIONS,
    query: {
      ...PAGED,
      offset: Offset({ maximum: 10_000 }),
      market_id: UnusedTexts,
      ...POSITION_FILTERS,
      ...SPANS,
    },
    answer: FirstPage("combos"),
    body: firstBody("combos"),
  },
  {
    path: "/v1/activity/combos",
    noun: "activity in combos",
    group: ACTIVITY,
    query: { ...PAGED, offset: Offset({ maximum: 10_000 }), market_id: UnusedTexts },
    answer: FirstPage("activity"),
    body: firstBody("activity"),
  },
  {
    path: "/v2/positions/combos",
    noun: "positions in combos, version 2",
    group: V2_WALLETS,
    query: { ...PAGED, condition_id: UnusedTexts, ...POSITION_FILTERS, ...SPANS },
    answer: Page(Type.Never(), "No rows"),
    body: secondBody,
  },
  {
    path: "/v2/activity/combos",
    noun: "activity in combos, version 2",
    group: V2_WALLETS,
    query: { ...PAGED, condition_id: UnusedTexts },
    answer: Page(Type.Never(), "No rows"),
    body: secondBody,
  },
];

const comboList = ({ path, noun, group, query, answer, body }: ComboList): Endpoint =>
  uncodedOperation({
    method: "GET",
    path,
    dialects: group === V2_WALLETS ? SERVICES : ["polymarket"],
    strict: group === V2_WALLETS,
    summary: `List ${noun}, of which there are none: always empty`,
    group,
    limits: ONLY_INTERFACE_LIMIT,
    query: Type.Object(query),
    answer,
    maxAgeSeconds: 60,
    rows: 1,
    handle: (call) => ({
      body: body({ limit: Number(call.query["limit"]), offset: Number(call.query["offset"] ?? 0) }),
    }),
  });

export const comboPositions: readonly Endpoint[] = LISTS.filter(({ group }) => group === POSITIONS).map(
  comboList,
);
export const comboActivity: readonly Endpoint[] = LISTS.filter(({ group }) => group === ACTIVITY).map(
  comboList,
);
export const v2Combos: readonly Endpoint[] = LISTS.filter(({ group }) => group === V2_WALLETS).map(comboList);
