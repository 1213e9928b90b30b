/**
 * Checks of every answer: it is documented, a refusal explains itself, no secret or internal text leaks, and invalid
 * credentials are refused.
 */
import { Compile } from "typebox/compile";
import type { TSchema } from "typebox";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { answerSchema } from "../../src/http/operation/endpoint.ts";
import { closed } from "../support/closed-schema.ts";
import type { DrawnRequest } from "./drawn-request.ts";
import { headerOf } from "./pipe.ts";
import type { Answer } from "./pipe.ts";
import { isIdOf } from "./request-ids.ts";
import type { Target } from "./targets.ts";
import type { World } from "./world.ts";

/** Names the fault of the answer; `undefined` when there is none. */
export type Oracle = (drawn: DrawnRequest, answer: Answer) => string | undefined;

type Check = (value: unknown) => boolean;

export function createOracle(world: World): Oracle {
  const checks = createChecks();
  const leaks = new RegExp(world.secrets.map((secret) => secret.replaceAll(/[^\w]/g, "\\$&")).join("|"));
  return (drawn, answer) =>
    isPage(answer)
      ? undefined
      : (faultOfHead(drawn, answer) ??
        faultOfText(answer, (text) => {
          const [secret] = leaks.exec(text) ?? [];
          return secret !== undefined && !isOwn(drawn, text, secret);
        }) ??
        faultOfAccess(drawn, answer) ??
        faultOfBody(drawn, answer, checks));
}

/** True for the web page, which browsers get at some paths. */
const isPage = ({ status, head }: Answer): boolean =>
  status === 200 &&
  headerOf(head, "content-type") === "text/html; charset=utf-8" &&
  (headerOf(head, "content-security-policy") ?? "").startsWith("default-src 'none'");

const JSON_TYPE = "application/json";

/** Media type of a success that is not JSON. */
/** True for an export, which can have no rows. */
const isFile = (drawn: DrawnRequest, answer: Answer): boolean =>
  mediaTypeOf(drawn, answer) === "application/octet-stream";

const mediaTypeOf = ({ target }: DrawnRequest, { status }: Answer): string | undefined =>
  status === 200 ? target.endpoint.mediaType : undefined;

function faultOfHead(drawn: DrawnRequest, answer: Answer): string | undefined {
  const { status, head } = answer;
  if (status >= 500 && status !== 501 && status !== 503) return "a fault of ours";
  if (status === 503 && headerOf(head, "retry-after") === undefined) return "503 without Retry-After";
  if (!isIdOf(headerOf(head, "x-request-id"), drawn.bytes)) return "no x-request-id, or another's";
  if (head.includes("x-injected")) return "a header that the request wrote";
  if (status === 304 || status === 204 || drawn.method === "HEAD") return undefined;
  const type = headerOf(head, "content-type") ?? "";
  const expected = mediaTypeOf(drawn, answer) ?? JSON_TYPE;
  return type.startsWith(expected) ? undefined : `content-type "${type}"`;
}

