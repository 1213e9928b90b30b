/**
 * Faults that requests meet on the wire, as hooks of an interface's routes. Latency and refusals come before anything of
 * the request is looked at, old answers once its caller is known. Answers are lost, late or wrong after it was carried out.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { routeOf } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { isHealthPath } from "../health/health-answer.ts";
import type { Mount } from "../mount.ts";
import type { Refused } from "../refusal-form.ts";
import { askedOf, sendRefusal } from "../server/send-refusal.ts";
import type { FaultsInForce, MetFault, RequestPlace } from "./faults-in-force.ts";
import { isRecord, repeatCursor } from "./repeat-cursor.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { namesReader } from "./request-names.ts";
import type { ReadNames } from "./request-names.ts";

type FaultyInterface = { readonly context: Context; readonly mount: Mount; readonly faults: FaultsInForce };

/** An operation of the interface, and how the keys and wallets that its requests name are read. */
type Operation = {
  readonly endpoint: Endpoint;
  readonly route: string;
  readonly namesOf: ReadNames;
};

/** Adds the hooks to the routes of the scope. While no fault is in force they do nothing. */
export function addRequestFaults(scope: FastifyInstance, { context, mount, faults }: FaultyInterface): void {
  const operations = new Map<string, Operation>(
    mount.endpoints
      .filter(({ path }) => !isHealthPath(path))
      .map((endpoint) => [
        routeOf({ ...endpoint, path: mount.prefix + endpoint.path }),
        { endpoint, route: routeOf(endpoint), namesOf: namesReader(context, endpoint.access) },
      ]),
  );
  const find = ({ method, routeOptions: { url = "" } }: FastifyRequest): Operation | undefined =>
    // HEAD is the same read without its body.
    operations.get(`${method === "HEAD" ? "GET" : method} ${url}`);
  const kept = createKeptAnswers();

  scope.addHook("onRequest", (request, reply, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation === undefined) return next();
    const met = faults.meet(["latency", "refuse"], placeOf(operation, request));
    const refusal = met.find(({ fault }) => fault.kind === "refuse");
    const go = (): void => {
      if (refusal === undefined) next();
      else void sendRefusal(reply, refusedBy(refusal, { mount, operation, request }));
    };
    const ms = longest(met);
    return ms === 0 ? go() : void setTimeout(go, ms);
  });

  scope.addHook("preHandler", (request, reply, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation?.endpoint.kind !== "read") return next();
    const [met] = faults.meet(["stale-read"], placeOf(operation, request));
    if (met === undefined) return next();
    const name = `${operation.namesOf(request).caller} ${request.url}`;
    const answer = kept.findOrAwait(request, { name, forMs: met.ms });
    if (answer === undefined) return next();
    return void reply.code(answer.status).headers(answer.headers).send(answer.body);
  });

  scope.addHook("onSend", (request, reply, payload: unknown, next) => {
    const operation = faults.isEmpty() ? undefined : find(request);
    if (operation === undefined) return next(null, payload);
    const met = faults.meet(["lose-answer", "delay-answer", "repeat-cursor"], placeOf(operation, request));
    if (met.length === 0 && !kept.awaits(request)) return next(null, payload);
    return void answerWith(met, { request, payload, next, keep: (body) => kept.keep(request, reply, body) });
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
  const body = await wholeBody(payload);
  const sent = kinds.has("repeat-cursor") ? repeatCursor(request.query, body) : body;
  keep(sent);
  await sleep(longest(met));
  if (kinds.has("lose-answer")) request.raw.socket.destroy();
  next(null, sent);
}

const placeOf = ({ route, namesOf }: Operation, request: FastifyRequest): RequestPlace => ({
  route,
  names: namesOf(request).all,
});

/** The longest wait of these faults in milliseconds. */
const longest = (met: readonly MetFault[]): number => Math.max(0, ...met.map(({ ms }) => ms));

type RefusedPlace = {
  readonly mount: Mount;
  readonly operation: Operation;
  readonly request: FastifyRequest;
};

function refusedBy({ id, fault }: MetFault, { mount, operation, request }: RefusedPlace): Refused {
  const { status = 503, retryAfterSeconds: retryAfter = 1 } = fault;
  const asked = askedOf({ mount, endpoint: operation.endpoint }, request);
  const excess = { hint: `fault ${id} of this sandbox; try again in ${retryAfter} s`, retryAfter };
  const { form } = mount;
  if (status === 425) return restarting(form.overloaded(asked, excess));
  return {
    ...(status === 429 ? form.tooMany(asked, excess) : form.overloaded(asked, excess)),
    status,
    retryAfter,
  };
}

/** Error text of the service while its engine restarts. */
const RESTARTING = "service not ready";

function restarting({ body, ...refused }: Refused): Refused {
  const texts = ["error", "errorMsg"].filter((name) => isRecord(body) && name in body);
  return {
    ...refused,
    status: 425,
    body: Object.assign({}, body, Object.fromEntries(texts.map((name) => [name, RESTARTING]))),
  };
}

type Body = string | Buffer;

/** Reads a body that comes in parts as one. */
async function wholeBody(payload: unknown): Promise<Body> {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return payload;
  const parts: Buffer[] = [];
  if (isAsyncIterable(payload)) for await (const part of payload) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

const isAsyncIterable = (payload: unknown): payload is AsyncIterable<Uint8Array> =>
  typeof payload === "object" && payload !== null && Symbol.asyncIterator in payload;
