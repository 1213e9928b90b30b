/** POST /diagnose: explains why a request or an API key was refused. */
import { explainTime } from "../../tools/doctor/explain-time.ts";
import { parse } from "node:querystring";
import { Type } from "typebox";
import { Check as isValid } from "typebox/schema";
import type { Config } from "../../settings/config.ts";
import type { Context } from "../../context.ts";
import { collateralText } from "../../core/units.ts";
import { hasNoSignatureHeaders } from "../../tools/doctor/carried-headers.ts";
import { failedCheck, findFirstWrong, passedCheck, shown, shownValue } from "../../tools/doctor/check.ts";
import type { Check, Mistake } from "../../tools/doctor/check.ts";
import { explainKey, explainOwner, namedKey } from "../../tools/doctor/explain-request.ts";
import type { CarriedRequest, NamedKey } from "../../tools/doctor/explain-request.ts";
import { explainSecret } from "../../tools/doctor/explain-secret.ts";
import { isSamePassphrase, readKeyId } from "../../signing/credentials.ts";
import { NEWEST_MS, MAX_AGE_MS } from "../../signing/request-auth.ts";
import { findFurtherKey } from "../../store/keys/further-keys.ts";
import { isUuid } from "../../store/keys/key-cache.ts";
import { isBanned } from "../../store/reads/audit.ts";
import { listOwnedWallets } from "../../store/reads/accounts/accounts.ts";
import { removeAbsentFields } from "../operation/absent-fields.ts";
import { WITH_BUILDER, WITH_READER, isOpen } from "../guard/auth/authenticate.ts";
import {
  explainBuilder,
  explainKeyAuth,
  explainReader,
  explainWallet,
  findNamedKey,
  createWalletOwnerLookup,
  addOtherKeys,
} from "../guard/auth/explain-caller.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Access, Endpoint } from "../operation/endpoint.ts";
import type { OrderCaller } from "../trading/orders/order-payload.ts";
import { INTERFACES, onePortPrefix } from "../mounts/interfaces.ts";
import type { Addresses, InterfaceName } from "../mounts/interfaces.ts";
import { describeMessageFault } from "../operation/validation-fault.ts";
import { parseJson } from "../operation/json-text.ts";
import { strictObject } from "../operation/strict-object.ts";
import type { Mount } from "../mounts/mount.ts";
import { createInterfaces, listOtherInterfaces } from "../mounts/mounts.ts";
import { matchesRoute, routeHint } from "../server/unrouted.ts";
import { storableText } from "../values/shown-text.ts";
import { OrderPayload } from "../trading/orders/order-payload.ts";
import { placeOrder, placeOrders } from "../trading/orders/place-orders.ts";
import { tryOrder } from "../trading/orders/placement.ts";
import { DiagnosisAnswer, Moment, buildDiagnosis } from "./diagnosis.ts";
import { operation, DIAGNOSES } from "./operation.ts";
import { rehearseRequest } from "./rehearsals.ts";

// Finds the operation that a request was meant for, by its URL and port.

/** Open addresses by dialect and interface; none while the exchange starts. */
export type OpenAddresses = Partial<Addresses> | null | undefined;

type PastedRequestLine = {
  readonly method: string;
  /** URL with or without scheme and host. */
  readonly url: string;
  /** The Host header, used if the URL has no host. */
  readonly host: string;
  /** Dialect and interface, used if the port does not determine them. */
  readonly dialect: Dialect | undefined;
};

type RequestTarget = {
  readonly check: Check;
  readonly mount: Mount;
  /** Address that the request was sent to. */
  readonly host: string;
  /** Path without prefix and query. */
  readonly path: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  /** The operation in this dialect. */
  readonly endpoint: Endpoint | undefined;
};

