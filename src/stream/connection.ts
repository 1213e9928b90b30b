/**
 * One live connection: its socket, its limits, PING and PONG, and the messages for the session of its channel. Messages are
 * written to the socket as complete frames. The WebSocket library writes only whole control frames, so messages and control
 * frames never interleave.
 */
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Engine } from "../engine/engine.ts";
import { escapeHidden } from "../core/people/hidden-characters.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { FaultsInForce } from "../http/sandbox/faults/faults-in-force.ts";
import type { TickQueue } from "../base/async.ts";
import type { Log } from "../base/log-event.ts";
import type { Channel, ChannelSession, Connection } from "./channel.ts";
import { readMessage, applyFaults } from "./messages.ts";
import type { WiredConnection } from "./messages.ts";
import { STREAM_ERRORS, frameFault, streamErrorText } from "./frames/stream-errors.ts";
import type { StreamCode } from "./frames/stream-errors.ts";
import type { StreamLimits } from "./stream-limits.ts";
import type { ResyncMessage } from "./stream-schema.ts";
import { jsonFrame, textFrame } from "./frames/text-frame.ts";

// Limit on the message rate of a connection: a burst, and a number per second. Each KiB counts as one message, since it
// takes as long to read.

/** Counts a message of `length` bytes at `now`, ms of a monotonic clock. Returns false if the message exceeds the rate. */
type MessageRate = (now: number, length: number) => boolean;

type Rate = Pick<StreamLimits, "messageBurst" | "messagesPerSecond">;

const KIBIBYTE = 1024;

function createMessageRate({ messageBurst, messagesPerSecond }: Rate, startedAt: number): MessageRate {
  let allowance = messageBurst;
  let countedAt = startedAt;
  return (now, length) => {
    allowance = Math.min(messageBurst, allowance + ((now - countedAt) * messagesPerSecond) / 1000);
    countedAt = now;
    const cost = Math.max(1, length / KIBIBYTE);
    if (allowance < cost) return false;
    allowance -= cost;
    return true;
  };
}

// Queue of frames to send on one connection. Frames of one event-loop tick are sent in one write. If the client reads too
// slowly, further frames are dropped and a resync message is sent instead. The session is called once the client has caught
// up.

type Outbox = {
  /** Queues frames, some possibly in pieces. Drops all of them while the connection lags. */
  push(...pieces: readonly Buffer[]): void;
  /** Writes the queued frames at once. */
  flush(): void;
  /** Returns true if less than `roomBytes` are queued. */
  hasRoom(): boolean;
  /** Resolves once less than `roomBytes` are queued. */
  whenRoom(): Promise<void>;
  /** `performance.now` time when the current lag or wait for room began; `undefined` if there is none. */
  lagsSince(): number | undefined;
};

type OutboxOptions = {
  readonly socket: Duplex;
  /** Returns true while frames may be sent. */
  readonly isOpen: () => boolean;
  readonly turns: TickQueue;
  readonly limits: Pick<StreamLimits, "roomBytes" | "lagBytes" | "maxSendBytes">;
  /** Called when a client that lagged has read all queued frames. */
  readonly onCaughtUp: () => void;
  /** The exchange's time, ms. */
  readonly clock: () => number;
};

export function createOutbox({ socket, isOpen, turns, limits, onCaughtUp, clock }: OutboxOptions): Outbox {
  const frames: Buffer[] = [];
  let bytes = 0;
  let laggingSince: number | undefined;
  let fullSince: number | undefined;
  const roomWaiters: (() => void)[] = [];
  const countWaitingBytes = (): number => bytes + socket.writableLength;
  const hasRoom = (): boolean => countWaitingBytes() < limits.roomBytes;

  function add(pieces: readonly Buffer[]): void {
    if (frames.length === 0) turns.add(flush);
    frames.push(...pieces);
    bytes += sumLengths(pieces);
  }

  function flush(): void {
    const batch = frames.splice(0);
    bytes = 0;
    if (batch.length === 0 || !isOpen()) return;
    if (batch.length > 1) socket.cork();
    for (const frame of batch) socket.write(frame);
    if (laggingSince !== undefined || roomWaiters.length > 0) socket.write("", settle);
    if (batch.length > 1) socket.uncork();
  }

  /**
   * Ends the lag and the waits for room if there is room. Otherwise more bytes are queued than the socket's high-water
   * mark, so `drain` fires again.
   */
  function settle(): void {
    if (!isOpen() || !hasRoom()) return;
    fullSince = undefined;
    if (laggingSince !== undefined) {
      laggingSince = undefined;
      onCaughtUp();
    }
    for (const go of roomWaiters.splice(0)) go();
  }

  socket.on("drain", settle);
  return {
    push(...pieces) {
      if (laggingSince !== undefined || !isOpen()) return;
      const limit = hasRoom() ? limits.maxSendBytes : limits.lagBytes;
      if (countWaitingBytes() + sumLengths(pieces) <= limit) return add(pieces);
      laggingSince = performance.now();
      return add([resyncFrame(TOO_SLOW, clock())]);
    },
    flush,
    hasRoom,
    whenRoom() {
      if (hasRoom()) return Promise.resolve();
      fullSince ??= performance.now();
      return new Promise((resolve) => roomWaiters.push(resolve));
    },
    lagsSince: () => laggingSince ?? fullSince,
  };
}

