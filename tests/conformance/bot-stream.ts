/** A bot's connection to a live channel: a plain socket, since neither client library has one. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { until } from "../support/until.ts";
import type { Answer } from "./call-record.ts";

/** A message of any type. */
export type Message = Answer;

export type Stream = {
  say(message: object | string): void;
  /** Waits for the first message of this type that fits. */
  first(type: string, fits?: (message: Message) => boolean): Promise<Message>;
  /** Frames that are no JSON. */
  readonly texts: readonly string[];
  close(): Promise<void>;
};

export async function openStream(url: string): Promise<Stream> {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  const texts: string[] = [];
  socket.on("message", (data) => {
    const text = String(data);
    if (text.startsWith("{") || text.startsWith("[")) messages.push(...[JSON.parse(text)].flat());
    else texts.push(text);
  });
  await once(socket, "open");
  return {
    texts,
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    async first(type, fits = () => true) {
      const find = (): Message => messages.find((message) => typeOf(message) === type && fits(message));
      await until(`there is a ${type} that fits`, () => find() !== undefined);
      return find();
    },
    async close() {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

/** Type of a message; live data has it in another field than the other channels. */
const typeOf = (message: Message): string => message.event_type ?? message.type;
