/** Talks to a server of NATS by its text protocol over a plain socket. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { PORTS } from "./configurations.ts";
import type { Host } from "./host.ts";

const PATIENCE_MS = 2_000;

export type NatsConnection = {
  readonly serverName: string;
  /** Subscribes to a subject; resolves when the server knows it. */
  subscribe(subject: string): Promise<void>;
  /** Publishes a text; resolves when the server has it. */
  publish(subject: string, text: string): Promise<void>;
  /** Resolves with the text of the next message. */
  nextMessage(): Promise<string>;
  close(): void;
};

/** Opens a connection; rejects where the server does not greet or answer a ping in time. */
export async function connectToNats({ address }: Host): Promise<NatsConnection> {
  const socket = connect(PORTS.nats, address);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("the server does not answer")));
  const lines = readLines(socket);
  const nextLine = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("the server closed the connection");
      if (value.startsWith("-ERR")) throw new Error(value);
      if (wanted.test(value)) return value;
    }
  };
  const ping = async () => {
    socket.write("PING\r\n");
    await nextLine(/^PONG$/);
  };
  const info = JSON.parse((await nextLine(/^INFO /)).slice("INFO ".length)) as { server_name: string };
  socket.write('CONNECT {"verbose":false,"pedantic":false}\r\n');
  await ping();
  return {
    serverName: info.server_name,
    async subscribe(subject) {
      socket.write(`SUB ${subject} 1\r\n`);
      await ping();
    },
    async publish(subject, text) {
      socket.write(`PUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
      await ping();
    },
    async nextMessage() {
      await nextLine(/^MSG /);
      return nextLine(/./);
    },
    close: () => {
      socket.destroy();
    },
  };
}

async function* readLines(socket: Socket): AsyncGenerator<string, void> {
  let rest = "";
  for await (const chunk of socket) {
    const lines = (rest + String(chunk)).split("\r\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** True if a message that is published on one host arrives on another. */
export async function reaches(from: Host, to: Host): Promise<boolean> {
  const [publisher, subscriber] = await Promise.all([connectToNats(from), connectToNats(to)]).catch(() => []);
  if (publisher === undefined || subscriber === undefined) return false;
  try {
    await subscriber.subscribe("rig");
    // A route learns of a subscription a moment later: the message is sent until it arrives.
    const arrived = subscriber.nextMessage();
    const sending = new AbortController();
    const send = async () => {
      while (!sending.signal.aborted) await publisher.publish("rig", "here");
    };
    const sent = send();
    const text = await arrived.catch(() => undefined);
    sending.abort();
    await sent;
    return text === "here";
  } finally {
    publisher.close();
    subscriber.close();
  }
}
