/** `presage health`: tells if the exchange of the data directory serves clients, for systemd units and containers. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../settings/config.ts";
import { READY_PATH } from "../http/health/health-endpoints.ts";
import { mayReadInstance, readInstance } from "../store/server/data-directory.ts";
import { printResult } from "./terminal/table.ts";
import { readCommandLine, assertNoOperands, URL_FLAG, getNumberFlag } from "./terminal/command-line.ts";
import type { Subcommands } from "./terminal/command-line.ts";
import { fetchPinned } from "./operator/operator-api.ts";

const HEALTH_HELP = `Usage: presage health [--wait SECONDS]

Asks the exchange of the data directory whether it is ready, without a token. The exit code is 0 when it is, and 1 when it
is not, with the checks that fail. --wait asks again until it is ready, for so many seconds at most. --json prints the
answer itself, and --url asks the exchange at another address.

  presage health
  presage health --wait 600
`;

type Health = {
  readonly status: "ready" | "not_ready";
  readonly mode?: string;
  readonly checks: Readonly<Record<string, string>>;
};

const RETRY_MS = 200;
/** Timeout of the health request, ms; a healthy exchange answers in milliseconds. */
const ANSWER_TIMEOUT_MS = 5_000;

export async function health(args: readonly string[]): Promise<number> {
  const line = readCommandLine("health", args, { "--wait": "text", [URL_FLAG]: "text" });
  assertNoOperands("health", line.operands);
  const { config } = line;
  const deadline = performance.now() + (getNumberFlag(line, "--wait") ?? 0) * 1_000;
  let found = await fetchHealth(config);
  while (found.status !== "ready" && performance.now() < deadline) {
    await sleep(RETRY_MS);
    found = await fetchHealth(config);
  }
  printResult(config, found, healthText(found));
  return found.status === "ready" ? 0 : 1;
}

/** Returns the exchange's health, or the reason for no answer in the same shape. */
async function fetchHealth(config: Config): Promise<Health> {
  const place = findAddress(config);
  if (typeof place === "string") return notStarted(place);
  const { address, fingerprint } = place;
  const url = `${address}${READY_PATH}`;
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const response =
      fingerprint === undefined
        ? await fetch(url, { signal })
        : await fetchPinned(url, fingerprint, { method: "GET", headers: {}, signal });
    return (
      parseHealth(await response.json()) ??
      notStarted(`${url} is no exchange: it answered ${response.status}`)
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return notStarted(`${url} does not answer: ${String(cause)}`);
  }
}

const notStarted = (start: string): Health => ({ status: "not_ready", checks: { start } });

type HealthAddress = { readonly address: string; readonly fingerprint?: string | undefined };

/** Finds an address of the exchange, or returns the reason why there is none. */
function findAddress({ adminUrl, dataDirectory }: Config): HealthAddress | string {
  if (adminUrl !== undefined) return { address: adminUrl };
  if (!mayReadInstance(dataDirectory))
    throw new Error(
      `This account may not read ${dataDirectory}: name the exchange with --url or PRESAGE_ADMIN_URL`,
    );
  const instance = readInstance(dataDirectory);
  if (instance === undefined) return `no exchange runs on ${dataDirectory}`;
  const { pid, adminAddress: address, fingerprint } = instance;
  return address === undefined
    ? `process ${pid} has ${dataDirectory} open, and is starting or is no exchange`
    : { address, fingerprint };
}

function parseHealth(body: unknown): Health | undefined {
  if (typeof body !== "object" || body === null || !("status" in body) || !("checks" in body))
    return undefined;
  const { status, checks } = body;
  if ((status !== "ready" && status !== "not_ready") || typeof checks !== "object" || checks === null)
    return undefined;
  const texts = Object.entries(checks).map(([name, result]): [string, string] => [name, String(result)]);
  const mode = "mode" in body && typeof body.mode === "string" ? { mode: body.mode } : {};
  return { status, ...mode, checks: Object.fromEntries(texts) };
}

function healthText({ status, checks }: Health): string {
  if (status === "ready") return "ready\n";
  const failing = Object.entries(checks).filter(([, result]) => result !== "ok");
  return failing.map(([name, result]) => `not ready: ${name}: ${result}\n`).join("");
}

export const SUBCOMMANDS: Subcommands = { health: { help: HEALTH_HELP, run: health } };
