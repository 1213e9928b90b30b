/**
 * Applies faults to requests, as hooks of an interface's routes. Latency and refusals come before the request is
 * checked, stale answers once the caller is known. Lost, late and wrong answers come after the request was executed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../context.ts";
import { isFault } from "../../../core/values/input-fault.ts";
import type { MatchDelays } from "../../../engine/sandbox/delayed-orders.ts";
import type { SettlementFaults } from "../../../engine/sandbox/settlements.ts";
import { createHeaderReaders } from "../../guard/auth/authenticate.ts";
import { claimReader } from "../../guard/auth/claimed-credentials.ts";
import { formatRoute } from "../../operation/endpoint.ts";
import type { Access, Endpoint } from "../../operation/endpoint.ts";
import { isHealthPath } from "../../health/health-endpoints.ts";
import type { Mount } from "../../mounts/mount.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { describeRequest, sendErrorResponse } from "../../server/send-error.ts";
import { findMagicValue } from "../magic-values.ts";
import type { FaultsInForce, MetFault, RequestSubject } from "./faults-in-force.ts";

// Stored answers of reads, repeated for some time as by a lagging cache.

type CachedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

type AnswerCache = {
  /** Returns the stored answer under this key; without one, registers the request, whose answer `keep` then stores. */
  findOrAwait(request: FastifyRequest, kept: CachedAnswerKey): CachedAnswer | undefined;
  awaits(request: FastifyRequest): boolean;
  /** Stores the answer of a registered request if the answer is a success. */
  keep(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): void;
};

type CachedAnswerKey = { readonly name: string; readonly forMs: number };

/** Maximum number of stored answers; above it the oldest is dropped. */
const MAX_ANSWERS = 1_000;

function createAnswerCache(): AnswerCache {
  const answers = new Map<string, CachedAnswer & { readonly until: number }>();
  const awaitedKeys = new WeakMap<FastifyRequest, CachedAnswerKey>();
  return {
    findOrAwait(request, kept) {
      const found = answers.get(kept.name);
      if (found !== undefined && performance.now() < found.until) return found;
      awaitedKeys.set(request, kept);
      return undefined;
    },
    awaits: (request) => awaitedKeys.has(request),
    keep(request, reply, body) {
      const kept = awaitedKeys.get(request);
      if (kept === undefined || reply.statusCode !== 200) return;
      const oldest = answers.size < MAX_ANSWERS ? undefined : answers.keys().next().value;
      if (oldest !== undefined) answers.delete(oldest);
      const headers = { "content-type": String(reply.getHeader("content-type")) };
      answers.set(kept.name, { status: 200, headers, body, until: performance.now() + kept.forMs });
    },
  };
}

// Fault of a page that repeats the request's cursor as the next cursor.

/** Names of the cursor parameter in the interfaces. */
const CURSOR_NAMES = ["next_cursor", "after_cursor", "cursor"] as const;

/** Puts the query's cursor into the page as the next cursor; leaves a first page, and other bodies, unchanged. */
function repeatCursor(query: unknown, body: string | Buffer): string | Buffer {
  const asked = isRecord(query)
    ? CURSOR_NAMES.map((name) => query[name]).find((value) => Boolean(value))
    : undefined;
  if (typeof asked !== "string") return body;
  const page = parsed(String(body));
  if (page === undefined) return body;
  const { pagination } = page;
  if ("next_cursor" in page) return JSON.stringify({ ...page, next_cursor: asked });
  if (!isRecord(pagination) || !("next_cursor" in pagination)) return body;
  return JSON.stringify({ ...page, pagination: { ...pagination, has_more: true, next_cursor: asked } });
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith("{")) return undefined;
  const page: unknown = JSON.parse(text);
  return isRecord(page) ? page : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

// The keys and wallets that a request names in headers, path and query, before any check.

type ClaimedIdentities = {
  /** Claimed key or wallet of the caller; "" for a request without one. */
  readonly caller: string;
  /** All keys and wallets that the request names, including the caller and the wallet of the caller's key. */
  readonly all: readonly string[];
};

