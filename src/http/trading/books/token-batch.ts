/**
 * Batch reads of tokens, each in two forms: tokens in the body, or in the query. Where clients send a body with a GET, the
 * body is read too.
 */
import { Type } from "typebox";
import type { Static, TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Token } from "../../../core/state.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import type { RateLimit } from "../../guard/rate-limits.ts";
import { describeMistake } from "../../operation/validation-fault.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { BATCH_BODY_BYTES, BATCH_TOKENS, listKnownTokens, TokenList } from "../../values/token-id.ts";

/** Committed state in memory only: batch answers do not use the read tables. */
type MemoryContext = Pick<Context, "engine">;

export type KnownTokens = ReadonlyMap<string, Token>;

type ReadContext = { readonly context: MemoryContext; readonly dialect: Dialect };

type Batch = {
  readonly path: string;
  readonly summary: string;
  readonly limit: RateLimit;
  readonly answer: TSchema;
  /** True if the GET accepts the body of the POST instead of a query. */
  readonly bodyWithGet?: boolean;
  /** Number of rows that a token's answer counts as; default one. */
  readonly rowsOfToken?: number;
  /** Answers for the known tokens, each once, by id and in the order of the request. */
  readonly read: (tokens: KnownTokens, asked: ReadContext) => Answer | Promise<Answer>;
};

const Query = Type.Object({
  token_ids: Type.String({
    description: `At most ${BATCH_TOKENS} token ids, separated by commas; unknown ones are left out of the answer`,
  }),
});

/** Describes a batch read in its two forms. */
export function tokenBatch(batch: Batch): readonly Endpoint[] {
  const { path, summary, limit, answer, read, bodyWithGet = false, rowsOfToken = 1 } = batch;
  const sharedFields = { path, group: BOOKS_AND_PRICES, limits: [limit], answer, fromMemory: true } as const;
  const postEndpoint = endpoint({
    ...sharedFields,
    method: "POST",
    kind: "read",
    summary,
    body: TokenList,
    bodyLimit: BATCH_BODY_BYTES,
    rows: ({ body }) => rowsOfToken * body.length,
    handle: ({ body, context, dialect }) =>
      answerTokens(listTokensInBody(context, body), read, { context, dialect }),
  });
  const getEndpoint = endpoint({
    ...sharedFields,
    method: "GET",
    summary: `${summary} (tokens in the query)`,
    query: Query,
    rows: ({ query }) => rowsOfToken * countTokens(query.token_ids),
    handle: ({ query, context, dialect }) =>
      answerTokens(listTokensInQuery(context, query.token_ids), read, { context, dialect }),
  });
  const getEndpointWithBody = endpoint({
    ...sharedFields,
    method: "GET",
    summary: `${summary} (tokens in the query, or in a body as with POST)`,
    query: Type.Partial(Query),
    body: Type.Union([TokenList, Type.Null()]),
    bodyLimit: BATCH_BODY_BYTES,
    rows: ({ query, body }) => rowsOfToken * (body?.length ?? countTokens(query.token_ids)),
    handle: ({ query, body, context, dialect }) => {
      const tokens =
        body === null ? listTokensInQuery(context, query.token_ids) : listTokensInBody(context, body);
      return answerTokens(tokens, read, { context, dialect });
    },
  });
  return [postEndpoint, bodyWithGet ? getEndpointWithBody : getEndpoint];
}

const answerTokens = (
  tokens: KnownTokens | Rejection,
  read: Batch["read"],
  asked: ReadContext,
): Answer | Promise<Answer> => (isRejection(tokens) ? { rejection: tokens } : read(tokens, asked));

const listTokensInBody = (context: Context, body: Static<typeof TokenList>): KnownTokens | Rejection =>
  listKnownTokens(
    context,
    body.map(({ token_id }) => token_id),
  );

const countTokens = (listed = ""): number => listed.split(",").length;

function listTokensInQuery(context: Context, listed: string | undefined): KnownTokens | Rejection {
  const tokenIds = listed?.split(",").map((tokenId) => tokenId.trim());
  if (tokenIds === undefined)
    return badList("token ids with commas between, or a body that lists them", undefined);
  if (tokenIds.length > BATCH_TOKENS) return badList(`at most ${BATCH_TOKENS}`, tokenIds.length);
  return listKnownTokens(context, tokenIds);
}

const badList = (expected: string, got: unknown): Rejection =>
  reject("invalid_payload", describeMistake("token_ids", { expected, got }));
