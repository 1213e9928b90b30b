/** Credentials of a request: valid ones, and forged ones that must be refused. */
import { createHmac, createSecretKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Credentials } from "../../src/signing/credentials.ts";
import type { Random } from "../support/random.ts";
import { HOSTILE_HEADERS } from "./hostile-values.ts";
import type { Target } from "./targets.ts";
import { allActors } from "./world.ts";
import type { Actor, World } from "./world.ts";

/** Headers in order; a name may come twice. */
export type HeaderLines = [name: string, value: string][];

export type SignedParts = { readonly method: string; readonly path: string; readonly body: string | Buffer };

export type DrawnCredentials = {
  readonly headers: HeaderLines;
  /** Validity of the credentials; `unsure` where the change may not have broken them. */
  readonly validity: "yes" | "no" | "unsure";
  readonly actor: Actor | undefined;
};

type CallerDraw = {
  readonly random: Random;
  readonly world: World;
  readonly target: Target;
  /** The caller. */
  readonly actor: Actor;
};

const PREFIXES = ["SVC_", "POLY_", "KUEST_"];

const pickPrefix = (random: Random): string => random.pick(PREFIXES);

const keys = new Map<string, KeyObject>();

/** Caches the key, which is expensive to make. */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, "base64");
  keys.set(secret, key);
  return key;
}

function mac(secret: string, timestamp: string, { method, path, body }: SignedParts): string {
  return createHmac("sha256", keyOf(secret))
    .update(timestamp + method + path)
    .update(body)
    .digest("base64url");
}

type Signing = {
  readonly address: string | undefined;
  readonly credentials: Credentials;
  readonly prefix: string;
  readonly timestamp: string;
};

function signedHeaders(
  { address, credentials, prefix, timestamp }: Signing,
  parts: SignedParts,
): HeaderLines {
  const headers: HeaderLines = address === undefined ? [] : [[`${prefix}ADDRESS`, address]];
  headers.push(
    [`${prefix}API_KEY`, credentials.apiKey],
    [`${prefix}PASSPHRASE`, credentials.passphrase],
    [`${prefix}TIMESTAMP`, timestamp],
    [`${prefix}SIGNATURE`, `${mac(credentials.secret, timestamp, parts)}=`],
  );
  return headers;
}

/** Operations that revoke keys or cancel many orders; only some wallets call them, so that the others keep theirs. */
const REVOKING = /^(DELETE \/auth\/|(GET|POST) \/auth\/(readonly|builder)-|POST \/(v1\/)?heartbeats)/;
const CANCELLING = /^DELETE \/(cancel-all|cancel-market-orders|orders)$/;

/** Draws a wallet that may call the operation. */
export function pickActor(random: Random, world: World, { endpoint }: Target): Actor {
  const operation = `${endpoint.method} ${endpoint.path}`;
  if (REVOKING.test(operation)) return random.pick(world.victims);
  if (CANCELLING.test(operation)) return random.pick(world.traders.slice(2));
  return random.pick(world.traders);
}

const secondsAt = ({ now }: World): number => Math.floor(now / 1000);

