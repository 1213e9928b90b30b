/** The operator API of the exchange that runs on the data directory, for subcommands that work while it does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { ADMIN_TOKEN, readInstance } from "../store/data-directory.ts";

export type Operator = { readonly adminAddress: string; readonly token: string };

export type OperatorRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Sent as JSON; nothing is sent when it is absent. */
  readonly body?: unknown;
};

/** `undefined` when no process has the data directory open; throws when one has that serves no operator API. */
export function findOperator({ dataDirectory, adminToken }: Config): Operator | undefined {
  const instance = readInstance(dataDirectory);
  if (instance === undefined) return undefined;
  const { pid, adminAddress } = instance;
  if (adminAddress === undefined)
    throw new Error(
      `The data directory ${dataDirectory} is in use by process ${pid}, which is starting or is no exchange. Try again.`,
    );
  return { adminAddress, token: adminToken ?? readToken(dataDirectory) };
}

function readToken(directory: string): string {
  const path = join(directory, ADMIN_TOKEN);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new Error(
      `The operator's token cannot be read from ${path}: set PRESAGE_ADMIN_TOKEN to the one that the running exchange uses`,
      { cause: error },
    );
  }
}

/** The JSON of its answer; throws one clear line when it refuses or does not answer. */
export async function callOperator(operator: Operator, request: OperatorRequest): Promise<string> {
  const { adminAddress } = operator;
  const response = await send(operator, request);
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 401)
    throw new Error(
      `The exchange at ${adminAddress} does not know the operator's token: set PRESAGE_ADMIN_TOKEN to its own`,
    );
  throw new Error(
    hintOf(text) ?? `The exchange at ${adminAddress} answered ${response.status}: ${text.slice(0, 500)}`,
  );
}

async function send({ adminAddress, token }: Operator, request: OperatorRequest): Promise<Response> {
  const { method, path, body } = request;
  const url = `${adminAddress}${path}`;
  try {
    return await fetch(url, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`The exchange at ${url} does not answer: ${String(cause)}`, { cause: error });
  }
}

/** What a refusal says was expected, and what came. */
function hintOf(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  const body: unknown = JSON.parse(text);
  const isHinted = typeof body === "object" && body !== null && "code" in body && "hint" in body;
  return isHinted && typeof body.hint === "string" ? body.hint : undefined;
}
