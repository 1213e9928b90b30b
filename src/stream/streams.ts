/**
 * Server of the live channels, beside the HTTP routes of trading addresses. Pages of any origin may follow public channels.
 * Private channels are open to this address's own pages and to origins that the operator allows.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { getNetwork } from "../base/address-ranges.ts";
import type { Context } from "../context.ts";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { StreamsStatus } from "../http/admin/exchange/metrics.ts";
import { catalogErrorFormat } from "../http/catalog/refusal.ts";
import { dataErrorFormat } from "../http/data/refusal.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { FaultsInForce } from "../http/sandbox/faults/faults-in-force.ts";
import type { Mount } from "../http/mounts/mount.ts";
import { createUpgradeLog } from "../http/server/access-log.ts";
import type { LogUpgrade } from "../http/server/access-log.ts";
import { clientAddress } from "../http/server/connection/client-address.ts";
import { asksForWebSocket, isAnswering, leaveConnection } from "../http/server/connection/ordered-answers.ts";
import { FOR_ALL_ORIGINS } from "../http/server/cross-origin.ts";
import { REQUEST_ID, readRequestId } from "../http/server/request-body.ts";
import { findErrorContext, unknownRouteIn } from "../http/server/unrouted.ts";
import { describeFault } from "../http/operation/validation-fault.ts";
import { nearestName } from "../base/nearest-name.ts";
import type { SlotPools } from "../base/slot-pools.ts";
import type { Origins } from "../base/public-urls.ts";
import { isShort } from "../base/slot-pool.ts";
import type { Slot } from "../base/slot-pool.ts";
import type { Channel } from "./channel.ts";
import { openConnection } from "./connection.ts";
import type { LiveConnection } from "./connection.ts";
import {
  LiveSocket,
  MAX_FRAGMENTS,
  UPGRADE_ERRORS,
  endUpgrade,
  handshakeFault,
  upgradeErrorBody,
  rejectUpgrade,
} from "./frames/stream-errors.ts";
import type { UpgradeRejection } from "./frames/stream-errors.ts";
import { STREAM_LIMITS } from "./stream-limits.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { createTickQueue } from "../base/async.ts";

// Slots of live connections.

/** Takes a slot for a connection, or refuses the connection; `drop` closes the connection if another needs the slot. */
function takeConnectionSlot(
  places: Pick<SlotPools, "streams" | "describe">,
  address: string,
  drop: () => void,
): Slot | UpgradeRejection {
  const place = places.streams.take({ address: getNetwork(address), giveUp: drop, keepsOwn: true });
  if (!isShort(place)) return place;
  const code = place.short === "all" ? "too_many_streams" : "too_many_streams_of_address";
  return { code, hint: places.describe("streams", place) };
}

/** A dialect's trading interface, mounted below a prefix. */
export type StreamMount = { readonly dialect: Dialect; readonly prefix: string };

/** Channels by path, after the mount's prefix. */
export type Channels = ReadonlyMap<string, Channel>;

type Streams = {
  /** Adds the channels to a server that does not listen yet. */
  attach(server: FastifyInstance, mounts: readonly StreamMount[], interfaces: readonly Mount[]): void;
  /** Returns the number of open connections by channel, and their queued bytes. */
  standing(): StreamsStatus;
  /** Closes every connection because the exchange stops; resolves when all are closed. */
  close(): Promise<void>;
};

type StreamsState = {
  readonly context: Context;
  readonly channels: Channels;
  readonly limits: StreamLimits;
  readonly protocol: WebSocketServer;
  readonly ids: RequestIds;
  readonly open: Map<WebSocket, LiveConnection>;
  stopping: boolean;
};

type StreamOptions = {
  readonly limits?: StreamLimits;
  /** Faults for messages; none if absent. */
  readonly faults?: FaultsInForce | undefined;
};

/** Client messages read in one time slice, before orders are handled again. */
const MESSAGES_PER_SLICE = 4;

/** Connections written to per tick of the event loop, so that a message to thousands does not delay answers to orders. */
const WRITES_PER_TICK = 250;

