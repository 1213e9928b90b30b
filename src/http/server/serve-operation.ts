/**
 * Runs an operation and sends its answer. A read that may be large first waits for the read tables, then for a slot. Long
 * bodies are written in slices that yield to orders. A body is complete before the head is sent, since the head states
 * length and ETag.
 */
import type { HttpExchange, HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import { withStoreTimeout } from "../../store/sql/with-timeout.ts";
import { getNetwork } from "../../base/address-ranges.ts";
import { clientAddress } from "./connection/client-address.ts";
import { claimReader } from "../guard/auth/claimed-credentials.ts";
import type { Answer, Endpoint, StreamedAnswer } from "../operation/endpoint.ts";
import type { Gate, GuardedOperation } from "../guard/gate.ts";
import type { Guard } from "../guard/guard.ts";
import type { RunningSlowQuery, SlowQueries, PendingSlowQuery } from "../guard/slow-queries/slow-queries.ts";
import { isLong, sendSlices, writeJson } from "../guard/slow-queries/json-slices.ts";
import type { JsonSlices } from "../guard/slow-queries/json-slices.ts";
import type { Mount } from "../mounts/mount.ts";
import { pageRows } from "../operation/page-limit.ts";
import { nameRequest } from "../operation/request-name.ts";
import type { PassOn } from "./pass-on.ts";
import { cacheControl, isCachedByCaller, sendCacheable, sendNotModified } from "./caching.ts";
import type { CompressAnswer, SentStreams } from "./compression.ts";
import { pickKnownValues } from "./request-body.ts";
import { JSON_TYPE, describeRequest, sendLimitError, sendErrorResponse } from "./send-error.ts";

/** An operation and the server parts that it runs with. */
export type ServedOperation = {
  readonly context: Context;
  readonly mount: Mount;
  readonly endpoint: Endpoint;
  /** Guard of the operation; without a gate nothing is limited. */
  readonly gate?: Gate | undefined;
  readonly reads: SlowQueries;
  readonly compress: CompressAnswer;
  readonly streams: SentStreams;
  /** Timeout in ms of authentication, and of the operation. The engine always answers sooner. */
  readonly answerMs: number;
  /** Set at a gateway, which passes on what only the process of the engine can do. */
  readonly passOn?: PassOn | undefined;
};

export type SentReply = HttpReply | Promise<HttpReply>;

export function serveOperation(served: ServedOperation, exchanged: HttpExchange): SentReply {
  const { answerMs } = served;
  const pendingSlot = enterSlowQueryQueue(served, exchanged);
  if (pendingSlot !== undefined) return serveQueued(served, exchanged, pendingSlot);
  const answer = runHandler(served, exchanged.request);
  return answer instanceof Promise
    ? withStoreTimeout(answer, answerMs).then((late) => sendCounted(served, exchanged, late))
    : sendCounted(served, exchanged, answer);
}

/** Sends an answer, once the orders that it cancelled are counted against the caller's limits. */
function sendCounted(served: ServedOperation, exchanged: HttpExchange, answer: Answer): SentReply {
  const { endpoint, gate } = served;
  if (endpoint.countCanceled !== undefined && "body" in answer)
    gate?.canceled(exchanged.request, exchanged.reply, endpoint.countCanceled(answer.body));
  return send(served, exchanged, answer);
}

/**
 * Waits for a slot if a read may be large. The wait for the read tables comes before the wait for a slot, so that it
 * occupies no slot. Operators never queue: they are answered under any load.
 */
function enterSlowQueryQueue(served: ServedOperation, exchanged: HttpExchange): PendingSlowQuery | undefined {
  const { context, endpoint, reads } = served;
  // Orders, cancels and services do not wait for readers.
  if (endpoint.access === "operator" || endpoint.kind !== "read") return undefined;
  const { query, body } = exchanged.request;
  const rows = endpoint.rows({ query, body });
  return reads.enter(exchanged, rows, endpoint.fromMemory ? undefined : context.tables.reach);
}

/** Runs the operation, within the request's trace if the trace is recorded. */
function runHandler(served: ServedOperation, request: HttpRequest): Answer | Promise<Answer> {
  const { trace } = request;
  const { traces } = served.context;
  return trace?.isKept === true && traces !== undefined
    ? traces.within(trace, () => runHandlerNow(served, request))
    : runHandlerNow(served, request);
}

function runHandlerNow(
  { context, mount, endpoint }: ServedOperation,
  request: HttpRequest,
): Answer | Promise<Answer> {
  const { params, body, identity } = request;
  const query = pickKnownValues(endpoint.query, request.query);
  const name = endpoint.once ? nameRequest(endpoint, request) : undefined;
  if (isRejection(name)) return { rejection: name };
  const { dialect, forOperators = mount.limited === "operator" } = mount;
  const lastEventId = request.headers["last-event-id"]?.toString();
  const network = (): string => getNetwork(clientAddress(request, context.config.trustedProxies));
  const call = { context, dialect, forOperators, query, params, body, lastEventId, network };
  return endpoint.handle({ ...call, request: name, ...identity });
}

/** Runs a read that may be large, once the read has a slot. */
async function serveQueued(
  served: ServedOperation,
  exchanged: HttpExchange,
  pendingSlot: PendingSlowQuery,
): Promise<HttpReply> {
  const { reply } = exchanged;
  const slot = await pendingSlot;
  if ("why" in slot) return sendLimitError(served, reply, slot);
  const { answer, json } = await withStoreTimeout(makeQueuedAnswer(served, exchanged, slot), served.answerMs);
  reply.headers(slot.headers());
  return json === undefined ? sendShort(served, reply, answer) : sendLong(served, reply, { answer, json });
}

/** Makes the answer and, if it is long, its JSON. Releases the slot in any case. */
async function makeQueuedAnswer(served: ServedOperation, exchanged: HttpExchange, slot: RunningSlowQuery) {
  let json: JsonSlices | undefined;
  try {
    const answer = await runHandler(served, exchanged.request);
    if (isLongAnswer(answer)) json = await writeAnswer(served, exchanged, answer);
    return { answer, json };
  } finally {
    slot.made(json?.bytes ?? 0);
  }
}

/** Sends an answer. A read that needed no slot may still have a long answer. */
function send(served: ServedOperation, exchanged: HttpExchange, answer: Answer): SentReply {
  const { reply } = exchanged;
  if (!isLongAnswer(answer)) return sendShort(served, reply, answer);
  return writeAnswer(served, exchanged, answer).then((json) => sendLong(served, reply, { answer, json }));
}

type Body = Exclude<Extract<Answer, { body: unknown }>, { status: unknown }>;

const isLongAnswer = (answer: Answer): answer is Body =>
  "body" in answer && !("status" in answer) && isLong(answer.body);

async function writeAnswer(
  { endpoint, reads }: ServedOperation,
  { reply }: HttpExchange,
  { body, onWritten }: Body,
): Promise<JsonSlices> {
  const { raw } = reply;
  const isGone = (): boolean => raw.closed || raw.destroyed;
  const hashed = endpoint.maxAgeSeconds !== undefined;
  const json = await writeJson(body, { slices: reads.slices, isGone, hashed });
  // Of an answer that nobody waits for, a part is written.
  if (!isGone()) onWritten?.(json);
  return json;
}

function sendShort(served: ServedOperation, reply: HttpReply, answer: Answer): HttpReply {
  const { mount, endpoint } = served;
  if ("rejection" in answer) {
    return sendErrorResponse(
      reply,
      mount.form.rejection(answer.rejection, describeRequest(served, reply.request)),
    );
  }
  if ("status" in answer) return sendErrorResponse(reply, answer);
  if ("stream" in answer) {
    describe(served, reply, answer);
    return sendStream(served, reply, answer);
  }
  const sent = toSentBody(answer);
  const hash = "json" in answer ? answer.hash : undefined;
  describe(served, reply, answer);
  const { maxAgeSeconds } = endpoint;
  return maxAgeSeconds === undefined
    ? reply.send(sent)
    : sendCacheable(reply, { json: sent, control: cacheControl(mount, maxAgeSeconds), hash });
}

/** Sends a stream. HTTP/1.0 clients get no trailers, as they know no chunked encoding. */
function sendStream(
  { streams }: ServedOperation,
  reply: HttpReply,
  { stream, trailers = {} }: StreamedAnswer,
): HttpReply {
  if (reply.request.method === "HEAD") {
    // Nobody would read the stream, which may be endless.
    stream.destroy();
    return reply.send();
  }
  streams.note(reply.raw);
  if (reply.request.raw.httpVersion === "1.0") return reply.send(stream);
  for (const [name, value] of Object.entries(trailers))
    reply.trailer(name, (_reply, _payload, done) => done(null, value()));
  return reply.send(stream);
}

type Success = Exclude<Answer, { rejection: unknown } | { status: unknown } | { stream: unknown }>;

function toSentBody(answer: Success): string | Buffer {
  if ("bytes" in answer) return answer.bytes;
  if ("json" in answer) return answer.json;
  const json = JSON.stringify(answer.body);
  if (answer.onWritten === undefined) return json;
  const bytes = Buffer.from(json);
  answer.onWritten({ buffers: [bytes], bytes: bytes.length, hash: undefined });
  return bytes;
}

type LongAnswer = { readonly answer: Answer; readonly json: JsonSlices };

function sendLong(served: ServedOperation, reply: HttpReply, { answer, json }: LongAnswer): HttpReply {
  describe(served, reply, answer);
  const { maxAgeSeconds } = served.endpoint;
  const control = maxAgeSeconds === undefined ? undefined : cacheControl(served.mount, maxAgeSeconds);
  if (control !== undefined && isCachedByCaller(reply, json.hash ?? "", control))
    return sendNotModified(reply);
  return sendSlices(reply, json);
}

function describe({ endpoint }: ServedOperation, reply: HttpReply, answer: Answer): void {
  const rows = pageRows(endpoint.query, reply.request.query);
  if (rows !== undefined) reply.header("x-page-limit", String(rows));
  reply.header("content-type", endpoint.mediaType ?? JSON_TYPE);
  if ("headers" in answer && answer.headers !== undefined) reply.headers(answer.headers);
}

// The admission gate of an operation's requests.

type GatedOperation = Pick<GuardedOperation, "endpoint"> & { readonly mount: Mount };

/** Returns the gate; `undefined` if the interface has no limits. */
export function createOperationGate(
  context: Context,
  guard: Guard,
  { mount, endpoint }: GatedOperation,
): Gate | undefined {
  const { limited: of, dialect, forOperators = of === "operator" } = mount;
  if (of === undefined) return undefined;
  const claimOf = claimReader(context, endpoint.access);
  return guard.gateOf({ of, dialect, endpoint, claimOf, forOperators });
}