function locateRequest(sent: PastedRequestLine, config: Config, addresses: OpenAddresses): RequestTarget {
  const { host, target } = splitUrl(sent);
  const [whole = "", query] = target.split(/\?(.*)/s, 2);
  const onePort = DIAGNOSED_INTERFACES.find((place) =>
    whole.startsWith(`${onePortPrefix(place.dialect, place.name)}/`),
  );
  const place = onePort ?? findPublishedInterface(host, config) ?? findInterfaceByPort(host, addresses);
  const dialect = onePort?.dialect ?? sent.dialect ?? place?.dialect ?? "spec";
  const prefix = onePort === undefined ? "" : onePortPrefix(onePort.dialect, onePort.name);
  const path = whole.slice(prefix.length);
  const interfaces = createInterfaces(config);
  const endpointsOf = (name: InterfaceName) => operationsIn(interfaces[name].endpoints, dialect);
  const find = (name: InterfaceName): Endpoint | undefined =>
    endpointsOf(name).find((one) => one.method === sent.method && matchesRoute(one.path, path));
  const name = place?.name ?? INTERFACES.find((one) => find(one) !== undefined) ?? "trading";
  const endpoint = find(name);
  const { form } = interfaces[name];
  const elsewhere = () =>
    listOtherInterfaces(
      interfaces,
      { dialect, asked: name },
      (other) => addresses?.[dialect]?.[other] ?? "another address",
    );
  const mount = { dialect, prefix, endpoints: endpointsOf(name), form, elsewhere };
  const comparison = { got: `${sent.method} ${shown(path)} in the dialect ${dialect}` };
  const check =
    endpoint === undefined
      ? failedCheck(
          "route",
          {
            mistake: "route_unknown",
            hint: routeHint({ method: sent.method, url: whole, headers: {} }, mount),
          },
          comparison,
        )
      : passedCheck("route", comparison);
  return { check, mount, host, path, query: query === undefined ? "" : `?${query}`, endpoint };
}

function splitUrl({ url, host }: PastedRequestLine): { readonly host: string; readonly target: string } {
  const [, given, rest] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (given === undefined || rest === undefined) return { host, target: url };
  return { host: given, target: rest === "" || rest.startsWith("?") ? `/${rest}` : rest };
}

type MountedInterface = { readonly dialect: Dialect; readonly name: InterfaceName };

const DIAGNOSED_INTERFACES: readonly MountedInterface[] = DIALECTS.flatMap((dialect) =>
  INTERFACES.map((name) => ({ dialect, name })),
);

/** Finds the interface by the host of its published base address. */
const findPublishedInterface = (host: string, { publicUrls }: Config): MountedInterface | undefined =>
  DIAGNOSED_INTERFACES.find(({ dialect, name }) => {
    const url = publicUrls[dialect][name];
    return url !== undefined && new URL(url).host === host;
  });

/** Finds the interface by the port alone, since a server has many host names. */
function findInterfaceByPort(host: string, addresses: OpenAddresses): MountedInterface | undefined {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  if (port === undefined || !addresses) return undefined;
  return DIAGNOSED_INTERFACES.find(({ dialect, name }) => addresses[dialect]?.[name].endsWith(`:${port}`));
}

const GivenText = storableText(1_024);

/** POST /diagnoses/key: explains whether an API key can trade, and whether a client's copy of its secrets is correct. */
export const diagnoseKey = operation({
  method: "POST",
  path: "/diagnoses/key",
  kind: "read",
  summary: "Say whether an API key can trade",
  group: DIAGNOSES,
  body: strictObject({
    apiKey: GivenText,
    address: Type.Optional(GivenText),
    // Any text is accepted, since a rejection would quote it.
    secret: Type.Optional(Type.String()),
    passphrase: Type.Optional(Type.String()),
    callerTime: Type.Optional(Moment),
  }),
  answer: DiagnosisAnswer,
  once: false,
  handle: async ({ context, body }) => {
    const apiKey = readKeyId(body.apiKey);
    const key = await findNamedKey(context, apiKey);
    const checks = [
      await describeKey(context, body.apiKey, key),
      ...(key.state === "unknown" ? [] : await explainCredentials(context, key, body)),
      ...(body.callerTime === undefined ? [] : [explainClock(context, body.callerTime)]),
    ];
    return { body: buildDiagnosis(`API key ${shownValue(body.apiKey)}`, checks) };
  },
});

/** Checks that the key is an API key; a read-only or builder key fails with its kind. */
async function describeKey({ ownSql }: Context, given: string, key: NamedKey): Promise<Check> {
  const apiKey = readKeyId(given);
  if (key.state !== "unknown" || !isUuid(apiKey)) return explainKey(given, key);
  for (const kind of ["readonly", "builder"] as const) {
    const further = await findFurtherKey(ownSql, kind, apiKey);
    if (further === undefined) continue;
    const hint = `it is a ${kind} key of ${further.address}, which cannot trade; use an API key`;
    return failedCheck(
      "key",
      { mistake: "key_of_another_kind", hint },
      { expected: "an API key", got: `a ${kind} key` },
    );
  }
  return explainKey(given, key);
}

