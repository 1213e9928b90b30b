/**
 * The latest requests of a sandbox's clients, for its operators. Memory is bounded by their number and their bytes. An entry
 * shows no header with which a caller signs, and no value that is a secret by its name.
 */
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import { createSecretNameTest } from "../../base/secret-names.ts";
import type { Context } from "../../context.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { findMount } from "../mounts/mount.ts";
import type { Mount } from "../mounts/mount.ts";
import { millisecondsSince } from "../server/access-log.ts";
import { IDEMPOTENCY_KEY } from "../operation/answer-once.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Body of the rejection that answers the request, if any. */
    rejectedWith?: unknown;
  }
}

export type LoggedRequest = {
  /** Number from 1 in the order of the answers. */
  readonly no: number;
  /** Time of the exchange's clock when the request came, ms. */
  readonly at: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly dialect: Dialect | undefined;
  readonly interface: string | undefined;
  /** Lower-case address of the caller, once it is known. */
  readonly wallet: string | undefined;
  readonly status: number;
  /** Rejection code, and what was expected and received; undefined for a success. */
  readonly code: string | undefined;
  readonly hint: string | undefined;
  readonly ms: number;
  readonly requestId: string;
  /** Command that sends the request again, without what signs it; undefined for a body that is too long. */
  readonly curl: string | undefined;
};

/** An entry as it is added. */
type NewRequest = Omit<LoggedRequest, "no" | "curl"> & { readonly sent: SentRequest | undefined };
/** An entry as it is kept: its command is formatted when the entry is listed. */
type StoredRequest = NewRequest & { readonly no: number };

export type RequestFilter = {
  /** Text that an entry has somewhere, ignoring case. */
  readonly search: string;
  /** True for rejected requests only. */
  readonly rejected: boolean;
  /** Entries before this number. */
  readonly before: number;
  readonly limit: number;
};

export type RequestLog = {
  add(entry: NewRequest): void;
  /** Lists the entries that match, the latest first. */
  list(filter: RequestFilter): readonly LoggedRequest[];
};

export const MAX_REQUESTS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BODY_CHARACTERS = 16 * 1024;

/**
 * Creates the log of the latest `most` entries that fit into so many bytes, which must be enough for any one. Entries are
 * kept as JSON outside of the heap: objects that live as long as they would keep the collector busy with every request.
 */
export function createRequestLog(most = MAX_REQUESTS, mostBytes = MAX_BYTES): RequestLog {
  const bytes = Buffer.alloc(mostBytes);
  /** Places of the entries by their numbers modulo `most`. */
  const [starts, ends] = [new Uint32Array(most), new Uint32Array(most)];
  let [oldest, newest, next] = [1, 0, 0];
  const startOf = (no: number): number => starts[no % most] ?? 0;
  const endOf = (no: number): number => ends[no % most] ?? 0;

  /** Makes room for this many bytes, at the cost of the oldest entries. */
  function makeRoom(length: number): void {
    if (next + length > bytes.length) {
      while (oldest <= newest && startOf(oldest) >= next) oldest += 1;
      next = 0;
    }
    if (newest - oldest + 1 === most) oldest += 1;
    while (oldest <= newest && startOf(oldest) < next + length && endOf(oldest) > next) oldest += 1;
  }

  return {
    add(entry) {
      const text = JSON.stringify(entry);
      const length = Buffer.byteLength(text);
      makeRoom(length);
      newest += 1;
      bytes.write(text, next);
      starts[newest % most] = next;
      next += length;
      ends[newest % most] = next;
    },
    list({ search, rejected, before, limit }) {
      const wanted = search.toLowerCase();
      const found: LoggedRequest[] = [];
      for (let no = Math.min(newest, before - 1); no >= oldest && found.length < limit; no -= 1) {
        const entry: NewRequest = JSON.parse(bytes.toString("utf8", startOf(no), endOf(no)));
        if (rejected && entry.code === undefined && entry.status < 400) continue;
        if (wanted === "" || textOf(entry).includes(wanted)) found.push(shown({ ...entry, no }));
      }
      return found;
    },
  };
}

/** Joins what a search looks at, in lower case. */
const textOf = (entry: NewRequest): string => {
  const { method, path, dialect, wallet, status, code, hint, requestId } = entry;
  return [`${method} ${path}`, dialect, entry.interface, wallet, String(status), code, hint, requestId]
    .join("\n")
    .toLowerCase();
};

// Records of requests, made when their answers close.

const MAX_LISTENERS = 30;

/** Registers a new request, which is recorded when its answer closes. */
export type RecordRequest = (request: HttpRequest, reply: HttpReply) => void;

/** Makes the function that registers requests of clients; those of operators and files of the page are left out. */
export function createRequestRecorder(
  log: RequestLog,
  { clock, config }: Pick<Context, "clock" | "config">,
  mounts: readonly Mount[],
): RecordRequest {
  const prefixes = config.headerPrefixes.map((prefix) => prefix.toLowerCase());
  return (request, reply) => {
    const mount = findMount(mounts, request.url);
    if (mount === undefined || mount.limited === "operator" || mount.forOperators === true) return;
    if (!request.is404 && request.routeOptions.config.operation === undefined) return;
    const [at, startedAt] = [clock(), performance.now()];
    // The parts of the server that wait for the end of an answer are as many as Node.js takes for a leak.
    reply.raw.setMaxListeners(MAX_LISTENERS);
    reply.raw.once("close", () => {
      const { method, id: requestId, identity } = request;
      const { code, hint } = readRejection(request.rejectedWith);
      const path = concealPath(request);
      log.add({
        at,
        method,
        path,
        dialect: mount.dialect,
        interface: mount.limited,
        wallet: (identity.caller ?? identity.wallet ?? identity.builder)?.address,
        status: reply.raw.statusCode,
        code,
        hint,
        ms: millisecondsSince(startedAt),
        requestId,
        sent: pickSent(request, prefixes),
      });
    });
  };
}

