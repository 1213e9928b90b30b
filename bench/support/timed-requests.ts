/** TimedRequests requests over HTTP on one connection, each after the answer to the one before, and their floor. */
import { Agent, get } from "node:http";
import type { RequestOptions } from "node:http";
import Fastify from "fastify";
import { quantile } from "./order-client.ts";

export type TimedRequests = { readonly latencies: Float64Array; readonly bytes: number };

/** Sends one after the other; the first eleventh is not timed. `bytes` is the mean size of an answer. */
export async function timeRequests(
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<TimedRequests> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const latencies: number[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    const before = performance.now();
    const size = await fetchSize({ agent, headers }, url + path);
    if (index < paths.length / 11) continue;
    latencies.push(performance.now() - before);
    bytes += size;
  }
  agent.destroy();
  return { latencies: Float64Array.from(latencies), bytes: bytes / latencies.length };
}

const fetchSize = (asking: Pick<RequestOptions, "agent" | "headers">, url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, asking, (response) => {
      let size = 0;
      response.on("data", (chunk: Buffer) => (size += chunk.length));
      response.on("end", () =>
        response.statusCode === 200 ? resolve(size) : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    }).on("error", reject);
  });

/** Times the floor: a bare fastify route that sends a constant of this size. */
export async function timeFloor(bytes: number, requests: number): Promise<TimedRequests> {
  const server = Fastify();
  const constant = Buffer.alloc(Math.round(bytes), "x");
  server.get("/", async () => constant);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const timed = await timeRequests(
    url,
    Array.from({ length: requests }, () => "/"),
  );
  await server.close();
  return timed;
}

/** Writes the milliseconds at the median, and at the 99th percentile. */
export const latencyTexts = (latencies: Float64Array): string[] =>
  [0.5, 0.99].map((q) => quantile(latencies, q).toFixed(1));
