/**
 * Messages between the processes of a cluster, over NATS. They arrive in the order in which one process sent them, at most
 * once, or not at all. A message whose loss matters has a number.
 */
import { randomBytes } from "node:crypto";
import type { Authenticator, NatsConnection } from "@nats-io/transport-node";
import { SETTINGS } from "../settings/settings-table.ts";
import { readNamed } from "../tls/certificate.ts";
import { getErrorMessage } from "../store/sql/unavailable.ts";
import { PART_HEAD, createPartJoiner, splitText } from "./text-parts.ts";

export type Messenger = {
  /** Sends a text of any length; without a connection it is lost. */
  publish(subject: string, text: string): void;
  /** Calls back with each text, until the returned function is called. */
  subscribe(subject: string, take: (text: string) => void): () => void;
  /** Resolves when the server has what was sent before; rejects without a connection. */
  flush(): Promise<void>;
  isConnected(): boolean;
  /** Calls back when the connection is lost, and when it is there again. */
  follow(call: (isConnected: boolean) => void): void;
  close(): Promise<void>;
};

export type NatsSettings = {
  /** Addresses of the servers, such as `nats://user:password@host:4222`. */
  readonly servers: readonly string[];
  /** File with a user's token and key. */
  readonly credentials: string | undefined;
  /** File with the certificates that servers are checked against; `undefined` takes the system's. */
  readonly authorities: string | undefined;
};

const RECONNECT_EVERY_MS = 100;
const PING_EVERY_MS = 1_000;
const MAX_PINGS_OUT = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const LEFT_OPEN_MS = 1_000;

/** Connects; throws an Error of one line that names the setting if no server answers. */
export async function connectNats(
  { servers, credentials, authorities }: NatsSettings,
  name: string,
): Promise<Messenger> {
  const { connect } = await import("@nats-io/transport-node");
  const urls = servers.map((server) => new URL(server));
  const [first] = urls;
  const { nats } = SETTINGS;
  const ca = authorities && (await readNamed({ setting: nats.authorities.name, file: authorities }));
  const authenticator = await createAuthenticator(urls, credentials);
  const hasTls = first?.protocol === "tls:" || ca !== undefined;
  try {
    const connection = await connect({
      servers: urls.map(({ host }) => host),
      name,
      noEcho: true,
      ignoreClusterUpdates: true,
      reconnectTimeWait: RECONNECT_EVERY_MS,
      maxReconnectAttempts: -1,
      pingInterval: PING_EVERY_MS,
      maxPingOut: MAX_PINGS_OUT,
      timeout: CONNECT_TIMEOUT_MS,
      ...(authenticator && { authenticator }),
      ...(hasTls && { tls: ca === undefined ? {} : { ca } }),
    });
    return createMessenger(connection);
  } catch (error) {
    // The library leaves a connection open whose server says nothing, which would keep a refused process alive.
    setTimeout(() => process.exit(), LEFT_OPEN_MS).unref();
    const hosts = urls.map(({ host }) => host).join(", ");
    const why = getErrorMessage(error);
    const by = /authori[sz]ation|authentication/i.test(why)
      ? nats.credentials.name
      : /certificate/i.test(why) && nats.authorities.name;
    const hint = by ? `; ${by} has what a connection needs` : "";
    throw new Error(`${nats.servers.name}: no server of ${hosts} takes a connection: ${why}${hint}`, {
      cause: error,
    });
  }
}

/** Returns how to sign in: by the file of credentials, or the user of an address; `undefined` without any. */
async function createAuthenticator(
  urls: readonly URL[],
  file: string | undefined,
): Promise<Authenticator | undefined> {
  const { credsAuthenticator, usernamePasswordAuthenticator } = await import("@nats-io/transport-node");
  if (file === undefined) {
    const login = urls.find(({ username }) => username !== "");
    return (
      login &&
      usernamePasswordAuthenticator(decodeURIComponent(login.username), decodeURIComponent(login.password))
    );
  }
  const setting = SETTINGS.nats.credentials.name;
  const authenticator = credsAuthenticator(Buffer.from(await readNamed({ setting, file })));
  try {
    authenticator("any text to sign");
  } catch (error) {
    throw new Error(`${setting}: ${file} does not have a token and a key of a user`, { cause: error });
  }
  return authenticator;
}

function createMessenger(connection: NatsConnection): Messenger {
  let isConnected = true;
  const followers: ((isConnected: boolean) => void)[] = [];
  const sender = randomBytes(4).toString("hex");
  let sent = 0;
  const change = (next: boolean): void => {
    if (next === isConnected) return;
    isConnected = next;
    for (const follower of followers) follower(next);
  };
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === "disconnect" || type === "staleConnection") change(false);
      if (type === "reconnect") change(true);
    }
  };
  void watch();
  return {
    publish(subject, text) {
      if (!isConnected || connection.isClosed()) return;
      sent += 1;
      const size = (connection.info?.max_payload ?? 1_048_576) - PART_HEAD;
      for (const part of splitText(text, { sender, no: sent, size })) connection.publish(subject, part);
    },
    subscribe(subject, take) {
      const join = createPartJoiner(take);
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) join(Buffer.from(message.data));
        },
      });
      return () => subscription.unsubscribe();
    },
    flush: () => connection.flush(),
    isConnected: () => isConnected,
    follow: (call) => void followers.push(call),
    close: async () => {
      await connection.close();
    },
  };
}
