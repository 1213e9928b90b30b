/** Podman as a service that answers as Docker's does, for programs that take a daemon of Docker. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../support/until.ts";
import { ENVIRONMENT, GLOBAL, limits } from "./containers.ts";

export type DockerService = {
  /** Address as `DOCKER_HOST` takes it. */
  readonly host: string;
  close(): Promise<void>;
};

/** Starts the service; its socket and its settings lie in a folder. */
export async function startDockerService(folder: string): Promise<DockerService> {
  const [socket, settings] = [join(folder, "docker.sock"), join(folder, "containers.conf")];
  writeFileSync(settings, `[containers]\ndefault_ulimits = ${JSON.stringify(limits())}\n`);
  const host = `unix://${socket}`;
  const service = spawn("podman", [...GLOBAL, "system", "service", "--time=0", host], {
    env: { ...process.env, ...ENVIRONMENT, CONTAINERS_CONF: settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  service.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  const closed = once(service, "close");
  await until("podman's service listens", () => existsSync(socket) || service.exitCode !== null);
  if (service.exitCode !== null)
    throw new Error(`podman's service ended with code ${service.exitCode}: ${said}`);
  return {
    host,
    async close() {
      service.kill("SIGTERM");
      await closed;
    },
  };
}