export function createStreams(
  context: Context,
  channels: Channels,
  { limits = STREAM_LIMITS, faults }: StreamOptions = {},
): Streams {
  const state = createStreamsState(context, channels, limits);
  const turns = createTickQueue(WRITES_PER_TICK);
  const received = createTickQueue(MESSAGES_PER_SLICE);
  const onResync = (): void => context.metrics.resyncs.inc();
  const mode = (): ExchangeMode => context.engine.availability.now().mode;
  const unfollow = followAll(state, faults);
  const checks = setInterval(() => {
    const now = performance.now();
    for (const connection of state.open.values()) connection.check(now);
  }, limits.checkMs);

  function connect({ place, onGiveUp, ...opened }: OpenChannel, client: WebSocket): void {
    const {
      log,
      clock,
      engine: { catchUp },
    } = context;
    client.once("close", () => state.open.delete(client));
    const shared = { log, limits, faults, turns, received, mode, clock, catchUp, onResync, keep: place.keep };
    const connection = openConnection({ ...opened, ...shared, client });
    onGiveUp(connection.giveUp);
    state.open.set(client, connection);
  }

  return {
    attach(server, mounts, interfaces) {
      for (const mount of mounts) requireUpgrade(server, mount, channels);
      handleUpgrades(server.server, (request, socket, head) => {
        const found = openChannel(state, { mounts, interfaces, request, socket });
        if (found === undefined) return;
        state.protocol.handleUpgrade(request, socket, head, (client) => {
          client.once("close", () => found.tell({ status: 101, route: found.path, dialect: found.dialect }));
          connect(found, client);
        });
      });
    },
    standing: () => getStreamsStatus(state.open),
    async close() {
      state.stopping = true;
      clearInterval(checks);
      unfollow();
      await closeAll(state.open);
    },
  };
}

function getStreamsStatus(open: StreamsState["open"]): StreamsStatus {
  const all = [...open.values()];
  const byPath = Map.groupBy(all, ({ path }) => path);
  return {
    connections: new Map([...byPath].map(([path, found]) => [path, found.length])),
    queuedBytes: all.reduce((sum, connection) => sum + connection.queuedBytes(), 0),
  };
}

/**
 * Notifies the connections of mode changes, of a replaced exchange state and of faults. Returns a function that stops this.
 */
function followAll({ context, open }: StreamsState, faults: FaultsInForce | undefined): () => void {
  const unfollowMode = context.engine.availability.follow(() => {
    for (const connection of open.values()) connection.heartbeat();
  });
  const unfollowReplacements = context.engine.followReplacements(() => {
    for (const connection of open.values()) connection.resync();
  });
  const unfollowFaults = faults?.follow(() => {
    for (const connection of open.values()) connection.meetFaults();
  });
  return () => {
    unfollowMode();
    unfollowReplacements();
    unfollowFaults?.();
  };
}

function createStreamsState(context: Context, channels: Channels, limits: StreamLimits): StreamsState {
  const ids: RequestIds = new WeakMap();
  const protocol = createWebSocketProtocol(limits, ids);
  return { context, channels, limits, ids, protocol, open: new Map(), stopping: false };
}

/** Request ids of the live connections' upgrade requests. */
type RequestIds = WeakMap<IncomingMessage, string>;

const getRequestId = (ids: RequestIds, request: IncomingMessage): string =>
  ids.get(request) ?? readRequestId(request.headers);

async function closeAll(open: StreamsState["open"]): Promise<void> {
  const closings = [...open.keys()].map(
    (client) => new Promise<void>((resolve) => void client.once("close", () => resolve())),
  );
  for (const connection of open.values()) connection.stop();
  await Promise.all(closings);
}

/** Maximum chunks of unread bytes. */
const MAX_CHUNKS = 4_096;

function createWebSocketProtocol(
  { maxMessageBytes, closeMs }: StreamLimits,
  ids: RequestIds,
): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    perMessageDeflate: false,
    closeTimeout: closeMs,
    WebSocket: LiveSocket,
  };
  return new WebSocketServer(options)
    .on("headers", (headers, request) => headers.push(`${REQUEST_ID}: ${getRequestId(ids, request)}`))
    .on("wsClientError", (_error, socket, request) =>
      rejectUpgrade(socket, handshakeFault(request), getRequestId(ids, request)),
    );
}

/**
 * Answers a plain request for a channel with 426, as a route. The root path is left out, since `GET /` has another route.
 */
function requireUpgrade(server: FastifyInstance, { prefix }: StreamMount, channels: Channels): void {
  for (const path of channels.keys()) {
    if (path === "/") continue;
    server.get(prefix + path, (request, reply) =>
      reply
        .code(UPGRADE_ERRORS.upgrade_required.status)
        .headers({ ...FOR_ALL_ORIGINS, upgrade: "websocket" })
        .header("connection", asksForWebSocket(request) ? "upgrade, close" : "upgrade")
        .header("cache-control", "no-store")
        .send(
          upgradeErrorBody(
            { code: "upgrade_required", hint: upgradeHint(request, prefix + path) },
            request.id,
          ),
        ),
    );
  }
}

const upgradeHint = (request: FastifyRequest, path: string): string =>
  asksForWebSocket(request)
    ? "connect after the answer to the request before on this connection, or on a connection of its own"
    : `this is a live channel: connect to it with a WebSocket client, at ${urlScheme(request)}://${request.host}${path}`;