function readRejection(body: unknown): {
  readonly code: string | undefined;
  readonly hint: string | undefined;
} {
  const { code, hint, error } = Object(body) as Readonly<Record<string, unknown>>;
  const texts = [code, hint, error].map((value) => (typeof value === "string" ? value : undefined));
  return { code: texts[0], hint: texts[1] ?? texts[2] };
}

const CONCEALED = "…";
/** Tells secrets by their names, among them API keys and what signs a request. */
const isSecret = createSecretNameTest(["key", "apikey", "sig", "signature"]);
/** Tells secrets of a body, where `signature` is that of an order, which cannot be sent again without it. */
const isSecretField = (name: string): boolean => name !== "signature" && isSecret(name);

/** The name of a field in a text that is no JSON, such as a form or JSON with a mistake. */
const LOOSE_NAME = /(?<![\w.%[\]-])([\w.%[\]-]+)["']?\s*[:=]/g;

/** Tells whether a text may have the name of a secret: escaped characters may spell any name. */
function mayHaveSecrets(text: string): boolean {
  if (text.includes("\\")) return true;
  for (const [, name = ""] of text.matchAll(LOOSE_NAME)) if (isSecretField(name)) return true;
  return false;
}

/** Returns a body without secrets, unchanged if it has none; one that is no JSON ends at its first secret. */
function concealBody(body: string): string {
  // Most bodies are orders without a secret, for which a parser that is asked for every value takes too long.
  if (!mayHaveSecrets(body)) return body;
  let found = false;
  const conceal = (name: string, value: unknown): unknown => {
    if (!isSecretField(name)) return value;
    found = true;
    return CONCEALED;
  };
  try {
    const concealed: unknown = JSON.parse(body, conceal);
    return found ? JSON.stringify(concealed) : body;
  } catch {
    const first = [...body.matchAll(LOOSE_NAME)].find(([, name = ""]) => isSecretField(name));
    return first === undefined ? body : body.slice(0, first.index) + first[0] + CONCEALED;
  }
}

/** Returns path and query without secrets: the code of an invite is worth money to whoever has it. */
function concealPath({ url, routeOptions }: HttpRequest): string {
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  const shown = path.includes("/invite/") ? (routeOptions.url ?? path) : path;
  if (at === -1) return shown;
  const query = url.slice(at + 1);
  const parameters = new URLSearchParams(query);
  if (![...parameters.keys()].some(isSecret)) return `${shown}?${query}`;
  const concealed = [...parameters].map(([name, value]): [string, string] => [
    name,
    isSecret(name) ? CONCEALED : value,
  ]);
  return `${shown}?${new URLSearchParams(concealed).toString()}`;
}

/** Parts of a request that its command has. */
type SentRequest = {
  /** Scheme and host of the address. */
  readonly at: string;
  /** Headers that matter to the exchange; the value of one that signs is a variable. */
  readonly headers: readonly SentHeader[];
  readonly body: string;
};

type SentHeader = { readonly name: string; readonly value?: string | undefined };

const OPEN_HEADERS = new Set(["content-type", IDEMPOTENCY_KEY]);

/** Keeps what the command has; undefined for a body that is too long. The prefixes are lower case. */
function pickSent(
  { headers, rawBody, protocol, host }: HttpRequest,
  prefixes: readonly string[],
): SentRequest | undefined {
  if (rawBody.length > MAX_BODY_CHARACTERS) return undefined;
  const kept: SentHeader[] = [];
  for (const name in headers) {
    const isOpen = OPEN_HEADERS.has(name);
    const isOfCaller = name === "authorization" || prefixes.some((prefix) => name.startsWith(prefix));
    if (!isOpen && !isOfCaller) continue;
    // The address is public, all else of the caller is not.
    const isShown = isOpen || (name !== "authorization" && name.endsWith("_address"));
    kept.push({ name, value: isShown ? String(headers[name]) : undefined });
  }
  return { at: `${protocol}://${host}`, headers: kept, body: rawBody.toString("utf8") };
}

const shown = ({ sent, ...entry }: StoredRequest): LoggedRequest => ({
  ...entry,
  curl: sent && formatCurl(entry, sent),
});

/** Formats the request as a command of curl; variables stand for what signs it. */
function formatCurl(
  { method, path }: Pick<LoggedRequest, "method" | "path">,
  { at, headers, body: sentBody }: SentRequest,
): string {
  const body = concealBody(sentBody);
  const parts = [
    `curl -X ${method} ${quote(at + path)}`,
    ...headers.map((header) => `-H ${formatHeader(header)}`),
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(" ");
}

function formatHeader({ name, value }: SentHeader): string {
  const upper = name.toUpperCase();
  if (value !== undefined) return quote(`${OPEN_HEADERS.has(name) ? name : upper}: ${value}`);
  return name === "authorization" ? '"authorization: $AUTHORIZATION"' : `"${upper}: $${upper}"`;
}

/** Quotes a text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
