/** A Rust client in a process of its own (`rust/src`), called as if it were here: sessions by the names of their methods. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Client } from "../conformance/call-record.ts";
import { readDebugForm } from "./debug-form.ts";

export type Rust = {
  /** Makes a client by this constructor of the bridge. */
  create(constructor: string, host: string): Promise<Client>;
  close(): Promise<void>;
};

type Told = {
  readonly id: number;
  readonly answer?: string;
  readonly session?: number;
  readonly error?: string;
};

/** Starts a bridge; a method that gives another client is answered with a session of it. */
export function startRust(program: string): Rust {
  const child = spawn(program, { stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (chunk) => (complaints = (complaints + String(chunk)).slice(-4000)));
  const waiting = new Map<number, (told: Told) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const told = JSON.parse(line) as Told;
    waiting.get(told.id)?.(told);
    waiting.delete(told.id);
  });
  const ended = once(child, "close");
  child.on("close", () => {
    for (const [id, tell] of waiting) tell({ id, error: `the bridge ended: ${complaints}` });
  });
  let asked = 0;

  async function ask(session: number | null, method: string, given: unknown): Promise<unknown> {
    asked += 1;
    const id = asked;
    const told = new Promise<Told>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ id, session, method, given: textsOf(given) })}\n`);
    const { answer, session: opened, error } = await told;
    if (error !== undefined) throw new Error(error);
    return opened === undefined ? readDebugForm(answer ?? "") : sessionOf(opened);
  }

  /** A session all of whose members are methods, but for `then`, by which it would be taken for a promise. */
  const sessionOf = (session: number): Client =>
    new Proxy({} as Client, {
      get: (_, name) =>
        typeof name === "symbol" || name === "then"
          ? undefined
          : (given?: unknown) => ask(session, name, given),
    });

  return {
    create: async (constructor, host) => (await ask(null, constructor, { host })) as Client,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Arguments as texts, which the bridge parses into the types of the SDK. */
const textsOf = (given: unknown): object =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );

/** Lists the public methods of the clients in a source file of an SDK. */
export function listMethods(crate: string, file: string): string[] {
  const methods: string[] = [];
  let own = false;
  for (const line of readFileSync(join(crate, file), "utf8").split(/\r?\n/)) {
    if (line.startsWith("impl")) own = /^impl(?:<[^>]*>)? Client\b/.test(line);
    const method = /^ {4}pub (?:async )?fn (\w+)/.exec(line)?.[1];
    if (own && method !== undefined) methods.push(method);
  }
  return methods.sort();
}
