/**
 * Lists of what the services of the dialects have and this exchange has not: sports, teams, comments and clarifications.
 * Each is answered empty in the form that clients parse, whatever its parameters ask for.
 */
import { Type } from "typebox";
import type { TProperties, TSchema } from "typebox";
import { SERVICES } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint, OperationGroup } from "../endpoint.ts";
import { NoRows, UnusedFlag, UnusedInteger, UnusedIntegers, UnusedText, UnusedTexts } from "../empty-list.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { CLARIFICATIONS, COMMENTS, SPORTS } from "./groups.ts";
import { NumericId, PageParameters } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

type EmptyList = {
  readonly path: string;
  /** The default: those of both services. */
  readonly dialects?: readonly Dialect[];
  readonly noun: string;
  readonly group: OperationGroup;
  readonly query?: TProperties;
  readonly params?: TProperties;
  readonly answer?: TSchema;
  readonly body?: unknown;
};

const LISTED = { ...PageParameters, order: UnusedText, ascending: UnusedFlag };

const LISTS: readonly EmptyList[] = [
  { path: "/sports", noun: "sports", group: SPORTS },
  {
    path: "/sports/market-types",
    noun: "types of sports markets",
    group: SPORTS,
    answer: Type.Object({ marketTypes: NoRows }),
    body: { marketTypes: [] },
  },
  {
    path: "/teams",
    noun: "teams",
    group: SPORTS,
    query: {
      ...LISTED,
      league: UnusedTexts,
      name: UnusedTexts,
      abbreviation: UnusedTexts,
      provider_id: UnusedIntegers,
    },
  },
  {
    path: "/comments",
    noun: "comments",
    group: COMMENTS,
    query: {
      ...LISTED,
      parent_entity_type: UnusedText,
      parent_entity_id: UnusedInteger,
      event_slug: UnusedText,
      get_positions: UnusedFlag,
      holders_only: UnusedFlag,
    },
  },
  {
    path: "/comments/keyset",
    dialects: ["polymarket"],
    noun: "comments",
    group: COMMENTS,
    query: {
      limit: PageParameters.limit,
      order: UnusedText,
      ascending: UnusedFlag,
      after_cursor: UnusedText,
      parent_entity_type: UnusedText,
      parent_entity_id: UnusedInteger,
      get_positions: UnusedFlag,
      holders_only: UnusedFlag,
    },
    answer: Type.Object({ comments: NoRows }),
    body: { comments: [] },
  },
  {
    path: "/comments/:id",
    noun: "comments of a thread",
    group: COMMENTS,
    query: { ...PageParameters, get_positions: UnusedFlag },
    params: NumericId.properties,
  },
  {
    path: "/comments/user_address/:user_address",
    noun: "comments of a wallet",
    group: COMMENTS,
    query: LISTED,
    params: { user_address: Type.String({ description: "A wallet" }) },
  },
  {
    path: "/market-clarifications",
    dialects: ["polymarket"],
    noun: "clarifications of markets",
    group: CLARIFICATIONS,
    query: {
      ...LISTED,
      market_id: UnusedTexts,
      event_id: UnusedTexts,
      question_id: UnusedTexts,
      state: UnusedTexts,
      show_in_frontend: UnusedFlag,
      tx_hash: UnusedText,
    },
  },
];

export const emptyLists: readonly Endpoint[] = LISTS.map(
  ({ path, dialects = SERVICES, noun, group, query, params, answer = NoRows, body = [] }) =>
    uncodedOperation({
      method: "GET",
      path,
      dialects,
      summary: `List ${noun}, of which there are none: always empty`,
      group,
      limits: ONLY_INTERFACE_LIMIT,
      ...(query && { query: Type.Object(query) }),
      ...(params && { params: Type.Object(params) }),
      answer,
      maxAgeSeconds: LABEL_SECONDS,
      rows: 1,
      handle: () => ({ body }),
    }),
);