const sumLengths = (pieces: readonly Buffer[]): number =>
  pieces.reduce((length, piece) => length + piece.length, 0);

const TOO_SLOW =
  "messages are dropped from here on, since this connection reads too slowly; the state of all that it follows is sent again once it has caught up";

/** Builds the message that tells a client to resync; `at` is the exchange's time, ms. */
const resyncFrame = (hint: string, at: number): Buffer =>
  jsonFrame({
    event_type: "resync",
    hint,
    server_ts_ms: at,
  } satisfies ResyncMessage);

/** A connection, as the server's timers see it. */
export type LiveConnection = {
  /** Path of its channel, after the mount's prefix. */
  readonly path: string;
  /** Bytes queued for the client. */
  queuedBytes(): number;
  /** Runs the due checks: pings, heartbeats, closing a dead or slow connection. `now` is a `performance.now` time. */
  check(now: number): void;
  /** Sends a heartbeat now, even if none is due. */
  heartbeat(): void;
  /**
   * Tells the client that the whole exchange returned to an earlier state, and resends the state that the client follows.
   */
  resync(): void;
  /** Applies the faults that just came into force. */
  meetFaults(): void;
  /** Closes the connection because the server stops. */
  stop(): void;
  /** Closes the connection because others need its slot. */
  giveUp(): void;
};

type ConnectionOptions = {
  readonly client: WebSocket;
  readonly socket: Duplex;
  readonly channel: Channel;
  /** Path of the channel, after the mount's prefix. */
  readonly path: string;
  /** Faults for its messages; `undefined` outside a sandbox. */
  readonly faults: FaultsInForce | undefined;
  readonly dialect: Dialect;
  readonly mayBePrivate: boolean;
  /** Protects its slot from now on. */
  readonly keep: () => void;
  readonly log: Log;
  readonly limits: StreamLimits;
  /** Called when the client is told to resync. */
  readonly onResync: () => void;
  readonly turns: TickQueue;
  /** Queue in which the clients' messages are read, shared by all connections. */
  readonly received: TickQueue;
  /** Waits until memory has all that was acknowledged, where it can be behind. */
  readonly catchUp: Engine["catchUp"];
  readonly mode: () => ExchangeMode;
  /** The exchange's time, ms. */
  readonly clock: () => number;
};

const PONG = textFrame(Buffer.from("PONG"));
const REPLACED_HINT =
  "the sandbox went back to an earlier state: the state of all that is followed is sent again, and earlier messages are void";
const TRY_AGAIN_LATER = 1013;
const RESTARTING = 1012;
const POLICY_VIOLATION = 1008;

export function openConnection(options: ConnectionOptions): LiveConnection {
  const { client, socket, limits, clock, onResync } = options;
  const isOpen = (): boolean => client.readyState === WebSocket.OPEN;
  const outbox = createOutbox({
    socket,
    isOpen,
    turns: options.turns,
    limits,
    onCaughtUp: () => startAnew(),
    clock,
  });
  const connection = createConnection(options, outbox);
  const guard = createErrorGuard(connection);
  const wired = onWire(connection, options);
  const session = options.channel.open(wired.connection);
  const lastHeard = listen({ options, connection, session, guard });
  client.on("close", () => guard(() => session.close()));
  const isPingDue = createDueCheck(limits.pingMs);
  const isHeartbeatDue = createDueCheck(limits.heartbeatMs);
  const startAnew = (): void => {
    onResync();
    guard(() => session.resync());
  };
  const sendHeartbeat = (): void => guard(() => session.heartbeat(options.mode()));

  return {
    path: options.path,
    queuedBytes: () => socket.writableLength,
    meetFaults: wired.meetFaults,
    resync() {
      guard(() => wired.connection.sendFrames(resyncFrame(REPLACED_HINT, clock())));
      startAnew();
    },
    heartbeat: () => void (isOpen() && sendHeartbeat()),
    check(now) {
      if (!isOpen()) return;
      const { deadMs, maxLagMs } = limits;
      if (now - (outbox.lagsSince() ?? now) > maxLagMs)
        return connection.end("too_slow", `too little was read for ${maxLagMs / 1000} s`);
      if (now - lastHeard.at > deadMs) return client.terminate();
      if (isPingDue(now)) client.ping();
      if (isHeartbeatDue(now)) sendHeartbeat();
      return undefined;
    },
    giveUp: () => client.close(TRY_AGAIN_LATER, "others need the place"),
    stop() {
      outbox.flush();
      client.close(RESTARTING, "the exchange stops");
    },
  };
}

