/**
 * Operations that are served from the bytes of plain requests, without the framework: placements, cancels, books and
 * prices. A request goes through the same steps as in the framework, and gets the same bytes as an answer.
 */
import type { Socket } from "node:net";
import type { FastifyError, FastifySchema } from "fastify";
import type { Context } from "../../../context.ts";
import type { FaultsInForce } from "../../sandbox/faults/faults-in-force.ts";
import { losesAnswer } from "../../sandbox/faults/request-faults.ts";
import { BOOKS_AND_PRICES } from "../../trading/groups.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import type { HttpReply, HttpRequest } from "../../operation/http-exchange.ts";
import type { Validators } from "../caching.ts";
import { configOf, createSteps, isPassedOn, logBug, schemaOf } from "../endpoint-route.ts";
import type { OperationSteps } from "../endpoint-route.ts";
import type { ServedOperation } from "../serve-operation.ts";
import { DirectReply, DirectRequest } from "./direct-exchange.ts";
import type { BeforeSend } from "./direct-exchange.ts";
import type { PlainRequest } from "./plain-request.ts";

export type DirectRoutes = {
  /** True if a plain request with this method and URL may be served from its bytes. */
  has(method: string | undefined, url: string | undefined): boolean;
  /** Serves a plain request and returns its reply; `undefined` leaves the request to the framework. */
  serve(plain: PlainRequest, socket: Socket): DirectReply | undefined;
};

export type DirectRoutesOptions = {
  readonly context: Context;
  readonly operations: readonly ServedOperation[];
  readonly validators: Validators;
  readonly faults: FaultsInForce | undefined;
  readonly isStopping: () => boolean;
  /** Begins what every request has: trace, log, and the headers of every answer. */
  readonly begin: (request: HttpRequest, reply: HttpReply) => void;
  /** Value of the Keep-Alive header. */
  readonly keepAlive: string;
};

type Validate = (request: HttpRequest) => void;

type DirectRoute = {
  readonly served: ServedOperation;
  readonly steps: OperationSteps;
  readonly validate: Validate;
  readonly routeOptions: ConstructorParameters<typeof DirectRequest>[0]["routeOptions"];
  readonly beforeSend: BeforeSend;
};

/** Content types that the framework takes as well. */
const PLAIN_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
/** A query in which every value is the text as sent. */
const PLAIN_QUERY = /^(?:[a-z_]+=[\w.,-]+(?:&(?=.)|$))+$/;

export function createDirectRoutes(options: DirectRoutesOptions): DirectRoutes {
  const { context, operations, faults, isStopping, keepAlive } = options;
  const routes = new Map<string, DirectRoute>(
    operations
      .filter(isDirect)
      .map((served) => [nameRoute(served.endpoint.method, pathOf(served)), createRoute(options, served)]),
  );
  const connectionLines = createConnectionLines(keepAlive);
  const find = (method: string, url: string): DirectRoute | undefined => {
    const at = url.indexOf("?");
    return routes.get(nameRoute(method, at === -1 ? url : url.slice(0, at)));
  };
  return {
    has: (method = "", url = "") => find(method, url) !== undefined,
    serve(plain, socket) {
      const route = find(plain.method, plain.url);
      if (route === undefined || isStopping() || faults?.isEmpty() === false) return undefined;
      const query = readPlainQuery(plain.url);
      if (query === undefined || !isPlainBody(route, plain)) return undefined;
      const { routeOptions, beforeSend } = route;
      const request = new DirectRequest({ plain, socket, query, routeOptions });
      const reply = new DirectReply({ request, connectionLines: connectionLines(), beforeSend });
      serve(options, route, { request, reply }).catch((error: Error) => {
        logBug(context, error, request);
        socket.destroy();
      });
      return reply;
    },
  };
}

const nameRoute = (method: string, path: string): string => `${method} ${path}`;
const pathOf = ({ mount, endpoint }: ServedOperation): string => mount.prefix + endpoint.path;

/** True for the operations of bots and market makers that have one path. */
function isDirect(served: ServedOperation): boolean {
  const { endpoint } = served;
  if (endpoint.path.includes(":") || isPassedOn(served)) return false;
  return endpoint.kind === "placement" || endpoint.kind === "cancel" || isTokenRead(endpoint);
}

