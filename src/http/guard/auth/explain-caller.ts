/** Explains why a request's credentials are refused, from the known facts about its key and wallet. */
import type { HttpRequest } from "../../operation/http-exchange.ts";
import { getNetwork } from "../../../base/address-ranges.ts";
import type { Context } from "../../../context.ts";
import { readCarriedHeaders } from "../../../tools/doctor/carried-headers.ts";
import type { HeaderList } from "../../../tools/doctor/carried-headers.ts";
import { findFirstWrong, passedCheck } from "../../../tools/doctor/check.ts";
import type { Check } from "../../../tools/doctor/check.ts";
import {
  explainCredentials,
  explainKey,
  explainOwner,
  namedKey,
  readClaim,
} from "../../../tools/doctor/explain-request.ts";
import type { CarriedRequest, NamedKey } from "../../../tools/doctor/explain-request.ts";
import { explainWalletHeaders, readWalletClaim } from "../../../tools/doctor/explain-wallet-auth.ts";
import { askThreadWithTimeout } from "../../../store/sql/with-timeout.ts";
import type { ClaimedSignature } from "../../../tools/doctor/explainer.ts";
import type { OwnKey } from "../../../tools/doctor/explain-secret.ts";
import { ZERO_ADDRESS } from "../../../core/ledger/accounts.ts";
import { readKeyId } from "../../../signing/credentials.ts";
import { NEWEST_MS, MAX_AGE_MS } from "../../../signing/request-auth.ts";
import { WINDOW_SECONDS } from "../../../signing/wallet-auth.ts";
import type { SigningKey } from "../../../store/keys/api-keys.ts";
import { findFurtherKey } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import { clientAddress } from "../../server/connection/client-address.ts";
import { BUILDER, BUILDER_HEADERS } from "./authenticate-key.ts";
import type { SignedRequest } from "./authenticate-key.ts";

/** Creates the lookup of a wallet's owner, by which an address that belongs to another key is explained. */
export const createWalletOwnerLookup =
  ({ engine }: Context) =>
  (wallet: string): string | undefined =>
    engine.exchange.accountByAddress.get(wallet)?.owner;

/** Cheap checks of the credentials, and the signature that remains to be explained, if any. */
type KeyChecks = {
  readonly checks: readonly Check[];
  readonly claimed: () => Promise<ClaimedSignature | undefined>;
};

/** Checks the API key that signs a request, as of a moment. */
export const explainKeyAuth = async (
  context: Context,
  request: CarriedRequest,
  nowMs: number,
): Promise<readonly Check[]> => explainAll(context, await runKeyChecks(context, request, nowMs));

/** Checks the wallet that signs a request, as of a moment. */
export const explainWallet = (
  context: Context,
  headers: HeaderList,
  nowMs: number,
): Promise<readonly Check[]> => explainAll(context, runWalletChecks(context, headers, nowMs));

async function explainAll({ explainer }: Context, { checks, claimed }: KeyChecks): Promise<readonly Check[]> {
  const signed = await claimed();
  return signed === undefined
    ? checks
    : [...checks, ...(await askThreadWithTimeout("explanations", explainer.explain(signed))).checks];
}

/** Explains what a refused caller did wrong; returns `why` if the mistake is unknown, or outside the sandbox. */
export const hintForKey = (context: Context, signed: SignedRequest, why: string): Promise<string> =>
  explainOrReason(context, signed, why, (nowMs) => runKeyChecks(context, buildCarriedRequest(signed), nowMs));

/** Explains what a refused wallet's signature did wrong, as `hintForKey` does. */
export const hintForWallet = (context: Context, signed: SignedRequest, why: string): Promise<string> =>
  explainOrReason(context, signed, why, (nowMs) =>
    runWalletChecks(context, pairHeaders(signed.request), nowMs),
  );

/**
 * Explains a signature only if all other checks pass: a caller without the passphrase triggers no search. An explanation
 * costs more than the check, so too many wrong credentials get none.
 */
async function explainOrReason(
  { explainer, config, clocks }: Context,
  { request, explains }: SignedRequest,
  why: string,
  run: (nowMs: number) => KeyChecks | Promise<KeyChecks>,
): Promise<string> {
  if (config.mode !== "sandbox" || explains?.() === false) return why;
  const { checks, claimed } = await run(clocks.machine());
  const wrong = findFirstWrong(checks);
  if (wrong !== undefined) return wrong.hint;
  const signature = await claimed();
  const address = getNetwork(clientAddress(request, config.trustedProxies));
  const explained = signature && (await explainer.explainIfFree(signature, address));
  return findFirstWrong(explained?.checks ?? [])?.hint ?? why;
}

async function runKeyChecks(context: Context, request: CarriedRequest, nowMs: number): Promise<KeyChecks> {
  const prefixes = context.config.headerPrefixes;
  const apiKey = namedKey(request.headers, prefixes);
  const key = apiKey === undefined ? UNKNOWN : await findNamedKey(context, apiKey);
  return runChecksWith(context, request, { nowMs, key });
}

type Signing = { readonly nowMs: number; readonly key: NamedKey };

function runChecksWith(context: Context, request: CarriedRequest, { nowMs, key }: Signing): KeyChecks {
  const prefixes = context.config.headerPrefixes;
  const claim = readClaim(request, prefixes);
  return {
    checks: explainCredentials(request, key, {
      prefixes,
      nowMs,
      oldestMs: MAX_AGE_MS,
      newestMs: NEWEST_MS,
      walletOwner: createWalletOwnerLookup(context),
    }),
    claimed: async () =>
      claim === undefined || key.state !== "active"
        ? undefined
        : { of: "request", claim, key: await addOtherKeys(context, key) },
  };
}