/** Makes valid credentials for the operation. */
export function identify(caller: CallerDraw, parts: SignedParts): DrawnCredentials {
  const { random, world, target, actor } = caller;
  const { access } = target.endpoint;
  if (access === "public") return { headers: [], validity: "yes", actor: undefined };
  if (access === "operator") {
    const headers: HeaderLines = [["authorization", `Bearer ${world.operatorToken}`]];
    return { headers, validity: "yes", actor: undefined };
  }
  const prefix = pickPrefix(random);
  if (access === "wallet") {
    const headers = Object.entries(actor.walletHeaders).map(([name, value]): [string, string] => [
      name.replace("SVC_", prefix),
      value,
    ]);
    return { headers, validity: "yes", actor };
  }
  const timestamp = String(secondsAt(world) + (random.chance(10) ? -5 : 0));
  const address = random.chance(50) ? actor.address : actor.checksummed;
  const signing = { address, credentials: actor.credentials, prefix, timestamp };
  const headers = signedHeaders(signing, parts);
  if (access === "key-and-builder" && random.chance(20))
    headers.push(...builderHeaders(actor, signing, parts));
  if ((access === "key-or-builder" || access === "key-or-code") && random.chance(40))
    return { headers: builderHeaders(actor, signing, parts), validity: "yes", actor };
  if ((access === "key-or-reader" || access === "key-or-public") && random.chance(25)) {
    const named: HeaderLines = [
      [`${prefix}ADDRESS`, address],
      [`${prefix}READONLY_API_KEY`, actor.readonlyKey],
    ];
    return { headers: named, validity: "yes", actor };
  }
  return { headers, validity: "yes", actor };
}

const builderHeaders = (actor: Actor, signing: Signing, parts: SignedParts): HeaderLines =>
  signedHeaders(
    { ...signing, address: undefined, credentials: actor.builder, prefix: `${signing.prefix}BUILDER_` },
    parts,
  );

/** Makes credentials that must be refused, by breaking valid ones; or strange ones. */
export function forge(caller: CallerDraw, parts: SignedParts): DrawnCredentials {
  const { random, target } = caller;
  const { access } = target.endpoint;
  if (access === "public") return strangeCredentials(caller, parts);
  if (access === "operator") return forgeOperator(caller);
  // The builder code in a request may open these operations alone.
  const validity = access === "key-or-code" ? "unsure" : "no";
  if (random.chance(10)) return { headers: [], validity, actor: undefined };
  if (access === "wallet") return forgeWallet(caller, parts);
  return random.chance(75) ? forgeKey(caller, parts) : strangeCredentials(caller, parts);
}

/** Draws values for headers that some operation reads. */
function strangeCredentials(caller: CallerDraw, parts: SignedParts): DrawnCredentials {
  const { random } = caller;
  const { headers, actor } = identify(caller, parts);
  const line = headers.length === 0 ? undefined : random.pick(headers);
  if (line === undefined) headers.push([`${pickPrefix(random)}API_KEY`, random.pick(HOSTILE_HEADERS)]);
  else line[1] = random.pick(HOSTILE_HEADERS);
  return { headers, validity: "unsure", actor };
}

function forgeOperator({ random, world }: CallerDraw): DrawnCredentials {
  const token = world.operatorToken;
  const values = [
    `Bearer ${token.slice(1)}`,
    `Bearer ${token}0`,
    `Bearer ${token.slice(0, -1)}0`,
    `Bearer  ${token}`,
    `Basic ${token}`,
    token,
    "Bearer",
    "Bearer ",
    `Bearer ${"0".repeat(64)}`,
    `Bearer ${random.pick(world.traders).credentials.secret}`,
    random.pick(HOSTILE_HEADERS),
  ];
  if (random.chance(10)) return { headers: [], validity: "no", actor: undefined };
  const given: [string, string] = ["authorization", random.pick(values)];
  if (random.chance(70)) return { headers: [given], validity: "no", actor: undefined };
  const limited: [string, string] = ["authorization", `Bearer ${random.pick(world.limitedTokens)}`];
  return { headers: [limited], validity: "unsure", actor: undefined };
}

/** Offsets of timestamps, in seconds, that stay too old or too new while the clock runs on. */
const OTHER_TIMES = [-61, -3_600, -86_400_000, 3_600, 1e9];

