/**
 * A process that starts the database server of the given directory and prints its address. It reports each SIGINT
 * instead of ending by it.
 */
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";

process.on("SIGINT", () => console.log(JSON.stringify({ interrupted: true })));
const { url, adopted } = await startEmbeddedServer({ directory: process.argv[2] ?? "", log: () => {} });
console.log(JSON.stringify({ url, adopted }));
setInterval(() => {}, 60_000);
