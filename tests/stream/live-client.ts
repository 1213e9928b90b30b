/** A client of a live channel over a real socket: keeps all messages, and waits for expected ones. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { DEADLINE_MS } from "../support/until.ts";

// Tests read messages of every shape, and a wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any;

export type LiveClient = {
  readonly socket: WebSocket;
  /** All received texts, in order; `messages` are those that are JSON. */
  readonly texts: string[];
  readonly messages: Message[];
  /** Sends JSON, or text and bytes as they are. */
  send(message: unknown): void;
  /** Waits for the next message that fits and was not taken yet; skips those before it. */
  next(holds?: (message: Message) => boolean): Promise<Message>;
  /** Waits for the next message of this type. */
  event(type: string): Promise<Message>;
  /** Resolves once everything that the server sent so far has arrived. */
  settle(): Promise<void>;
  /** Status and reason of the close; a test that awaits it fails without a close. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  end(): Promise<void>;
};

/** Connects to a path of an HTTP base address. */
export async function connect(
  base: string,
  path = "/ws/market",
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveClient> {
  const socket = new WebSocket(base.replace(/^http/, "ws") + path, { headers });
  const client = clientOf(socket);
  await once(socket, "open");
  return client;
}

function clientOf(socket: WebSocket): LiveClient {
  const texts: string[] = [];
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  let taken = 0;
  let pongs = 0;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on("error", () => {});
  socket.on("message", (data) => {
    const text = String(data);
    texts.push(text);
    if (text === "PONG") pongs += 1;
    else messages.push(JSON.parse(text));
    for (const check of waiting) check();
  });
  const until = (what: string, isThere: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      const came = texts.slice(-5).join("\n").slice(0, 2_000);
      reject(new Error(`${what} did not come; ${texts.length} messages came, the last are\n${came}`));
    }, DEADLINE_MS);
    const check = (): void => {
      if (!isThere()) return;
      waiting.delete(check);
      clearTimeout(late);
      resolve();
    };
    waiting.add(check);
    check();
    return promise;
  };
  const send = (message: unknown): void =>
    socket.send(typeof message === "string" || message instanceof Buffer ? message : JSON.stringify(message));
  const next = async (holds: (message: Message) => boolean = () => true): Promise<Message> => {
    const find = (): number => messages.findIndex((message, index) => index >= taken && holds(message));
    await until(`a message for which ${String(holds)} holds`, () => find() !== -1);
    taken = find() + 1;
    return messages[taken - 1];
  };
  return {
    socket,
    texts,
    messages,
    send,
    next,
    event: (type) => next(({ event_type }) => event_type === type),
    async settle() {
      // Two pings: the first may be read together with earlier messages, before these are answered.
      for (const answered of [pongs + 1, pongs + 2]) {
        send("PING");
        await until("PONG", () => pongs >= answered);
      }
    },
    closed,
    async end() {
      socket.terminate();
      await closed;
    },
  };
}

export type RefusedUpgrade = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Message;
};

/** Asks for a live connection that must be refused. */
export async function refusedConnection(
  base: string,
  path = "/ws/market",
  headers: Readonly<Record<string, string>> = {},
): Promise<RefusedUpgrade> {
  const socket = new WebSocket(base.replace(/^http/, "ws") + path, { headers });
  socket.on("error", () => {});
  const [, response]: [unknown, IncomingMessage] = await once(socket, "unexpected-response").then(
    ([request, answer]) => [request, answer],
  );
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
}