function forgeKey(caller: CallerDraw, parts: SignedParts): DrawnCredentials {
  const { random, world, actor } = caller;
  const other = random.pick(allActors(world).filter(({ address }) => address !== actor.address));
  const prefix = pickPrefix(random);
  const timestamp = String(secondsAt(world));
  const own: Signing = { address: actor.address, credentials: actor.credentials, prefix, timestamp };
  const forgeries: readonly (() => HeaderLines)[] = [
    () => signedHeaders({ ...own, address: other.address }, parts),
    () =>
      signedHeaders({ ...own, credentials: { ...own.credentials, apiKey: other.credentials.apiKey } }, parts),
    () =>
      signedHeaders(
        { ...own, credentials: { ...own.credentials, passphrase: other.credentials.passphrase } },
        parts,
      ),
    () =>
      signedHeaders({ ...own, credentials: { ...own.credentials, secret: other.credentials.secret } }, parts),
    () => signedHeaders({ ...own, credentials: actor.builder }, parts),
    () => signedHeaders({ ...own, timestamp: String(secondsAt(world) + random.pick(OTHER_TIMES)) }, parts),
    () => signedHeaders(own, { ...parts, path: `${parts.path}/` }),
    () => signedHeaders(own, { ...parts, path: parts.path === "/orders" ? "/order" : "/orders" }),
    () => signedHeaders(own, { ...parts, method: parts.method === "GET" ? "POST" : "GET" }),
    () => signedHeaders(own, { ...parts, body: `${String(parts.body)} ` }),
    () => without(signedHeaders(own, parts), random.below(5)),
    () => twice(signedHeaders(own, parts), random.below(5)),
    () => [...signedHeaders(own, parts), [`${PREFIXES.find((one) => one !== prefix)}ADDRESS`, actor.address]],
    () => withChangedSignature(signedHeaders(own, parts), random),
    () => [
      [`${prefix}ADDRESS`, other.address],
      [`${prefix}READONLY_API_KEY`, actor.readonlyKey],
    ],
    () => [[`${prefix}API_KEY`, actor.credentials.apiKey]],
  ];
  return { headers: random.pick(forgeries)(), validity: "no", actor };
}

const without = (headers: HeaderLines, at: number): HeaderLines => headers.filter((_, index) => index !== at);
const twice = (headers: HeaderLines, at: number): HeaderLines => [...headers, headers[at]!];

/** Changes the first letter of the signature. */
function withChangedSignature(headers: HeaderLines, random: Random): HeaderLines {
  return headers.map(([name, value]) => {
    if (!name.endsWith("SIGNATURE")) return [name, value];
    const at = random.below(40);
    return [name, value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1)];
  });
}

function forgeWallet(caller: CallerDraw, parts: SignedParts): DrawnCredentials {
  const { random, world, actor } = caller;
  const { headers } = identify(caller, parts);
  const other = random.pick(allActors(world).filter(({ address }) => address !== actor.address));
  const line = (ending: string): [string, string] => headers.find(([name]) => name.endsWith(ending))!;
  const spoil: readonly (() => void)[] = [
    () => (line("ADDRESS")[1] = other.address),
    () => (line("NONCE")[1] = "77"),
    () => (line("TIMESTAMP")[1] = String(secondsAt(world) - 1)),
    () =>
      (line("SIGNATURE")[1] = line("SIGNATURE")[1].replace(/^0x./, (start) =>
        start === "0x1" ? "0x2" : "0x1",
      )),
    () => (line("SIGNATURE")[1] = `${line("SIGNATURE")[1]}00`),
    () => (line("SIGNATURE")[1] = line("SIGNATURE")[1].slice(0, -2)),
    () => (line("SIGNATURE")[1] = `0x${"0".repeat(130)}`),
    () => (line("SIGNATURE")[1] = `0x${"f".repeat(130)}`),
    () => (line("SIGNATURE")[1] = random.pick(HOSTILE_HEADERS)),
    () => (line("NONCE")[1] = random.pick(["-1", "9".repeat(90), "x", "0x0", "1.0"])),
    () => (line("TIMESTAMP")[1] = random.pick(["", "x", "1e9", "-1", "9".repeat(30)])),
    () => headers.splice(random.below(3), 1),
  ];
  random.pick(spoil)();
  return { headers, validity: "no", actor };
}
