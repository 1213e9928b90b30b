/**
 * A bare fastify route that answers with a constant of the size that its parent sends. It sends its port to the parent.
 */
import Fastify from "fastify";

const server = Fastify();
let constant = Buffer.alloc(0);
server.get("/", async (_request, reply) => reply.header("content-type", "application/json").send(constant));
await server.listen({ host: "127.0.0.1", port: 0 });
process.on("message", (size: number) => {
  constant = Buffer.alloc(size, "x");
  process.send?.("ready");
});
const address = server.server.address();
if (address !== null && typeof address === "object") process.send?.(address.port);
