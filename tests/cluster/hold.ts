/** Holds a cluster until it is ended, to look at it: `npm run test:cluster -- --file tests/cluster/hold.ts`. */
import { readlinkSync } from "node:fs";
import { startCluster } from "./cluster.ts";
import { prepareParts } from "./parts.ts";

const parts = await prepareParts(console.log);
if ("missing" in parts) throw new Error(parts.missing);
const { primaryUrl, replicaUrl, natsUrls } = await startCluster(parts);
console.log(`primary   ${primaryUrl}
replica   ${replicaUrl}
NATS      ${natsUrls}
network   ${readlinkSync("/proc/self/ns/net")}`);
setInterval(() => undefined, 2 ** 30);
