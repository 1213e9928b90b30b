/**
 * The live channels, beside the HTTP routes of trading addresses. What is public any page may follow; what asks for
 * credentials in its messages those of the origins that the operator names, and of this address itself.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { Context } from "../context.ts";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import { clientAddress } from "../http/server/client-address.ts";
import type { Origins } from "../origins.ts";
import type { Channel } from "./channel.ts";
import { openConnection } from "./connection.ts";
import type { LiveConnection } from "./connection.ts";
import { createPlaces } from "./places.ts";
import type { Places } from "./places.ts";
import { STREAM_LIMITS } from "./stream-limits.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { refusalBody, refuseUpgrade, UPGRADE_REFUSALS } from "./upgrade-refusal.ts";
import type { UpgradeRefusal } from "./upgrade-refusal.ts";
import { createWriteTurns } from "./write-turns.ts";

/** A trading interface in a dialect, at its place on a server. */
export type StreamMount = { readonly dialect: Dialect; readonly prefix: string };

/** By path, after the mount's prefix. */
export type Channels = ReadonlyMap<string, Channel>;

export type Streams = {
  /** Serves the channels on a server that does not listen yet. */
  attach(server: FastifyInstance, mounts: readonly StreamMount[]): void;
  /** Tells every client that the exchange stops; returns when all are gone. */
  close(): Promise<void>;
};

type World = {
  readonly context: Context;
  readonly channels: Channels;
  readonly limits: StreamLimits;
  readonly places: Places;
  readonly protocol: WebSocketServer;
  readonly open: Map<WebSocket, LiveConnection>;
  stopping: boolean;
};

export function createStreams(
  context: Context,
  channels: Channels,
  limits: StreamLimits = STREAM_LIMITS,
): Streams {
  const world: World = {
    context,
    channels,
    limits,
    places: createPlaces(context.config),
    protocol: protocolOf(limits),
    open: new Map(),
    stopping: false,
  };
  const turns = createWriteTurns();
  const mode = (): ExchangeMode => context.engine.standing.now().mode;
  const unfollow = context.engine.standing.follow(() => {
    for (const connection of world.open.values()) connection.beat();
  });
  const looks = setInterval(() => {
    const now = performance.now();
    for (const connection of world.open.values()) connection.look(now);
  }, limits.lookMs);

  function connect({ channel, dialect, address, socket }: Found, client: WebSocket): void {
    const { log } = context;
    world.places.take(address);
    client.once("close", () => {
      world.open.delete(client);
      world.places.release(address);
    });
    world.open.set(client, openConnection({ client, socket, channel, dialect, log, limits, turns, mode }));
  }

  return {
    attach(server, mounts) {
      for (const mount of mounts) askForUpgrade(server, mount, channels);
      takeUpgrades(server.server, (request, socket, head) => {
        const found = find(world, { mounts, request, socket });
        if ("code" in found) return refuseUpgrade(socket, found);
        return world.protocol.handleUpgrade(request, socket, head, (client) => connect(found, client));
      });
    },
    async close() {
      world.stopping = true;
      clearInterval(looks);
      unfollow();
      await endAll(world.open);
    },
  };
}

async function endAll(open: World["open"]): Promise<void> {
  const gone = [...open.keys()].map(
    (client) => new Promise<void>((resolve) => void client.once("close", () => resolve())),
  );
  for (const connection of open.values()) connection.stop();
  await Promise.all(gone);
}

/** Of one message, and parts in which unread bytes may have come: each costs memory besides what it holds. */
const MAX_FRAGMENTS = 64;
const MAX_CHUNKS = 4_096;

function protocolOf({ maxMessageBytes, closeMs }: StreamLimits): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    perMessageDeflate: false,
    closeTimeout: closeMs,
  };
  return new WebSocketServer(options).on("wsClientError", (error, socket) =>
    refuseUpgrade(socket, { code: "invalid_handshake", hint: error.message }),
  );
}

/** Says so to who asks for a channel as for a route. The root is a route as well. */
function askForUpgrade(server: FastifyInstance, { prefix }: StreamMount, channels: Channels): void {
  const hint = "this is a live channel: connect to it with a WebSocket client, at ws://";
  for (const path of channels.keys()) {
    if (path === "/") continue;
    server.get(prefix + path, (request, reply) =>
      reply
        .code(UPGRADE_REFUSALS.upgrade_required.status)
        .headers({ upgrade: "websocket", connection: "upgrade", "cache-control": "no-store" })
        .send(
          refusalBody(
            { code: "upgrade_required", hint: `${hint}${request.host}${prefix}${path}` },
            request.id,
          ),
        ),
    );
  }
}

type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Other upgrades than to a WebSocket are not taken: such requests, as of HTTP/2 clients, are for the routes. */
function takeUpgrades(server: Server, take: TakeUpgrade): void {
  server.on("upgrade", take);
  Object.assign(server, {
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === "websocket",
  });
}

type Asked = {
  readonly mounts: readonly StreamMount[];
  readonly request: IncomingMessage;
  readonly socket: Duplex;
};

/** A channel that the one who asks for it may have. */
type Found = {
  readonly channel: Channel;
  readonly dialect: Dialect;
  readonly address: string;
  readonly socket: Duplex;
};

function find(world: World, { mounts, request, socket }: Asked): Found | UpgradeRefusal {
  const { context, channels, places } = world;
  if (world.stopping) return { code: "stopping", hint: "connect again in a moment" };
  const path = pathOf(request.url ?? "");
  const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  const channel = mount && channels.get(path.slice(mount.prefix.length) || "/");
  if (mount === undefined || channel === undefined)
    return { code: "unknown_channel", hint: knownChannels(mounts, channels) };
  const strange = channel.isPrivate === true ? refuseOrigin(request, context.config.origins) : undefined;
  if (strange !== undefined) return strange;
  const address = clientAddress({ raw: request }, context.config.trustedProxies);
  return places.refusalOf(address) ?? { channel, dialect: mount.dialect, address, socket };
}

/** Only browsers say where a page is from; some libraries name the address itself. */
function refuseOrigin({ headers }: IncomingMessage, origins: Origins): UpgradeRefusal | undefined {
  const { origin, host } = headers;
  if (origin === undefined || origins.has(origin)) return undefined;
  if (origin === `https://${host}` || origin === `http://${host}`) return undefined;
  return {
    code: "origin_not_allowed",
    hint: "the operator names in PRESAGE_ORIGINS whose pages may connect",
  };
}

/** Without the query, and without the address where the whole URL was asked for, as routes take it. */
const pathOf = (url: string): string => url.replace(/^(?:http|ws)s?:\/\/[^/?]*/i, "").split("?", 1)[0] ?? "";

const knownChannels = (mounts: readonly StreamMount[], channels: Channels): string =>
  mounts.length === 0
    ? "this address has no live channels; those of trading have"
    : `expected ${mounts.flatMap(({ prefix }) => [...channels.keys()].map((path) => prefix + path)).join(", ")}`;
