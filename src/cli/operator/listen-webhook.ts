/**
 * `presage webhooks listen`: a webhook as long as the command runs, whose messages are verified, printed and passed on.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { MAX_AGE_SECONDS, isSignedBy, parseSecretText } from "../../operate/webhooks/send-message.ts";
import { parsePort } from "../../settings/parsers.ts";
import { getErrorMessage } from "../../store/sql/unavailable.ts";
import { getNumberFlag, getTextFlag } from "../terminal/command-line.ts";
import type { CommandLine, FlagKinds } from "../terminal/command-line.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { callRoute } from "./operation.ts";
import type { CommandOutput, OperationInput } from "./operation.ts";

export const LISTEN_FLAGS: FlagKinds = {
  "--forward": "text",
  "--address": "text",
  "--port": "text",
  "--count": "text",
};

/** Time in which a receiver of forwarded messages must answer, ms: the exchange waits a second longer. */
const FORWARD_MS = 14_000;
/** Status for a message that the receiver behind did not answer. */
const BAD_GATEWAY = 502;
const REASON = "presage webhooks listen, until it ends";

export type ListenOptions = {
  readonly forward: string | undefined;
  /** URL at which the exchange reaches this command; by default that of its port on this machine. */
  readonly address: string | undefined;
  readonly port: number;
  /** Number of messages after which the command ends. */
  readonly count: number;
};

/** Reads the flags. Throws an Error of one line. */
export function readListenOptions(line: CommandLine): ListenOptions {
  const [forward, address] = ["--forward", "--address"].map((flag) => readUrl(line, flag));
  const port = readPort(line);
  const count = getNumberFlag(line, "--count") ?? Infinity;
  if (count === 0) throw new Error("--count: expected at least 1 message, got 0");
  return { forward, address, port, count };
}

/** Reads a port; 0, which is any free one, if the flag was not given. */
function readPort(line: CommandLine): number {
  try {
    return parsePort(getTextFlag(line, "--port") ?? "0");
  } catch (error) {
    throw new Error(`--port: ${getErrorMessage(error)}`, { cause: error });
  }
}

function readUrl(line: CommandLine, flag: string): string | undefined {
  const text = getTextFlag(line, flag);
  if (text === undefined || /^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new Error(`${flag}: expected a URL like http://127.0.0.1:8080/hook, got "${text}"`);
}

type MadeWebhook = { readonly id: string; readonly secret: string };

type Message = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** Result of a message. */
type Receipt = {
  readonly id: string;
  readonly type: string;
  readonly signature: "valid" | "wrong";
  /** Status of the receiver behind, or why there is none; null without one. */
  readonly forwarded: number | string | null;
  readonly event: unknown;
};

/** Runs until a signal, or until so many messages came; `fields` choose the events. */
export async function listenToWebhook(
  input: OperationInput,
  options: ListenOptions,
  fields: object,
): Promise<CommandOutput> {
  const path = `/${randomBytes(16).toString("hex")}`;
  const server = createServer();
  const port = await openServer(server, options.port);
  const url = options.address ?? `http://127.0.0.1:${port}${path}`;
  try {
    const made: MadeWebhook = await callRoute(input, "POST /webhooks", {
      ...fields,
      url,
      description: "presage webhooks listen",
      reason: REASON,
    });
    const work = receiveMessages(server, { ...options, path: new URL(url).pathname, made, input });
    process.stderr.write(`Webhook ${made.id} sends to ${url} until Ctrl-C.\n`);
    const received = await work.finally(() => removeWebhook(input, made));
    return {
      json: { id: made.id, ...received },
      text: `${received.messages} messages; ${made.id} is removed.\n`,
      code: received.wrong > 0 ? 1 : 0,
    };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function openServer(server: Server, port: number): Promise<number> {
  server.listen({ port, host: "127.0.0.1" });
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(`--port: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the listening port has no number");
  return address.port;
}

/** Removes the webhook. Throws an Error that names the command to remove it with. */
async function removeWebhook(input: OperationInput, { id }: MadeWebhook): Promise<void> {
  try {
    await callRoute(input, "DELETE /webhooks/:id", { id, reason: REASON });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why} The webhook is still there: presage webhooks remove ${id}`, { cause: error });
  }
}

type Listening = ListenOptions & {
  readonly path: string;
  readonly made: MadeWebhook;
  readonly input: OperationInput;
};

type Received = { messages: number; wrong: number };

/** Receives messages until a signal, or until so many came. */
function receiveMessages(server: Server, listening: Listening): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const received: Received = { messages: 0, wrong: 0 };
  let taken = 0;
  onInterrupt(() => resolve(received));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, receipt } = await receive(request, listening);
    print(listening.input, receipt);
    received.messages += 1;
    if (receipt.signature === "wrong") received.wrong += 1;
    const isLast = received.messages >= listening.count;
    response.writeHead(status).end(() => isLast && resolve(received));
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const isMessage = request.method === "POST" && request.url === listening.path;
    if (!isMessage || taken >= listening.count) {
      response.writeHead(isMessage ? 503 : 404).end();
      return;
    }
    taken += 1;
    // A message that breaks off is sent again.
    void answer(request, response).catch(() => response.destroy());
  });
  return promise;
}

async function receive(
  request: IncomingMessage,
  { forward, made }: Listening,
): Promise<{ readonly status: number; readonly receipt: Receipt }> {
  const message: Message = { headers: request.headers, body: await readText(request) };
  const isValid = isMessageValid(message, parseSecretText(made.secret));
  const forwarded = isValid && forward !== undefined ? await passOn(forward, message) : null;
  const status = typeof forwarded === "number" ? forwarded : forwarded === null ? 204 : BAD_GATEWAY;
  const event = parseEvent(message.body);
  const receipt: Receipt = {
    id: String(message.headers["webhook-id"] ?? ""),
    type: String(Object(event).type ?? ""),
    signature: isValid ? "valid" : "wrong",
    forwarded,
    event,
  };
  return { status: isValid ? status : 401, receipt };
}

function isMessageValid({ headers, body }: Message, secret: Uint8Array): boolean {
  const {
    "webhook-id": id = "",
    "webhook-timestamp": timestamp = "",
    "webhook-signature": signatures = "",
  } = headers;
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) < MAX_AGE_SECONDS;
  const message = { id: String(id), timestamp: Number(timestamp), body };
  return isRecent && isSignedBy(secret, message, String(signatures));
}

/** Sends the message on as it came. Returns the status, or why there is none. */
async function passOn(url: string, { headers, body }: Message): Promise<number | string> {
  const own = Object.entries(headers).filter(([name]) => /^(webhook-|content-type$)/.test(name));
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: own.map(([name, value]): [string, string] => [name, String(value)]),
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(FORWARD_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function parseEvent(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Prints a line of JSON for programs, else the type, the id and the content of the event. */
function print({ line }: OperationInput, receipt: Receipt): void {
  const { id, type, signature, forwarded, event } = receipt;
  const { time = "", data } = Object(event) as { readonly time?: string; readonly data?: unknown };
  const onward = forwarded === null ? "" : `  -> ${forwarded}`;
  const verdict = signature === "valid" ? "" : "  THE SIGNATURE IS WRONG";
  process.stdout.write(
    line.config.json
      ? `${JSON.stringify(receipt)}\n`
      : `${time}  ${type}  ${id}${onward}${verdict}\n  ${JSON.stringify(data ?? event)}\n`,
  );
}
