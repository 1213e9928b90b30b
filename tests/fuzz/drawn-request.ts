/**
 * Requests to an operation, drawn from its description: some valid, most with one fault. The same random numbers give
 * the same request.
 */
import { Type } from "typebox";
import type { Random } from "../support/random.ts";
import { drawBody, spoilBody, toText } from "./drawn-body.ts";
import type { Body } from "./drawn-body.ts";
import { forge, identify, pickActor } from "./drawn-credentials.ts";
import type { HeaderLines, DrawnCredentials } from "./drawn-credentials.ts";
import { spoilHeaders } from "./drawn-headers.ts";
import { drawParameters, drawText } from "./drawn-value.ts";
import type { Draw } from "./drawn-value.ts";
import { encoded, spoilParams, spoilPath, spoilQuery, writtenQuery } from "./drawn-url.ts";
import type { Target } from "./targets.ts";
import { METHODS } from "./methods.ts";
import type { Actor, PoolName, World } from "./world.ts";

export type DrawnRequest = {
  readonly target: Target;
  readonly bytes: Buffer;
  readonly method: string;
  /** Name of the fault; empty when there is none. */
  readonly spoilt: string;
  /** Validity of the credentials. */
  readonly validity: DrawnCredentials["validity"];
  /** The wallet that signed; an answer to it may hold its secrets. */
  readonly actor: DrawnCredentials["actor"];
  /** True if it may have reached another operation than the target's, or none. */
  readonly mayMissTarget: boolean;
};

/** The faulty part of a request; a part that is listed more often is drawn more often. */
type Spoil = "nothing" | "credentials" | "query" | "params" | "body" | "headers" | "path" | "method";

const CATALOG_PERCENT = 12;
const PLAIN_PERCENT = 25;

/** Pools of names that mean something else to operators, whose actions must not disturb the other requests. */
const OF_OPERATORS: Draw["named"] = {
  market: ["victimMarket"],
  key: ["victimKey"],
  apiKey: ["apiKey", "victimKey"],
  event: ["eventSlug", "newSlug"],
} satisfies Record<string, readonly PoolName[]>;

function namesOf({ interfaceName, endpoint }: Target): Draw["named"] {
  if (endpoint.path.startsWith("/invite/")) return { code: ["inviteCode"] };
  if (endpoint.path.startsWith("/invites"))
    return { id: [endpoint.method === "GET" ? "invite" : "victimInvite"] };
  if (endpoint.path.startsWith("/images")) return { content: ["picture"], image: ["pictureId"] };
  if (interfaceName === "operator")
    return endpoint.path.startsWith("/bans") ? { ...OF_OPERATORS, address: ["victimWallet"] } : OF_OPERATORS;
  if (endpoint.path === "/wallets/search") return { q: ["wallet"] };
  if (interfaceName === "data") return { market: ["condition"], id: ["marketId"] };
  if (endpoint.path === "/prices-history") return { market: ["token"] };
  if (endpoint.path.startsWith("/events")) return { id: ["eventId"], slug: ["eventSlug"] };
  if (endpoint.path.startsWith("/data/trades")) return { id: ["trade"] };
  return undefined;
}

function chooseSpoil(random: Random, { endpoint, interfaceName }: Target): Spoil {
  const plain = interfaceName === "catalog" ? CATALOG_PERCENT : PLAIN_PERCENT;
  if (random.chance(plain)) return "nothing";
  const { access, query, params, body } = endpoint;
  const parts: Spoil[] = ["headers", "path", "method"];
  if (access !== "public") parts.push("credentials", "credentials", "credentials");
  if (query !== undefined) parts.push("query", "query", "query", "query", "query");
  else parts.push("query");
  if (params !== undefined) parts.push("params", "params", "params");
  if (body !== undefined) parts.push("body", "body", "body", "body", "body", "body", "body", "body");
  else parts.push("body");
  return random.pick(parts);
}