function runWalletChecks(context: Context, headers: HeaderList, nowMs: number): KeyChecks {
  const { headerPrefixes: prefixes, chainIds } = context.config;
  const claim = readWalletClaim(headers, prefixes);
  const owner = claim && createWalletOwnerLookup(context)(claim.address);
  const claimed: ClaimedSignature | undefined = claim && { of: "wallet", claim, terms: { chainIds, owner } };
  return {
    checks: explainWalletHeaders(headers, { prefixes, nowMs, windowMs: WINDOW_SECONDS * 1000 }),
    claimed: () => Promise.resolve(claimed),
  };
}

/** Checks the builder's key that also signed the request; no checks without a builder's headers. */
export async function explainBuilder(
  context: Context,
  request: CarriedRequest,
  nowMs: number,
): Promise<readonly Check[]> {
  const prefixes = context.config.headerPrefixes;
  const prefix = prefixes.find((one) => namesBuilder(request.headers, one));
  if (prefix === undefined) return [];
  const sent = BUILDER_HEADERS.flatMap((name) =>
    request.headers.flatMap(([given, value]): HeaderList =>
      given.toUpperCase() === prefix + BUILDER + name ? [[prefix + name, value]] : [],
    ),
  );
  const apiKey = namedKey(sent, prefixes);
  const found = apiKey === undefined ? undefined : await context.builderKeys.find(apiKey);
  const key: NamedKey = found === undefined ? UNKNOWN : { state: "active", ...withSecret(found) };
  // No header names the wallet, so the key's wallet is used.
  const wallet: HeaderList[number] = [`${prefix}ADDRESS`, found?.address ?? ZERO_ADDRESS];
  const walk = runChecksWith(context, { ...request, headers: [...sent, wallet] }, { nowMs, key });
  const checks = await explainAll(context, walk);
  return checks.map((one) => ({ ...one, check: `builder's ${one.check}` }));
}

const namesBuilder = (list: HeaderList, prefix: string): boolean =>
  list.some(([name]) => name.toUpperCase().startsWith(prefix + BUILDER));

/** Checks the read-only key that a request names; `undefined` if the request names none, or names an API key too. */
export async function explainReader(
  context: Context,
  list: HeaderList,
): Promise<readonly Check[] | undefined> {
  const prefixes = context.config.headerPrefixes;
  const names = new Set(prefixes.map((prefix) => `${prefix}READONLY_API_KEY`));
  const given = list.find(([name]) => names.has(name.toUpperCase()))?.[1];
  if (given === undefined || namedKey(list, prefixes) !== undefined) return undefined;
  const { check, headers } = readCarriedHeaders(list, { prefixes, needed: ["ADDRESS"] });
  const apiKey = readKeyId(given);
  const key = isUuid(apiKey) ? await findFurtherKey(context.ownSql, "readonly", apiKey) : undefined;
  if (key === undefined) return [check, explainKey(given, UNKNOWN)];
  const { ADDRESS } = headers;
  const owner =
    ADDRESS === undefined ? [] : [explainOwner(ADDRESS, key.address, createWalletOwnerLookup(context))];
  return [
    check,
    passedCheck("key", { expected: "an API key, or a read-only one", got: "a read-only key" }),
    ...owner,
  ];
}

const UNKNOWN: NamedKey = { state: "unknown" };

type SigningParts = Extract<NamedKey, { readonly state: "active" }>;

export async function findNamedKey({ keys }: Context, apiKey: string): Promise<NamedKey> {
  const key = await keys.find(apiKey);
  if (key !== undefined) return { state: "active", ...withSecret(key) };
  const known = await keys.read(apiKey);
  if (known === undefined || known.revokedAt === null) return UNKNOWN;
  return { state: "revoked", address: known.address, revokedAt: known.revokedAt };
}

/** Maximum number of a wallet's keys that a signature is tried with. */
const MAX_KEYS = 20;

/** Returns the key, with the other keys of its wallet. */
export async function addOtherKeys({ keys }: Context, key: SigningParts): Promise<OwnKey> {
  const { apiKey, address, passphrase, secret } = key;
  const others = (await keys.list(address))
    .filter((other) => other.apiKey !== apiKey && other.revokedAt === null)
    .slice(0, MAX_KEYS);
  const found = await Promise.all(others.map((other) => keys.find(other.apiKey)));
  return {
    apiKey,
    passphrase,
    secret,
    others: found.filter((other) => other !== undefined).map(withSecret),
  };
}

const withSecret = ({ apiKey, address, passphrase, secret }: SigningKey) => ({
  apiKey,
  address,
  passphrase,
  secret: secret.export(),
});

function buildCarriedRequest({ request, path, prefix }: SignedRequest): CarriedRequest {
  const at = request.url.indexOf("?");
  return {
    method: request.method,
    path,
    prefix,
    query: at === -1 ? "" : request.url.slice(at),
    host: request.headers.host ?? "",
    headers: pairHeaders(request),
    body: request.rawBody,
  };
}

/** Pairs names with values, which alternate in `rawHeaders`. */
const pairHeaders = ({ raw: { rawHeaders } }: HttpRequest): HeaderList =>
  rawHeaders.flatMap((name, at): HeaderList => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""]] : []));
