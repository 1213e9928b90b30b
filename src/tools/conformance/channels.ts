/** Live channels of the server under test: connections, received frames, and expectations of both channels. */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { Difference, NotOffered, Unchecked } from "./shape/answer.ts";
import type { ChannelName } from "./endpoints.ts";
import { getField, listIn, parsedJson, textIn } from "./shape/json-value.ts";
import type { MessageShapes } from "./shape/records.ts";
import { shown } from "./shape/shape.ts";

/**
 * Stages of a run. Reads come first. Then two orders rest, and are cancelled. Then sandbox wallets trade with each
 * other, and sell their shares again.
 */
export const STAGES = ["reading", "placing", "resting", "cancelling", "trading", "traded", "closed"] as const;
export type Stage = (typeof STAGES)[number];

/** A frame, and the stage of the run in which it arrived. */
type ReceivedFrame = { readonly stage: Stage; readonly text: string; readonly json: unknown };

export type LiveChannel = {
  readonly address: string;
  /** Frames in order of arrival; beyond a limit the oldest are dropped. */
  readonly heard: readonly ReceivedFrame[];
  readonly isClosed: () => boolean;
  /** Sends JSON, or a text unchanged. */
  send(message: object | string): void;
  /** Waits until `find` returns a value. Throws `Difference` after the timeout, or if the channel closes first. */
  until<T>(awaited: AwaitedMessage<T>): Promise<T>;
  close(): void;
};

type AwaitedMessage<T> = {
  readonly find: () => T | undefined;
  /** Request or message that should cause the awaited message. */
  readonly after: string;
  readonly expected: string;
};

type ChannelOptions = {
  readonly address: string;
  /** True if the user gave the channels' address, so that the channel must exist. */
  readonly isNamed: boolean;
  readonly timeoutMs: number;
  readonly stage: () => Stage;
};

/** Interval of pings, shorter than the silence after which Polymarket and Kuest close a connection. */
const PING_EVERY_MS = 10_000;
const MAX_FRAMES = 20_000;

/**
 * Connects. Throws `NotOffered` if the server has no such channel, and `Difference` if the server fails to open the
 * channel.
 */
function openChannel(terms: ChannelOptions): Promise<LiveChannel> {
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

/** Tells whether the status means that there is no such channel; any other status means that the opening failed. */
const isAbsentStatus = (status: number): boolean =>
  status === 501 || (status < 500 && status !== 408 && status !== 429);

/** Tells whether the server hung up during the handshake, as servers without channels do. */
const isHangUp = (error: Error): boolean => "code" in error && error.code === "ECONNRESET";

function listen(socket: WebSocket, { address, timeoutMs, stage }: ChannelOptions): LiveChannel {
  const frames: ReceivedFrame[] = [];
  const callbacks = new Set<() => void>();
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
    frames.push({ stage: stage(), text, json: parsedJson(text) });
    if (frames.length > MAX_FRAMES) frames.splice(0, MAX_FRAMES / 2);
    for (const check of callbacks) check();
  });
  socket.on("close", (code) => {
    clearInterval(pings);
    closedWith = code;
    for (const check of callbacks) check();
  });
  const describeReceived = (): string => {
    const last = frames.findLast(({ text }) => text !== "PONG");
    const end = closedWith === undefined ? "" : `a connection that was closed with ${closedWith}; `;
    return `${end}${last === undefined ? "nothing" : `not that; the last message is ${shown(last.json ?? last.text)}`}`;
  };
  return {
    address,
    heard: frames,
    isClosed: () => closedWith !== undefined,
    send,
    until(awaited) {
      const isOver = (): boolean => closedWith !== undefined;
      return waitFor(awaited, { waiting: callbacks, isOver, whatCame: describeReceived, timeoutMs });
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
  const { waiting: callbacks, isOver, whatCame: describeReceived, timeoutMs } = terms;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      callbacks.delete(check);
      settle();
    };
    const fail = (): void => reject(new Difference(after, expected, describeReceived()));
    const timer = setTimeout(() => end(fail), timeoutMs);
    const check = (): void => {
      const found = find();
      if (found !== undefined) end(() => resolve(found));
      else if (isOver()) end(fail);
    };
    callbacks.add(check);
    check();
  });
}

/** Message of a frame; one frame may contain several messages. */
type ReceivedMessage = Pick<ReceivedFrame, "stage"> & { readonly message: unknown };

