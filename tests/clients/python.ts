/**
 * A Python client in a process of its own, called as if it were here: objects by the names of their methods, answers as
 * their fields. An answered object can be given back in a later call.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Answer, Client } from "../conformance/call-record.ts";

type Named = Readonly<Record<string, unknown>>;

export type Python = {
  /** Calls a function, "module:name"; a class makes an object. */
  call(path: string, named?: Named, ...given: readonly unknown[]): Promise<Answer>;
  /** An answered object by its methods. The last argument of a call may be of `named` or `most`. */
  methodsOf(object: object): Client;
  /** Names of the public methods of a class, "module:name". */
  listOf(path: string): Promise<string[]>;
  /** An attribute of an object, such as a client's own sub-client. */
  attribute(object: object, name: string): Promise<Answer>;
  close(): Promise<void>;
};

/** An object to be made for a call, such as the parameters that a method takes. */
export const make = (path: string, named: Named): object => ({ $new: path, named });
/** A constant of a module, "module:Class.NAME". */
export const constant = (path: string): object => ({ $value: path });

class Options {
  readonly named: Named;
  readonly most: number | undefined;
  constructor(named: Named, most?: number) {
    this.named = named;
    this.most = most;
  }
}

/** Named arguments of a call. */
export const named = (values: Named): object => new Options(values);
/** Named arguments of a call that gives items one by one, and the number of items to take. */
export const most = (count: number, values: Named = {}): object => new Options(values, count);

const BRIDGE = join(import.meta.dirname, "bridge.py");

/** Starts the bridge on an interpreter that has the client's packages. */
export function startPython(interpreter: string, environment: Named = {}): Python {
  const child = spawn(interpreter, ["-u", BRIDGE], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment } as NodeJS.ProcessEnv,
  });
  let complaints = "";
  child.stderr.on("data", (chunk) => (complaints = (complaints + String(chunk)).slice(-4000)));
  const waiting = new Map<number, (told: Told) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const told = JSON.parse(line, revive) as Told;
    waiting.get(told.id)?.(told);
    waiting.delete(told.id);
  });
  const ended = once(child, "close");
  child.on("close", () => {
    for (const [id, tell] of waiting) tell({ id, error: `the interpreter ended: ${complaints}` });
  });
  let asked = 0;

  async function ask(call: readonly [string | number, string], given: readonly unknown[]): Promise<Answer> {
    asked += 1;
    const id = asked;
    const last = given.at(-1);
    const options = last instanceof Options ? last : new Options({});
    const args = last instanceof Options ? given.slice(0, -1) : given;
    const told = new Promise<Told>((resolve) => waiting.set(id, resolve));
    const line = { id, call, args, named: options.named, most: options.most ?? null };
    child.stdin.write(`${JSON.stringify(line, refer)}\n`);
    const { answer, error } = await told;
    if (error !== undefined) throw new Error(error);
    return answer;
  }

  const call: Python["call"] = (path, values = {}, ...given) => {
    const [module, name] = path.split(":") as [string, string];
    return ask([module, name], [...given, named(values)]);
  };
  return {
    call,
    methodsOf: (object) => proxyOf((name, given) => ask([referenceOf(object), name], given)),
    listOf: (path) => call("bridge:public_methods", { path }),
    attribute: (object, name) => call("bridge:attribute", {}, object, name),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

type Told = { readonly id: number; readonly answer?: unknown; readonly error?: string };

/** Numbers of the objects that were answered. */
const references = new WeakMap<object, number>();

function referenceOf(object: object): number {
  const reference = references.get(object);
  if (reference === undefined) throw new Error("no object of a Python client");
  return reference;
}

function revive(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value;
  const { $ref, ...fields } = value;
  references.set(fields, Number($ref));
  return fields;
}

function refer(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const reference = references.get(value);
  return reference === undefined ? value : { $ref: reference };
}

type Method = (name: string, given: readonly unknown[]) => Promise<Answer>;

/** An object all of whose members are methods, but for `then`, by which it would be taken for a promise. */
function proxyOf(call: Method): Client {
  const get = (_: object, name: string | symbol): unknown =>
    typeof name === "symbol" || name === "then"
      ? undefined
      : (...given: readonly unknown[]) => call(name, given);
  return new Proxy({}, { get }) as Client;
}
