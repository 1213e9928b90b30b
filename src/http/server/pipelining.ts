/**
 * A bound on the requests of one connection that are not answered, or whose answers are not taken. The one above it is
 * answered with a refusal in its turn, and what comes after it is not looked at: the connection closes.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Unanswered requests of a connection. */
export const MAX_PIPELINED = 32;

/** Bounds a server once it has all its listeners: none of them hears of the requests above the bound. */
export function boundPipelining(server: Server, refuse: (response: ServerResponse) => void): void {
  const unanswered = new WeakMap<Socket, number>();
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response: ServerResponse) => {
    const { socket } = request;
    const before = unanswered.get(socket) ?? 0;
    if (before > MAX_PIPELINED) return;
    unanswered.set(socket, before + 1);
    if (before === MAX_PIPELINED) {
      socket.pause();
      return refuse(response);
    }
    // The one above the bound stays counted: nothing that comes behind it is served.
    response.once("close", () => {
      const count = unanswered.get(socket) ?? 0;
      if (count <= MAX_PIPELINED) unanswered.set(socket, count - 1);
    });
    for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
  });
}
