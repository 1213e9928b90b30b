/**
 * A connection to a live channel of the server under test. It records everything received, with its stage, and waits for
 * more.
 */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { Difference, NotOffered } from "./answer.ts";
import { parsedJson } from "./json-value.ts";
import { shown } from "./shape.ts";
import type { Stage } from "./stages.ts";

/** A frame, and the stage of the run in which it arrived. */
export type ReceivedFrame = { readonly stage: Stage; readonly text: string; readonly json: unknown };

export type LiveChannel = {
  readonly address: string;
  /** Frames in order of arrival; the oldest of very many are dropped. */
  readonly heard: readonly ReceivedFrame[];
  readonly isClosed: () => boolean;
  /** Sends JSON, or a text unchanged. */
  send(message: object | string): void;
  /** Waits until `find` returns something. Throws `Difference` if it does not in time, or the channel closes before. */
  until<T>(awaited: AwaitedMessage<T>): Promise<T>;
  close(): void;
};

export type AwaitedMessage<T> = {
  readonly find: () => T | undefined;
  /** The request or message that should cause it. */
  readonly after: string;
  readonly expected: string;
};

export type ChannelOptions = {
  readonly address: string;
  /** True if the channel must exist, since its address was given. */
  readonly isNamed: boolean;
  readonly timeoutMs: number;
  readonly stage: () => Stage;
};

/** Interval of pings, shorter than the silence after which services close a connection. */
const PING_EVERY_MS = 10_000;
const MAX_FRAMES = 20_000;

/** Connects. Throws `NotOffered` if the server has no channel there, and `Difference` if it fails to open it. */
export function openChannel(terms: ChannelOptions): Promise<LiveChannel> {
  const { address, isNamed, timeoutMs } = terms;
  const socket = new WebSocket(address, { handshakeTimeout: timeoutMs });
  const refuse = (isAbsent: boolean, got: string): Error =>
    isAbsent && !isNamed
      ? new NotOffered(`no live channel at ${address}: ${got}`)
      : new Difference(`WebSocket ${address}`, "a connection", got);
  return new Promise((resolve, reject) => {
    // Frames may follow the handshake at once, so the listeners are added before it.
    const channel = listen(socket, terms);
    socket.once("open", () => resolve(channel));
    socket.once("unexpected-response", (_request: unknown, response: IncomingMessage) => {
      const status = response.statusCode ?? 0;
      reject(refuse(isAbsentStatus(status), `status ${status}`));
      response.destroy();
      socket.terminate();
    });
    socket.on("error", (error) => reject(refuse(isHangUp(error), error.message || error.name)));
  });
}

/** Tells whether the status means that there is no such channel; other statuses mean that opening it failed. */
const isAbsentStatus = (status: number): boolean =>
  status === 501 || (status < 500 && status !== 408 && status !== 429);

/** Tells whether the server hung up during the handshake, as servers without channels do. */
const isHangUp = (error: Error): boolean => "code" in error && error.code === "ECONNRESET";

function listen(socket: WebSocket, { address, timeoutMs, stage }: ChannelOptions): LiveChannel {
  const heard: ReceivedFrame[] = [];
  const waiting = new Set<() => void>();
  let closedWith: number | undefined;
  const send = (message: object | string): void => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(typeof message === "string" ? message : JSON.stringify(message));
  };
  let pings: NodeJS.Timeout | undefined;
  socket.once("open", () => {
    pings = setInterval(() => send("PING"), PING_EVERY_MS);
  });
  socket.on("message", (data) => {
    const text = String(data);
    heard.push({ stage: stage(), text, json: parsedJson(text) });
    if (heard.length > MAX_FRAMES) heard.splice(0, MAX_FRAMES / 2);
    for (const look of waiting) look();
  });
  socket.on("close", (code) => {
    clearInterval(pings);
    closedWith = code;
    for (const look of waiting) look();
  });
  const whatCame = (): string => {
    const last = heard.findLast(({ text }) => text !== "PONG");
    const end = closedWith === undefined ? "" : `a connection that was closed with ${closedWith}; `;
    return `${end}${last === undefined ? "nothing" : `not that; the last message is ${shown(last.json ?? last.text)}`}`;
  };
  return {
    address,
    heard,
    isClosed: () => closedWith !== undefined,
    send,
    until(awaited) {
      const isOver = (): boolean => closedWith !== undefined;
      return waitFor(awaited, { waiting, isOver, whatCame, timeoutMs });
    },
    close: () => socket.terminate(),
  };
}

type WaitOptions = {
  /** Callbacks for each frame, and for the end of the connection. */
  readonly waiting: Set<() => void>;
  readonly isOver: () => boolean;
  readonly whatCame: () => string;
  readonly timeoutMs: number;
};

function waitFor<T>({ find, after, expected }: AwaitedMessage<T>, terms: WaitOptions): Promise<T> {
  const { waiting, isOver, whatCame, timeoutMs } = terms;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(late);
      waiting.delete(look);
      settle();
    };
    const fail = (): void => reject(new Difference(after, expected, whatCame()));
    const late = setTimeout(() => end(fail), timeoutMs);
    const look = (): void => {
      const found = find();
      if (found !== undefined) end(() => resolve(found));
      else if (isOver()) end(fail);
    };
    waiting.add(look);
    look();
  });
}