type ReadNames = (request: FastifyRequest) => ClaimedIdentities;

/** Creates the reader of names for requests of one operation. */
function createNamesReader(context: Context, access: Access): ReadNames {
  const claimOf = claimReader(context, access);
  const { caller: readHeaders } = createHeaderReaders(context.config);
  return (request) => {
    const caller = claimOf?.(request)?.name ?? "";
    const headers = readHeaders(request);
    const wallet = isFault(headers) ? undefined : headers.ADDRESS;
    return {
      caller,
      all: [
        caller,
        wallet ?? "",
        ...listParameterTexts(request.params),
        ...listParameterTexts(request.query),
      ],
    };
  };
}

/** Lists the texts of parameters, with each item of a list as a separate text. */
const listParameterTexts = (parameters: unknown): string[] =>
  Object.values(parameters ?? {})
    .flat()
    .flatMap((value) => (typeof value === "string" ? value.split(",") : []));

type FaultyInterface = { readonly context: Context; readonly mount: Mount; readonly faults: FaultsInForce };

/** An operation of the interface, with the reader of the keys and wallets in its requests. */
type Operation = {
  readonly endpoint: Endpoint;
  readonly route: string;
  readonly namesOf: ReadNames;
};

/** Adds the hooks to the routes of the scope. Without active faults they do nothing. */
export function addRequestFaults(scope: FastifyInstance, { context, mount, faults }: FaultyInterface): void {
  const operations = new Map<string, Operation>(
    mount.endpoints
      .filter(({ path }) => !isHealthPath(path))
      .map((endpoint) => [
        formatRoute({ ...endpoint, path: mount.prefix + endpoint.path }),
        { endpoint, route: formatRoute(endpoint), namesOf: createNamesReader(context, endpoint.access) },
      ]),
  );
  const find = ({ method, routeOptions: { url = "" } }: FastifyRequest): Operation | undefined =>
    // A HEAD request is found as the GET operation of the same URL.
    operations.get(`${method === "HEAD" ? "GET" : method} ${url}`);
  const kept = createAnswerCache();

  scope.addHook("onRequest", (request, reply, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation === undefined) return next();
    const met = faults.meet(["latency", "refuse"], toRequestSubject(operation, request));
    const refusal = met.find(({ fault }) => fault.kind === "refuse");
    const proceed = (): void => {
      if (refusal === undefined) next();
      else void sendErrorResponse(reply, buildFaultResponse(refusal, { mount, operation, request }));
    };
    const ms = computeMaxWait(met);
    return ms === 0 ? proceed() : void setTimeout(proceed, ms);
  });

  scope.addHook("preHandler", (request, reply, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation?.endpoint.kind !== "read") return next();
    const [met] = faults.meet(["stale-read"], toRequestSubject(operation, request));
    if (met === undefined) return next();
    const name = `${operation.namesOf(request).caller} ${request.url}`;
    const answer = kept.findOrAwait(request, { name, forMs: met.ms });
    if (answer === undefined) return next();
    return void reply.code(answer.status).headers(answer.headers).send(answer.body);
  });

  scope.addHook("onSend", (request, reply, payload: unknown, next) => {
    if (reply.statusCode === 200 && losesAnswer(find(request)?.endpoint, request.body))
      request.raw.socket.destroy();
    next(null, payload);
  });

  scope.addHook("onSend", (request, reply, payload: unknown, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation === undefined) return next(null, payload);
    const met = faults.meet(
      ["lose-answer", "delay-answer", "repeat-cursor"],
      toRequestSubject(operation, request),
    );
    if (met.length === 0 && !kept.awaits(request)) return next(null, payload);
    return void answerWith(met, { request, payload, next, keep: (body) => kept.keep(request, reply, body) });
  });
}

