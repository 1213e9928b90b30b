/**
 * Messages between the processes of a cluster, over NATS. They arrive in the order in which one process sent them, at most
 * once, or not at all. A message whose loss matters has a number.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { NatsConnection } from "@nats-io/transport-node";
import { withTimeout } from "../base/async.ts";
import { getErrorMessage } from "../store/sql/unavailable.ts";

export type Messenger = {
  /** Sends a text of any length; without a connection it is lost. */
  publish(subject: string, text: string): void;
  /** Calls back with each text, until the returned function is called. */
  subscribe(subject: string, take: (text: string) => void): () => void;
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
const GIVE_UP_MS = 10_000;
/** Room for the line before a part of a text. */
const PART_HEAD = 64;

/** Connects; throws an Error of one line that names the setting if no server answers. */
export async function connectNats(
  { servers, credentials, authorities }: NatsSettings,
  name: string,
): Promise<Messenger> {
  const { connect, credsAuthenticator, usernamePasswordAuthenticator } =
    await import("@nats-io/transport-node");
  const urls = servers.map((server) => new URL(server));
  const [first] = urls;
  const login = urls.find(({ username }) => username !== "");
  const authenticator =
    credentials !== undefined
      ? credsAuthenticator(readFileSync(credentials))
      : login &&
        usernamePasswordAuthenticator(decodeURIComponent(login.username), decodeURIComponent(login.password));
  const hasTls = first?.protocol === "tls:" || authorities !== undefined;
  try {
    const connecting = connect({
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
      ...(hasTls && { tls: authorities === undefined ? {} : { caFile: authorities } }),
    });
    // Another kind of server may take the connection and say nothing.
    const connection = await withTimeout(
      connecting,
      GIVE_UP_MS,
      () => new Error("it does not answer as NATS does"),
    );
    return createMessenger(connection);
  } catch (error) {
    throw new Error(
      `NATS_URL: no server of ${urls.map(({ host }) => host).join(", ")} takes a connection: ${getErrorMessage(error)}`,
      {
        cause: error,
      },
    );
  }
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
      const bytes = Buffer.from(text);
      const size = (connection.info?.max_payload ?? 1_048_576) - PART_HEAD;
      const parts = Math.max(1, Math.ceil(bytes.length / size));
      for (let part = 0; part < parts; part += 1)
        connection.publish(
          subject,
          Buffer.concat([
            Buffer.from(`${sender} ${sent} ${part} ${parts}\n`),
            bytes.subarray(part * size, (part + 1) * size),
          ]),
        );
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
    isConnected: () => isConnected,
    follow: (call) => void followers.push(call),
    close: async () => {
      await connection.close();
    },
  };
}

/** Joins the parts of a text. A text that lacks a part is dropped. */
function createPartJoiner(take: (text: string) => void): (bytes: Buffer) => void {
  /** Parts of texts that are not whole, by sender. */
  const begun = new Map<string, { readonly no: string; readonly parts: Buffer[] }>();
  return (bytes) => {
    const end = bytes.indexOf("\n");
    const [sender = "", no = "", part, parts] = bytes.subarray(0, end).toString("latin1").split(" ");
    const content = bytes.subarray(end + 1);
    if (parts === "1") return take(content.toString());
    if (part === "0") begun.set(sender, { no, parts: [] });
    const text = begun.get(sender);
    if (text === undefined || text.no !== no || text.parts.length !== Number(part)) return;
    text.parts.push(content);
    if (text.parts.length !== Number(parts)) return;
    begun.delete(sender);
    take(Buffer.concat(text.parts).toString());
  };
}
