/**
 * A bus between threads. Messages of one tick of the event loop are sent together. The position is in shared memory, so
 * that a gateway knows at once what was acknowledged.
 */
import type { FollowerBus } from "../engine/follower/bus.ts";

/** An end of a channel between two threads. */
type ThreadPort = { postMessage(messages: readonly string[]): void };

/** Returns a function that sends the messages of a tick together, in order. */
export function createTickSender(port: ThreadPort): (message: string) => void {
  let waiting: string[] = [];
  const flush = (): void => {
    const messages = waiting;
    waiting = [];
    port.postMessage(messages);
  };
  return (message) => {
    waiting.push(message);
    if (waiting.length === 1) setImmediate(flush);
  };
}

/** Memory of the position, which the thread of the engine writes. */
export type SharedPosition = { readonly memory: SharedArrayBuffer; publish(position: number): void };

export function createSharedPosition(): SharedPosition {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const place = new Int32Array(memory);
  return { memory, publish: (position) => void Atomics.store(place, 0, position) };
}

/** Creates a gateway's end of the bus; `take` gets the messages that arrived together. */
export function createGatewayBus(
  port: ThreadPort,
  memory: SharedArrayBuffer,
): { readonly bus: FollowerBus; take(messages: readonly string[]): void } {
  const place = new Int32Array(memory);
  const send = createTickSender(port);
  let receiver = (_message: string): void => {};
  return {
    bus: {
      send: (message) => {
        send(message);
        return undefined;
      },
      receive: (take) => void (receiver = take),
      position: () => Atomics.load(place, 0),
      resume: () => {},
      followInterruptions: () => {},
    },
    take: (messages) => {
      for (const message of messages) receiver(message);
    },
  };
}