export function drawRequest(world: World, target: Target, random: Random): DrawnRequest {
  const named = namesOf(target);
  const draw: Draw = { random, world, named };
  const spoil = chooseSpoil(random, target);
  const method = spoil === "method" ? random.pick(METHODS) : target.endpoint.method;
  const { path, query } = drawUrl(draw, target, spoil);
  const actor = pickActor(random, world, target);
  // One request in twenty has the body of one wallet and the credentials of another.
  const sender = random.chance(95) ? actor : pickActor(random, world, target);
  const body = drawSentBody({ draw, target, actor }, spoil);
  const caller = { random, world, target, actor: sender };
  const parts = { method, path, body };
  const credentials = spoil === "credentials" ? forge(caller, parts) : identify(caller, parts);
  const headers: HeaderLines = [["host", "127.0.0.1"], ...credentials.headers];
  if (body.length > 0) headers.push(["content-type", "application/json"]);
  const mayMissTarget = spoil === "method" || spoil === "path" || spoil === "params";
  const changes = spoil === "headers" ? spoilHeaders(random, headers) : "";
  return {
    target,
    method,
    bytes: bytesOf({ line: `${method} ${target.prefix}${path}${query}`, headers, body }),
    spoilt: spoil === "nothing" ? "" : `${spoil}${changes}`,
    validity: afterChange(credentials.validity, { spoil, isUnread: isUnread(target, body) }),
    actor: credentials.actor,
    mayMissTarget,
  };
}

type Uncertainty = { readonly spoil: Spoil; readonly isUnread: boolean };

/** Credentials are unsure where the request was changed after it was signed, or where a body is not covered. */
const afterChange = (
  validity: DrawnCredentials["validity"],
  { spoil, isUnread }: Uncertainty,
): DrawnCredentials["validity"] =>
  validity === "yes" && (isUnread || ["path", "params", "method", "headers"].includes(spoil))
    ? "unsure"
    : validity;

/** True for a body that is ignored and not signed: that of a GET without one. */
const isUnread = ({ endpoint }: Target, body: Body): boolean =>
  endpoint.method === "GET" && endpoint.body === undefined && body.length > 0;

function drawUrl(draw: Draw, { endpoint }: Target, spoil: Spoil): { path: string; query: string } {
  const { random } = draw;
  const params: Partial<Record<string, unknown>> = endpoint.params?.properties ?? {};
  const plain = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema: { pattern?: string; enum?: readonly string[] } = Object(params[name]);
    if (schema.enum !== undefined) return encoded(random.pick(schema.enum));
    const drawn = drawText(draw, name);
    const fits = schema.pattern === undefined || new RegExp(schema.pattern).test(drawn);
    return encoded(fits ? drawn : drawText(draw, name));
  });
  const path =
    spoil === "path"
      ? spoilPath(random, plain)
      : spoil === "params"
        ? spoilParams(random, endpoint.path)
        : plain;
  const parameters = drawParameters(draw, endpoint.query ?? EMPTY);
  const query =
    spoil === "query"
      ? spoilQuery(random, parameters, Object.keys(endpoint.query?.properties ?? {}))
      : writtenQuery(parameters);
  return { path, query };
}

type BodyDraw = { readonly draw: Draw; readonly target: Target; readonly actor: Actor };

function drawSentBody({ draw, target, actor }: BodyDraw, spoil: Spoil): Body {
  const value = drawBody(draw, target, actor);
  // A GET may omit its body.
  if (target.endpoint.method === "GET" && draw.random.chance(50)) return "";
  if (spoil !== "body") return toText(value);
  return spoilBody(draw.random, value, target.endpoint.bodyLimit);
}

type RequestParts = { readonly line: string; readonly headers: HeaderLines; readonly body: Body };

function bytesOf({ line, headers, body }: RequestParts): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const length = bytes.length > 0 || !line.startsWith("GET") ? `content-length: ${bytes.length}\r\n` : "";
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`${line} HTTP/1.1\r\n${lines}${length}\r\n`, "latin1");
  return bytes.length === 0 ? head : Buffer.concat([head, bytes]);
}

const EMPTY = Type.Object({});