/** True if the operation reads the book or a price of one token from memory. */
const isTokenRead = ({ method, fromMemory, group, query }: Endpoint): boolean =>
  method === "GET" && fromMemory && group === BOOKS_AND_PRICES && "token_id" in (query?.properties ?? {});

/** Reads a query whose values need no decoding; `undefined` for others. */
function readPlainQuery(url: string): Readonly<Record<string, string>> | undefined {
  const values: Record<string, string> = Object.create(null);
  const at = url.indexOf("?");
  if (at === -1) return values;
  const query = url.slice(at + 1);
  if (!PLAIN_QUERY.test(query)) return undefined;
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    if (name in values) return undefined;
    values[name] = pair.slice(equals + 1);
  }
  return values;
}

function isPlainBody({ served }: DirectRoute, { headers, body }: PlainRequest): boolean {
  const type = headers["content-type"];
  return body.length <= served.endpoint.bodyLimit && (type === undefined || PLAIN_TYPE.test(type));
}

/** Creates the function that returns the lines which Node adds to a head. They change once a second. */
function createConnectionLines(keepAlive: string): () => string {
  let [second, lines] = [0, ""];
  return () => {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second)
      [second, lines] = [
        now,
        `Date: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: ${keepAlive}\r\n\r\n`,
      ];
    return lines;
  };
}

function createRoute({ validators }: DirectRoutesOptions, served: ServedOperation): DirectRoute {
  const { endpoint, compress } = served;
  const steps = createSteps(served);
  return {
    served,
    steps,
    validate: createValidate(validators, served),
    routeOptions: { url: pathOf(served), config: configOf(served) },
    beforeSend(reply, payload, write) {
      const { request } = reply;
      request.trace?.pass("carry out");
      if (reply.statusCode === 200 && losesAnswer(endpoint, request.body)) reply.destroy();
      const send = (sent: typeof payload): void => {
        steps.end(request, sent);
        write(sent);
        steps.note(reply.statusCode, reply.elapsedTime);
      };
      if (endpoint.kind !== "read") return send(payload);
      return compress(request, reply, payload, (_error, compressed) => send(compressed as typeof payload));
    },
  };
}

/** Parts of a request that are validated, in the framework's order and by its names. */
const PARTS = [
  ["body", "body"],
  ["querystring", "query"],
] as const;

/** Creates the function that throws the error of the framework for values that the operation does not take. */
function createValidate(validators: Validators, served: ServedOperation): Validate {
  const schemas: FastifySchema = schemaOf(served.endpoint);
  const checks = PARTS.flatMap(([httpPart, name]) => {
    const schema = schemas[httpPart];
    if (schema === undefined) return [];
    const { method } = served.endpoint;
    const check = validators({ schema: schema as object, method, url: pathOf(served), httpPart });
    return [{ httpPart, name, check }];
  });
  return (request) => {
    for (const { httpPart, name, check } of checks)
      if (check(request[name] ?? null) === false)
        throw Object.assign(new Error("not valid"), {
          validation: check.errors,
          validationContext: httpPart,
          statusCode: 400,
        });
  };
}

type DirectExchange = { readonly request: DirectRequest; readonly reply: DirectReply };

/** Takes a request through the steps of its operation. */
async function serve(
  { context, begin }: DirectRoutesOptions,
  { served, steps, validate }: DirectRoute,
  { request, reply }: DirectExchange,
): Promise<void> {
  const { engine } = context;
  begin(request, reply);
  try {
    if (engine.catchUp !== undefined) await engine.catchUp();
    if (steps.admit(request, reply) !== undefined) return;
    request.trace?.pass("read body");
    if (steps.arrive(request, reply) !== undefined) return;
    if (served.endpoint.access === "public") steps.parse(request, reply);
    else await steps.identify(request, reply);
    if (reply.sent || steps.read(request, reply) !== undefined) return;
    validate(request);
    request.trace?.pass("find and check caller");
    await steps.handle(request, reply);
  } catch (error) {
    steps.fail(error as FastifyError, { request, reply });
  }
}