type HeldCredentials = {
  readonly address?: string;
  readonly secret?: string;
  readonly passphrase?: string;
};

type KnownKey = Exclude<NamedKey, { readonly state: "unknown" }>;

async function explainCredentials(context: Context, key: KnownKey, held: HeldCredentials): Promise<Check[]> {
  const walletOwner = createWalletOwnerLookup(context);
  const owner =
    held.address === undefined
      ? passedCheck("owner", { got: key.address })
      : explainOwner(held.address, key.address, walletOwner);
  const secrets =
    key.state === "active"
      ? [
          ...(held.secret === undefined
            ? []
            : [explainSecret(await addOtherKeys(context, key), held.secret)]),
          ...(held.passphrase === undefined ? [] : [explainPassphrase(key.passphrase, held.passphrase)]),
        ]
      : [];
  return [
    owner,
    ...secrets,
    await explainBan(context, key.address),
    await explainAccount(context, key.address),
  ];
}

function explainPassphrase(expected: string, given: string): Check {
  if (isSamePassphrase(expected, given)) return passedCheck("passphrase");
  const hint = "use the passphrase of the same answer as the API key";
  return failedCheck("passphrase", { mistake: "passphrase_wrong", hint });
}

async function explainBan({ sql }: Context, address: string): Promise<Check> {
  const expected = { expected: "not banned" };
  if (!(await isBanned(await sql(), address))) return passedCheck("ban", expected);
  const hint = `orders of ${address} are refused; presage ban remove takes that back`;
  return failedCheck("ban", { mistake: "user_banned", hint }, expected);
}

/** Maximum wallets of a key in the answer. */
const MAX_WALLETS = 10;

async function explainAccount({ sql, config }: Context, address: string): Promise<Check> {
  const wallets = await listOwnedWallets(await sql(), address, MAX_WALLETS);
  const got = wallets
    .map(
      (one) => `${one.address}: balance ${collateralText(one.collateral)}, held ${collateralText(one.held)}`,
    )
    .join("; ");
  if (wallets.length > 0) return passedCheck("account", { got });
  const comparison = { expected: "an account", got: "none" };
  if (config.mode === "sandbox") return passedCheck("account", comparison, "its first order opens it");
  const hint = "an operator opens it: presage account open, then presage credit";
  return failedCheck("account", { mistake: "unknown_account", hint }, comparison);
}

const explainClock = (context: Context, callerTime: number): Check => ({
  ...explainTime(String(callerTime).padStart(13, "0"), {
    nowMs: context.clocks.machine(),
    oldestMs: MAX_AGE_MS,
    newestMs: NEWEST_MS,
  }),
  check: "clock",
});

// POST /diagnoses/request: explains why a client's request is refused. The request is checked as if it arrived now, or at a
// given time; nothing is changed.

const MAX_HEADERS = 200;
const MAX_LINE = 16 * 1024;
const MAX_BODY = 256 * 1024;

const Line = Type.String({ maxLength: MAX_LINE });

/** Creates the operation; `addresses` returns the open addresses. */
export const diagnoseRequest = (addresses: () => OpenAddresses): Endpoint =>
  operation({
    method: "POST",
    path: "/diagnoses/request",
    kind: "read",
    summary: "Say why a client's request is refused",
    group: DIAGNOSES,
    bodyLimit: 2 * MAX_BODY,
    body: strictObject({
      method: Type.String({ maxLength: 20 }),
      url: Line,
      headers: Type.Array(Type.Tuple([Line, Line]), { maxItems: MAX_HEADERS }),
      body: Type.String({
        maxLength: MAX_BODY,
        description: "Its bytes as base64; empty when there are none",
      }),
      dialect: Type.Optional(Type.Enum([...DIALECTS], { description: "Where the port does not tell it" })),
      at: Type.Optional(Moment),
    }),
    answer: DiagnosisAnswer,
    once: false,
    handle: async ({ context, body: { at = context.clocks.machine(), ...sent } }) => {
      const host = sent.headers.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "";
      const target = locateRequest({ ...sent, host, dialect: sent.dialect }, context.config, addresses());
      const { headers, method } = sent;
      const { prefix } = target.mount;
      const request = { ...target, prefix, method, headers, body: Buffer.from(sent.body, "base64") };
      const checks = await explain(context, request, { nowMs: at, located: target });
      return { body: buildDiagnosis(`${method} ${target.path}`, [target.check, ...checks]) };
    },
  });

