/**
 * A WebSocket that reconnects by itself after it closes or falls silent, with growing delays. Every new connection
 * starts with `hello`, which subscribes again.
 */

/** State of the connection; "live" means connected. */
export type ConnectionState = "connecting" | "live";

export type Channel = {
  send(message: unknown): void;
  close(): void;
};

export type ChannelOptions = {
  readonly url: string;
  /** Builds the first message of every connection. */
  readonly hello: () => unknown;
  readonly onMessage: (message: unknown) => void;
  readonly onState: (state: ConnectionState) => void;
};

const PING_MS = 10_000;
/** Time in milliseconds without any message or pong, after which the connection counts as dead. */
const SILENCE_MS = 25_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

export function openChannel({ url, hello, onMessage, onState }: ChannelOptions): Channel {
  let socket: WebSocket | undefined;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let isClosed = false;

  function connect(): void {
    const newSocket = new WebSocket(url);
    socket = newSocket;
    heardAt = Date.now();
    newSocket.addEventListener("open", () => {
      newSocket.send(JSON.stringify(hello()));
      onState("live");
    });
    newSocket.addEventListener("message", ({ data }) => {
      heardAt = Date.now();
      if (typeof data !== "string" || data === "PONG") return;
      retryMs = FIRST_RETRY_MS;
      onMessage(JSON.parse(data));
    });
    newSocket.addEventListener("close", () => reconnect(newSocket));
  }

  function reconnect(lost: WebSocket): void {
    if (isClosed || lost !== socket) return;
    socket = undefined;
    onState("connecting");
    retry = setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }

  function checkSilence(): void {
    if (socket === undefined) return;
    if (Date.now() - heardAt <= SILENCE_MS) return sendOver(socket, "PING");
    drop();
  }

  function drop(): void {
    if (socket === undefined) return;
    const silent = socket;
    silent.close();
    reconnect(silent);
  }

  function connectNow(): void {
    if (socket !== undefined) return;
    clearTimeout(retry);
    connect();
  }

  const silenceTimer = setInterval(checkSilence, PING_MS);
  // A machine without a network knows it sooner than a silent connection tells.
  addEventListener("offline", drop);
  addEventListener("online", connectNow);
  onState("connecting");
  connect();
  return {
    send: (message) => sendOver(socket, JSON.stringify(message)),
    close: () => {
      isClosed = true;
      removeEventListener("offline", drop);
      removeEventListener("online", connectNow);
      clearInterval(silenceTimer);
      clearTimeout(retry);
      socket?.close();
    },
  };
}

function sendOver(socket: WebSocket | undefined, text: string): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

/** Merges calls in quick succession into one call, `ms` milliseconds after the first. */
export type Throttle = { call(): void; stop(): void };

export function throttle(ms: number, act: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    call: () => {
      timer ??= setTimeout(() => {
        stop();
        act();
      }, ms);
    },
    stop,
  };
}