/** Signs of internals in a refusal. */
const INSIDES =
  /node_modules|PostgresError|\bat (async )?[\w.<>]+ \(|\.ts:\d|violates|syntax error at|invalid input syntax|invalid byte sequence|undefined \(reading|is not a function/;

function faultOfText({ status, body }: Answer, leaks: (text: string) => boolean): string | undefined {
  const text = body.toString("latin1");
  if (status >= 400 && INSIDES.test(text)) return "a refusal that tells of the inside";
  return leaks(text) ? "a secret" : undefined;
}

/** True for secrets that the caller may see: its new credentials, or those that an operator sent to be diagnosed. */
const isOwn = ({ target, actor, bytes }: DrawnRequest, text: string, secret: string): boolean =>
  (target.endpoint.path === DIAGNOSIS && bytes.includes(secret)) ||
  (target.endpoint.access === "wallet" && actor !== undefined && text.includes(actor.credentials.secret));

const DIAGNOSIS = "/diagnoses/request";

function faultOfAccess(
  { target, validity, actor, mayMissTarget }: DrawnRequest,
  { status, head }: Answer,
): string | undefined {
  const { access } = target.endpoint;
  if (mayMissTarget || access === "public") return undefined;
  if (validity === "no" && status < 300) return "nobody should have got in";
  if (validity === "yes" && status === 401 && actor !== undefined && !isSpoilable(actor.name))
    return "good credentials were refused";
  return head === "" ? "no head" : undefined;
}

/** True for wallets whose keys may have been revoked meanwhile. */
const isSpoilable = (name: string): boolean => name.startsWith("v");

type Checks = (target: Target, status: number) => readonly Check[];

/** Compiles the schemas of a target's answers when they are first needed. */
function createChecks(): Checks {
  const compiled = new Map<TSchema, Check>();
  const known = new Map<Target, Map<number, readonly Check[]>>();
  const checkOf = (schema: TSchema): Check => {
    const found = compiled.get(schema);
    if (found !== undefined) return found;
    const validator = Compile(closed(schema) as TSchema);
    const check: Check = (value) => validator.Check(value);
    compiled.set(schema, check);
    return check;
  };
  return (target, status) => {
    const byStatus = known.get(target) ?? new Map<number, readonly Check[]>();
    known.set(target, byStatus);
    const found = byStatus.get(status);
    if (found !== undefined) return found;
    const schemas =
      status === 200
        ? [answerSchema(target.endpoint, target.dialect)]
        : [...new Set(target.refusals.filter((one) => one.status === status).map(({ schema }) => schema))];
    const checks = schemas.map(checkOf);
    byStatus.set(status, checks);
    return checks;
  };
}

function faultOfBody(drawn: DrawnRequest, answer: Answer, checks: Checks): string | undefined {
  const { target, method } = drawn;
  const { status, head, body } = answer;
  if (status === 304 || status === 204 || method === "HEAD") return undefined;
  if (mediaTypeOf(drawn, answer) !== undefined)
    return body.length > 0 || isFile(drawn, answer) ? undefined : "no bytes";
  const value = parsed(body);
  if (value === undefined) return "no JSON";
  if (drawn.mayMissTarget) return status < 400 ? undefined : faultOfForm(drawn, answer, value);
  if (status === 405 && headerOf(head, "allow") === undefined) return "405 without Allow";
  // Refused before its operation is looked up.
  if (status === 400 && hostsOf(drawn) > 1) return faultOfForm(drawn, answer, value);
  const known = checks(target, status);
  if (known.length === 0) return `status ${status} is not documented`;
  if (!known.some((check) => check(value))) return `not the documented shape of ${status}`;
  return status < 400 ? undefined : faultOfForm(drawn, answer, value);
}

const hostsOf = ({ bytes }: DrawnRequest): number =>
  bytes
    .toString("latin1")
    .split("\r\n\r\n", 1)[0]!
    .match(/^host:/gim)?.length ?? 0;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Checks that a refusal has the form of its interface, or of any when it may have reached another operation. */
function faultOfForm(
  { target, mayMissTarget }: DrawnRequest,
  { status, head }: Answer,
  value: unknown,
): string | undefined {
  const { interfaceName, prefix } = target;
  const { error, code, hint, type, request_id: requestId }: Record<string, unknown> = Object(value);
  if (typeof error !== "string" || error.length < 3) return "no error";
  if (interfaceName === "data" || (mayMissTarget && prefix !== "" && typeof hint === "string"))
    return undefined;
  if (interfaceName === "catalog") return typeof type === "string" ? undefined : "no type of an error";
  if (typeof hint !== "string" || hint.length < 4) return "no hint";
  if (status === 405) return undefined;
  const isNamed = status === 426 || (status === 404 && code === "not_found");
  if (typeof code !== "string" || !(isNamed || Object.hasOwn(REJECTIONS, code))) return "no known code";
  return requestId === headerOf(head, "x-request-id") ? undefined : "no request_id, or another's";
}
