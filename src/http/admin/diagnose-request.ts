/**
 * POST /diagnoses/request: why a request that a client sent is refused. It is looked through as if it came now, or at a
 * given moment; nothing is changed.
 */
import { withoutAbsent } from "../absent-fields.ts";
import { parse } from "node:querystring";
import { Type } from "typebox";
import { Check as isValid } from "typebox/schema";
import type { Context } from "../../context.ts";
import { hasNoSignatureHeaders } from "../../doctor/carried-headers.ts";
import { failed, firstWrong, passed } from "../../doctor/check.ts";
import type { Check } from "../../doctor/check.ts";
import { namedKey } from "../../doctor/explain-request.ts";
import type { CarriedRequest } from "../../doctor/explain-request.ts";
import type { Mistake } from "../../doctor/mistakes.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import { isOpen, WITH_BUILDER, WITH_READER } from "../auth/authenticate.ts";
import { explainBuilder, explainKeyAuth, explainReader, explainWallet } from "../auth/explain-caller.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Access, Endpoint } from "../endpoint.ts";
import { describeMessageFault } from "../item-fault.ts";
import { parseJson } from "../json-text.ts";
import { OrderPayload } from "../trading/orders/order-payload.ts";
import { placeOrder } from "../trading/orders/place-order.ts";
import { placeOrders } from "../trading/orders/place-orders.ts";
import { tryOrder } from "../trading/orders/try-order.ts";
import { DiagnosisAnswer, diagnosisOf, Moment } from "./diagnosis.ts";
import { DIAGNOSES } from "./groups.ts";
import { locateRequest } from "./locate-request.ts";
import type { RequestTarget, OpenAddresses } from "./locate-request.ts";
import { operation } from "./operation.ts";
import { rehearseRequest } from "./rehearse-request.ts";

const MAX_HEADERS = 200;
const MAX_LINE = 16 * 1024;
const MAX_BODY = 256 * 1024;

const Line = Type.String({ maxLength: MAX_LINE });

/** `addresses` are those that are open. */
export const diagnoseRequest = (addresses: () => OpenAddresses): Endpoint =>
  operation({
    method: "POST",
    path: "/diagnoses/request",
    kind: "read",
    summary: "Say why a client's request is refused",
    group: DIAGNOSES,
    refuses: [],
    bodyLimit: 2 * MAX_BODY,
    body: Type.Object(
      {
        method: Type.String({ maxLength: 20 }),
        url: Line,
        headers: Type.Array(Type.Tuple([Line, Line]), { maxItems: MAX_HEADERS }),
        body: Type.String({
          maxLength: MAX_BODY,
          description: "Its bytes as base64; empty when there are none",
        }),
        dialect: Type.Optional(Type.Enum([...DIALECTS], { description: "Where the port does not tell it" })),
        at: Type.Optional(Moment),
      },
      { additionalProperties: false },
    ),
    answer: DiagnosisAnswer,
    once: false,
    handle: async ({ context, body: { at = context.clocks.machine(), ...sent } }) => {
      const host = sent.headers.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "";
      const located = locateRequest({ ...sent, host, dialect: sent.dialect }, context.config, addresses());
      const { headers, method } = sent;
      const { prefix } = located.mount;
      const request = { ...located, prefix, method, headers, body: Buffer.from(sent.body, "base64") };
      const checks = await explain(context, request, { nowMs: at, located });
      return { body: diagnosisOf(`${method} ${located.path}`, [located.check, ...checks]) };
    },
  });

type PastedQuery = { readonly nowMs: number; readonly located: RequestTarget };

async function explain(
  context: Context,
  request: CarriedRequest,
  { nowMs, located }: PastedQuery,
): Promise<readonly Check[]> {
  const { endpoint, mount } = located;
  const credentials = await explainCaller(context, request, { nowMs, access: endpoint?.access });
  if (endpoint === undefined) return credentials;
  const admitted = firstWrong(credentials) === undefined;
  const rehearsed = await rehearseRequest(context, { request, mount, endpoint, nowMs, admitted });
  if (!isPlacement(endpoint)) return [...credentials, ...rehearsed];
  if (firstWrong(rehearsed) !== undefined) return [...credentials, ...rehearsed.map(ofOrderBody)];
  const apiKey = namedKey(request.headers, context.config.headerPrefixes);
  const caller = apiKey === undefined ? undefined : await context.keys.find(apiKey);
  const orders = caller === undefined ? [] : await explainOrders(context, request.body, caller);
  return [...credentials, ...orders];
}

type CallerSearch = { readonly nowMs: number; readonly access: Access | undefined };

/** A request that has no such operation is looked through as one that a key signs: nearly all are. */
async function explainCaller(
  context: Context,
  request: CarriedRequest,
  { nowMs, access = "key" }: CallerSearch,
): Promise<readonly Check[]> {
  if (access === "public") return ANYONE;
  if (access === "wallet") return explainWallet(context, request.headers, nowMs);
  const reader = WITH_READER.has(access) ? await explainReader(context, request.headers) : undefined;
  if (reader !== undefined) return reader;
  const builder = WITH_BUILDER.has(access) ? await explainBuilder(context, request, nowMs) : [];
  if (access !== "key-and-builder" && hasNoSignatureHeaders(request.headers)) {
    if (builder.length > 0) return builder;
    if (isOpen(context, access, parse(request.query.slice(1)))) return ANYONE;
  }
  return [...(await explainKeyAuth(context, request, nowMs)), ...builder];
}

const ANYONE = [passed("credentials", { expected: "none: anyone may call this" })];

const isPlacement = ({ method, path }: Endpoint): boolean =>
  [placeOrder, placeOrders].some((one) => one.method === method && one.path === path);

/** Names a fault in the form of an order, which is not that of other bodies. */
const ofOrderBody = (check: Check): Check =>
  BODY_CODES.has(check.mistake) && check.check === "payload" ? { ...check, mistake: ORDER_BODY } : check;

const BODY_CODES: ReadonlySet<string> = new Set(["invalid_payload", "malformed_json"]);
const ORDER_BODY = "order_body" satisfies Mistake;

/** One order, or each of several. */
async function explainOrders(
  context: Context,
  bytes: Uint8Array,
  caller: ActiveKey,
): Promise<readonly Check[]> {
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!Array.isArray(value)) return explainPayload(context, value, caller);
  const checks: Check[] = [];
  for (const [index, item] of value.entries()) {
    const found = await explainPayload(context, item, caller);
    checks.push(...found.map((one) => ({ ...one, check: `order ${index + 1} - ${one.check}` })));
  }
  return checks;
}

async function explainPayload(context: Context, sent: unknown, caller: ActiveKey): Promise<readonly Check[]> {
  const value = withoutAbsent(OrderPayload, sent);
  if (isValid(OrderPayload, value)) return (await tryOrder(context, value, caller)).checks;
  return [failed("payload", { mistake: ORDER_BODY, hint: describeMessageFault(OrderPayload, value) })];
}
