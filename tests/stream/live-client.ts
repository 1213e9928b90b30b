/** A client of a live channel over a real socket: keeps what comes, and waits for what has to come. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";

// Tests read messages of every shape, and a wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any;

export type LiveClient = {
  readonly socket: WebSocket;
  /** All texts that came, in order, and those of them that are JSON. */
  readonly texts: string[];
  readonly messages: Message[];
  /** Sends JSON, or text and bytes as they are. */
  send(message: unknown): void;
  /** The next message that no call took yet and for which this holds; those before it are passed over. */
  next(holds?: (message: Message) => boolean): Promise<Message>;
  /** The next of this type. */
  event(type: string): Promise<Message>;
  /** Resolves when everything that the server sent so far has come. */
  settle(): Promise<void>;
  /** The status and reason of the close, which must come. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  end(): Promise<void>;
};

/** The longest that a test waits for what must come. */
const PATIENCE_MS = 15_000;

/** Connects to a path of a base address as HTTP clients have it. */
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
    }, PATIENCE_MS);
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
      // Twice, since the first may be read together with what was sent before it, and before that has its answers.
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

export type Refused = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Message;
};

/** Asks for a live connection that must be refused. */
export async function refusedConnection(
  base: string,
  path = "/ws/market",
  headers: Readonly<Record<string, string>> = {},
): Promise<Refused> {
  const socket = new WebSocket(base.replace(/^http/, "ws") + path, { headers });
  socket.on("error", () => {});
  const [, response]: [unknown, IncomingMessage] = await once(socket, "unexpected-response").then(
    ([request, answer]) => [request, answer],
  );
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
}