/** Tells whether an order in the body has the magic value of a lost answer. */
export function losesAnswer(endpoint: Endpoint | undefined, body: unknown): boolean {
  if (endpoint?.kind !== "placement") return false;
  return [body].flat().some((item) => {
    if (!isRecord(item) || !isRecord(item["order"])) return false;
    const { order, orderType } = item;
    const side = order["side"] === "BUY" ? "BUY" : "SELL";
    const [makerAmount, takerAmount] = [Number(order["makerAmount"]), Number(order["takerAmount"])];
    const value = findMagicValue({ side, orderType: String(orderType), makerAmount, takerAmount });
    return value?.effect.kind === "lost-answer";
  });
}

type FaultyAnswer = {
  readonly request: FastifyRequest;
  readonly payload: unknown;
  readonly keep: (body: Body) => void;
  readonly next: (error: null, body: Body) => void;
};

async function answerWith(
  met: readonly MetFault[],
  { request, payload, keep, next }: FaultyAnswer,
): Promise<void> {
  const kinds = new Set(met.map(({ fault }) => fault.kind));
  const body = await collectBody(payload);
  const sent = kinds.has("repeat-cursor") ? repeatCursor(request.query, body) : body;
  keep(sent);
  await sleep(computeMaxWait(met));
  if (kinds.has("lose-answer")) request.raw.socket.destroy();
  next(null, sent);
}

const toRequestSubject = ({ route, namesOf }: Operation, request: FastifyRequest): RequestSubject => ({
  route,
  names: namesOf(request).all,
});

/** Returns the longest delay of these faults in milliseconds. */
const computeMaxWait = (met: readonly MetFault[]): number => Math.max(0, ...met.map(({ ms }) => ms));

type FaultedRequest = {
  readonly mount: Mount;
  readonly operation: Operation;
  readonly request: FastifyRequest;
};

function buildFaultResponse(
  { id, fault }: MetFault,
  { mount, operation, request }: FaultedRequest,
): ErrorResponse {
  const { status = 503, retryAfterSeconds: retryAfter = 1 } = fault;
  const asked = describeRequest({ mount, endpoint: operation.endpoint }, request);
  const excess = { hint: `fault ${id} of this sandbox; try again in ${retryAfter} s`, retryAfter };
  const { form } = mount;
  if (status === 425) return toRestartingError(form.overloaded(asked, excess));
  return {
    ...(status === 429 ? form.tooMany(asked, excess) : form.overloaded(asked, excess)),
    status,
    retryAfter,
  };
}

/** Error text that Polymarket gives while its engine restarts. */
const RESTARTING = "service not ready";

function toRestartingError({ body, ...refused }: ErrorResponse): ErrorResponse {
  const texts = ["error", "errorMsg"].filter((name) => isRecord(body) && name in body);
  return {
    ...refused,
    status: 425,
    body: Object.assign({}, body, Object.fromEntries(texts.map((name) => [name, RESTARTING]))),
  };
}

type Body = string | Buffer;

/** Returns a body as text or bytes; collects a streamed body. */
async function collectBody(payload: unknown): Promise<Body> {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return payload;
  const parts: Buffer[] = [];
  if (isAsyncIterable(payload)) for await (const part of payload) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

const isAsyncIterable = (payload: unknown): payload is AsyncIterable<Uint8Array> =>
  typeof payload === "object" && payload !== null && Symbol.asyncIterator in payload;

// Faults of the sandbox that the engine applies: failing settlements and delayed matches.

// Failed settlements that active faults cause, as draws for the engine.

/** Draws from the first fault that applies to a match. */
export const settlementFaults = (faults: FaultsInForce): SettlementFaults => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "fail-settlement"),
  draw(parties) {
    const [met] = faults.meet(["fail-settlement"], { parties });
    return met?.ms;
  },
});

// Delays of matching that active faults cause, as draws for the queue of delayed orders.

/** Draws from the first fault that applies to an order. */
export const matchDelays = (faults: FaultsInForce): MatchDelays => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "delay-match"),
  draw(place) {
    const [met] = faults.meet(["delay-match"], place);
    return met && { ms: met.ms, matches: met.fault.outcome !== "unmatch" };
  },
});