/** Lists the messages of a type, in order of arrival. */
export const listMessages = (frames: readonly ReceivedFrame[], eventType: string): ReceivedMessage[] =>
  frames.flatMap(({ stage, json }) =>
    (Array.isArray(json) ? listIn(json) : [json])
      .filter((message) => textIn(message, "event_type") === eventType)
      .map((message) => ({ stage, message })),
  );

/** Tells whether a frame rejects a message: an object with an error, or a text that is neither JSON nor PONG. */
export const isErrorFrame = ({ text: frame, json }: ReceivedFrame): boolean =>
  getField(json, "error") !== undefined || (json === undefined && frame !== "PONG");

// The connections of a run: some stay open to the last stage, some only for one check.

export type Channels = {
  /** Marks the start of a stage. */
  begin(stage: Stage): void;
  /**
   * Returns the connection of this name, which is opened on first use and stays open. Throws as `openChannel` does, and
   * `Unchecked` if an earlier connection of the channel failed.
   */
  kept(channel: ChannelName, name: string): Promise<LiveChannel>;
  /** Opens a connection, runs the work, and closes the connection. */
  during<T>(channel: ChannelName, work: (opened: LiveChannel) => Promise<T>): Promise<T>;
  close(): void;
};

type ChannelsOptions = {
  /** HTTP or WebSocket base address, before the channels' paths. */
  readonly base: string;
  readonly isNamed: boolean;
  readonly timeoutMs: number;
};

export function createChannels({ base, isNamed, timeoutMs }: ChannelsOptions): Channels {
  const lastingConnections = new Map<string, Promise<LiveChannel>>();
  const opened: LiveChannel[] = [];
  const failed = new Map<ChannelName, unknown>();
  let current: Stage = "reading";
  async function open(channel: ChannelName): Promise<LiveChannel> {
    if (failed.has(channel)) throw repeatedError(failed.get(channel));
    const address = base.replace(/^http/, "ws") + channel;
    try {
      const one = await openChannel({ address, isNamed, timeoutMs, stage: () => current });
      opened.push(one);
      return one;
    } catch (error) {
      failed.set(channel, error);
      throw error;
    }
  }
  return {
    begin(stage) {
      current = stage;
    },
    kept(channel, name) {
      const key = `${channel} ${name}`;
      const found = lastingConnections.get(key) ?? open(channel);
      lastingConnections.set(key, found);
      return found;
    },
    async during(channel, work) {
      const one = await open(channel);
      try {
        return await work(one);
      } finally {
        one.close();
      }
    },
    close() {
      for (const one of opened) one.close();
    },
  };
}

/**
 * Returns the error for later checks of a channel that could not be opened: only the first check reports the
 * difference.
 */
const repeatedError = (error: unknown): Error =>
  error instanceof NotOffered ? error : new Unchecked("the channel could not be opened");

// Expectations of both channels.

/** Sends PING, and waits for a new PONG. */
export async function expectPong(channel: LiveChannel): Promise<void> {
  const count = (): number => channel.heard.filter(({ text }) => text === "PONG").length;
  const before = count();
  channel.send("PING");
  const find = () => count() > before || undefined;
  await channel.until({ find, after: `${channel.address} PING`, expected: "the text PONG" });
}

/** Sends a message that must be rejected, by an error or by closing the connection. `shownAs` hides secrets in reports. */
export async function expectErrorFrame(channel: LiveChannel, sent: object, shownAs: string): Promise<void> {
  channel.send(sent);
  await channel.until({
    find: () => channel.isClosed() || channel.heard.some(isErrorFrame) || undefined,
    after: `${channel.address} ${shownAs}`,
    expected: "an error or a closed connection",
  });
}

/** Expects every received message to have the shape of its type; throws `Unchecked` if none of these types was received. */
export function expectShapes(channel: LiveChannel, shapes: MessageShapes): void {
  let count = 0;
  for (const [eventType, shape] of Object.entries(shapes))
    for (const { message } of listMessages(channel.heard, eventType)) {
      count += 1;
      const fault = shape(message, "");
      if (fault === undefined) continue;
      const expected = `${eventType}: ${fault.at || "message"}: ${fault.expected}`;
      throw new Difference(`${channel.address}, message ${shown(message)}`, expected, fault.got);
    }
  if (count === 0) throw new Unchecked("no message of the channel was heard");
}
