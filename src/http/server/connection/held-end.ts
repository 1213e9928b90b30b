/** The end of a client's side of a connection, which Node takes for the end of the connection, whatever is underway. */
import type { Duplex } from "node:stream";

export type HeldEnd = {
  /** Passes the end on if the client has ended its side, and nothing holds the end back any more. */
  pass(): void;
  /** Leaves the connection to another protocol. */
  leave(): void;
};

/** Holds the end back from those who listen for it so far, while `isUnderway` returns true. */
export function holdEnd(socket: Duplex, isUnderway: () => boolean): HeldEnd {
  const listeners = socket.listeners("end");
  let isEnded = false;
  const pass = (): void => {
    if (isEnded && !isUnderway()) for (const listener of listeners) Reflect.apply(listener, socket, []);
  };
  const end = (): void => {
    isEnded = true;
    pass();
  };
  socket.removeAllListeners("end").on("end", end);
  return { pass, leave: () => void socket.removeListener("end", end) };
}