type DiagnosisTarget = { readonly nowMs: number; readonly located: RequestTarget };

async function explain(
  context: Context,
  request: CarriedRequest,
  { nowMs, located: target }: DiagnosisTarget,
): Promise<readonly Check[]> {
  const { endpoint, mount } = target;
  const credentials = await explainCaller(context, request, { nowMs, access: endpoint?.access });
  if (endpoint === undefined) return credentials;
  const isAdmitted = findFirstWrong(credentials) === undefined;
  const rehearsalChecks = await rehearseRequest(context, {
    request,
    mount,
    endpoint,
    nowMs,
    admitted: isAdmitted,
  });
  if (!isPlacement(endpoint)) return [...credentials, ...rehearsalChecks];
  if (findFirstWrong(rehearsalChecks) !== undefined)
    return [...credentials, ...rehearsalChecks.map(asOrderBodyCheck)];
  const apiKey = namedKey(request.headers, context.config.headerPrefixes);
  const caller = apiKey === undefined ? undefined : await context.keys.find(apiKey);
  const orders =
    caller === undefined
      ? []
      : await explainOrders(context, request.body, { caller, dialect: mount.dialect });
  return [...credentials, ...orders];
}

type CallerSearch = { readonly nowMs: number; readonly access: Access | undefined };

/**
 * Explains the caller's credentials. A request of an unknown operation is checked like one signed by an API key, as most
 * are.
 */
async function explainCaller(
  context: Context,
  request: CarriedRequest,
  { nowMs, access = "key" }: CallerSearch,
): Promise<readonly Check[]> {
  if (access === "public") return NO_CREDENTIALS_NEEDED;
  if (access === "wallet") return explainWallet(context, request.headers, nowMs);
  const reader = WITH_READER.has(access) ? await explainReader(context, request.headers) : undefined;
  if (reader !== undefined) return reader;
  const builder = WITH_BUILDER.has(access) ? await explainBuilder(context, request, nowMs) : [];
  if (access !== "key-and-builder" && hasNoSignatureHeaders(request.headers)) {
    if (builder.length > 0) return builder;
    if (isOpen(context, access, parse(request.query.slice(1)))) return NO_CREDENTIALS_NEEDED;
  }
  return [...(await explainKeyAuth(context, request, nowMs)), ...builder];
}

const NO_CREDENTIALS_NEEDED = [passedCheck("credentials", { expected: "none: anyone may call this" })];

const isPlacement = ({ method, path }: Endpoint): boolean =>
  [placeOrder, placeOrders].some((one) => one.method === method && one.path === path);

/** Replaces the mistake of a malformed body by the mistake of a malformed order. */
const asOrderBodyCheck = (check: Check): Check =>
  BODY_CODES.has(check.mistake) && check.check === "payload" ? { ...check, mistake: ORDER_BODY } : check;

const BODY_CODES: ReadonlySet<string> = new Set(["invalid_payload", "malformed_json"]);
const ORDER_BODY = "order_body" satisfies Mistake;

/** Checks one order, or each order of an array. */
async function explainOrders(
  context: Context,
  bytes: Uint8Array,
  by: OrderCaller,
): Promise<readonly Check[]> {
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!Array.isArray(value)) return explainPayload(context, value, by);
  const checks: Check[] = [];
  for (const [index, item] of value.entries()) {
    const found = await explainPayload(context, item, by);
    checks.push(...found.map((one) => ({ ...one, check: `order ${index + 1} - ${one.check}` })));
  }
  return checks;
}

async function explainPayload(context: Context, sent: unknown, by: OrderCaller): Promise<readonly Check[]> {
  const value = removeAbsentFields(OrderPayload, sent);
  if (isValid(OrderPayload, value)) return (await tryOrder(context, value, by)).checks;
  return [failedCheck("payload", { mistake: ORDER_BODY, hint: describeMessageFault(OrderPayload, value) })];
}