/** Creates a function that returns true at most once in `ms` milliseconds; `now` is a `performance.now` time. */
function createDueCheck(ms: number): (now: number) => boolean {
  let last = performance.now();
  return (now) => {
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}

/** Returns the connection that the session sends on, with faults applied if there can be any. */
function onWire(connection: Connection, { faults, path, client }: ConnectionOptions): WiredConnection {
  return faults === undefined
    ? { connection, meetFaults: () => {} }
    : applyFaults(connection, { faults, path, cut: () => client.terminate() });
}

function createConnection(
  { client, dialect, mayBePrivate, keep, log }: ConnectionOptions,
  outbox: Outbox,
): Connection {
  const refuse = (code: StreamCode, hint: string): void =>
    outbox.push(jsonFrame({ error: streamErrorText(code, dialect), code, hint: escapeHidden(hint) }));
  const end = (code: StreamCode, hint: string, reason: string = code): void => {
    refuse(code, hint);
    outbox.flush();
    client.close(STREAM_ERRORS[code].close ?? POLICY_VIOLATION, reason);
  };
  return {
    id: randomUUID(),
    dialect,
    mayBePrivate,
    send: (message) => outbox.push(jsonFrame(message)),
    sendFrames: (...pieces) => outbox.push(...pieces),
    hasRoom: outbox.hasRoom,
    whenRoom: () => outbox.whenRoom(),
    refuse,
    end,
    keep,
    fail(error) {
      log.error({ event: "connection_failed", err: error }, "a live connection failed");
      end("internal_error", "connect again; the log of the exchange says what failed");
    },
  };
}

/** Runs code of a session; a bug in the session closes the connection instead of the process. */
type Guard = (run: () => void) => void;

const createErrorGuard =
  (connection: Connection): Guard =>
  (run) => {
    try {
      run();
    } catch (error) {
      connection.fail(error);
    }
  };

type ListenOptions = {
  readonly options: ConnectionOptions;
  readonly connection: Connection;
  readonly session: ChannelSession;
  readonly guard: Guard;
};

/** Passes messages to the session. `at` is the `performance.now` time when the client last sent anything. */
function listen({ options, connection, session, guard }: ListenOptions): { readonly at: number } {
  const { client, limits } = options;
  const lastHeard = { at: performance.now() };
  const isWithinRate = createMessageRate(limits, lastHeard.at);
  let isExceeded = false;

  /**
   * Counts a message or control frame, and returns true if the frame may be handled. Closes the connection if there are too
   * many.
   */
  function admit(length: number): boolean {
    lastHeard.at = performance.now();
    if (client.readyState !== WebSocket.OPEN || isExceeded) return false;
    if (isWithinRate(lastHeard.at, length)) return true;
    isExceeded = true;
    const { messagesPerSecond, messageBurst } = limits;
    const hint = `expected at most ${messagesPerSecond} messages a second, and ${messageBurst} at once; each KiB of one counts`;
    // Earlier messages are answered first.
    options.received.add(() => connection.end("too_many_messages", hint));
    return false;
  }

  client.on("pong", ({ length }) => void admit(length));
  client.on("ping", ({ length }) => void admit(length));
  client.on("error", (error) => {
    if (client.readyState !== WebSocket.OPEN) return;
    const { code, hint } = frameFault("code" in error ? error.code : undefined, limits);
    // The reason has the hint too, since raw clients read only the close frame. Earlier messages are answered first.
    options.received.add(() => connection.end(code, hint, hint));
  });
  client.on("message", (data, isBinary) => {
    // The message is a single buffer, since the server sets `binaryType` so.
    const text = String(data);
    if (!admit(text.length)) return;
    const handle = (): void => {
      if (client.readyState !== WebSocket.OPEN) return;
      const message = readMessage(text, isBinary);
      if (message === "ping") connection.sendFrames(PONG);
      else if ("hint" in message) connection.refuse(message.code, message.hint);
      else guard(() => session.receive(message.object));
    };
    options.received.add(() => {
      const caughtUp = options.catchUp?.();
      if (caughtUp === undefined) handle();
      else void caughtUp.then(handle);
    });
  });
  return lastHeard;
}