const urlScheme = ({ protocol }: FastifyRequest): string => (protocol === "https" ? "wss" : "ws");

type HandleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Handles only upgrades to WebSocket; other upgrade requests, such as those of HTTP/2 clients, go to the routes. So do
 * upgrade requests that were sent before the answer to an earlier request, which would come after the change of protocols.
 */
function handleUpgrades(server: Server, take: HandleUpgrade): void {
  server.on("upgrade", (request, socket, head) => {
    leaveConnection(socket);
    take(request, socket, head);
  });
  Object.assign(server, {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      asksForWebSocket(request) && !isAnswering(request.socket),
  });
}

/**
 * Finds the requested channel; returns the channel with the function that logs the connection's end. Refuses the request if
 * the client may not open the channel.
 */
function openChannel(
  state: StreamsState,
  asked: ChannelRequest,
): (OpenChannel & { readonly tell: LogUpgrade }) | undefined {
  const { request, socket } = asked;
  const id = readRequestId(request.headers);
  state.ids.set(request, id);
  const tell = createUpgradeLog(state.context, request, id);
  const found = findChannel(state, asked);
  if (!("code" in found)) return { ...found, tell };
  tell({ status: UPGRADE_ERRORS[found.code].status });
  const { form, dialect } = findErrorContext(asked.interfaces, request.url ?? "");
  const ask = unknownRouteIn({ dialect }, { id });
  if (form === catalogErrorFormat || form === dataErrorFormat)
    endUpgrade(
      socket,
      found.code === "stopping"
        ? form.unavailable(ask, { code: "not_accepting", hint: `the exchange is stopping; ${found.hint}` })
        : form.notFound({ ...ask, hint: found.hint }),
      id,
    );
  else rejectUpgrade(socket, found, id);
  return undefined;
}

type ChannelRequest = {
  /** Interfaces at the address, since a refusal has the form of the requested interface. */
  readonly interfaces: readonly Mount[];
  readonly mounts: readonly StreamMount[];
  readonly request: IncomingMessage;
  readonly socket: Duplex;
};

/** A channel that the client may open. */
type OpenChannel = {
  readonly channel: Channel;
  readonly path: string;
  readonly dialect: Dialect;
  readonly mayBePrivate: boolean;
  readonly socket: Duplex;
  readonly place: Slot;
  /** Sets the function that closes the connection if another needs its slot. */
  readonly onGiveUp: (giveUp: () => void) => void;
};

function findChannel(
  state: StreamsState,
  { mounts, request, socket }: ChannelRequest,
): OpenChannel | UpgradeRejection {
  const { context, channels } = state;
  if (state.stopping) return { code: "stopping", hint: "connect again in a moment" };
  const path = getPath(request.url ?? "");
  const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  const place = path.slice(mount?.prefix.length).replace(/(?<=.)\/$/, "") || "/";
  const channel = mount && channels.get(place);
  if (mount === undefined || channel === undefined)
    return { code: "unknown_channel", hint: knownChannels(path, mounts, channels) };
  const originRejection = rejectOrigin(request, context.config.origins);
  if (originRejection !== undefined && channel.isPrivate === true) return originRejection;
  const address = clientAddress({ raw: request }, context.config.trustedProxies);
  let giveUp = (): void => void socket.destroy();
  const slot = takeConnectionSlot(context.places, address, () => giveUp());
  if ("code" in slot) return slot;
  socket.once("close", slot.end);
  const mayBePrivate = originRejection === undefined;
  return {
    channel,
    path: place,
    dialect: mount.dialect,
    mayBePrivate,
    socket,
    place: slot,
    onGiveUp: (then) => (giveUp = then),
  };
}

/** Refuses pages of foreign origins. Only browsers send the header; some libraries send the server's own address. */
function rejectOrigin({ headers }: IncomingMessage, origins: Origins): UpgradeRejection | undefined {
  const { origin, host } = headers;
  if (origin === undefined || origins.has(origin)) return undefined;
  if (origin === `https://${host}` || origin === `http://${host}`) return undefined;
  return {
    code: "origin_not_allowed",
    hint: "the operator names in PRESAGE_ORIGINS whose pages may connect",
  };
}

/** Returns the path without the query and, for an absolute URL, without the origin, as routes do. */
const getPath = (url: string): string => url.replace(/^(?:http|ws)s?:\/\/[^/?]*/i, "").split("?", 1)[0] ?? "";

function knownChannels(path: string, mounts: readonly StreamMount[], channels: Channels): string {
  const known = mounts.flatMap(({ prefix }) => [...channels.keys()].map((channel) => prefix + channel));
  const expected = known.length === 0 ? "a route: live channels are on trading addresses" : known.join(", ");
  return describeFault({ expected, got: path, nearest: nearestName(path, known) });
}
