/** Bodies of requests: valid ones, and ones with a fault in one place. */
import type { Random } from "../support/random.ts";
import { drawPlacement } from "./drawn-order.ts";
import { drawValue } from "./drawn-value.ts";
import type { Draw } from "./drawn-value.ts";
import { HOSTILE_BODIES, HOSTILE_JSON, HOSTILE_TEXTS } from "./hostile-values.ts";
import type { Target } from "./targets.ts";
import type { Actor } from "./world.ts";

export type Body = string | Buffer;

/** Most orders in a batch. */
const MAX_ORDERS = 3;

/** Draws a valid body; `undefined` for operations without one. */
export function drawBody(draw: Draw, { endpoint, port }: Target, actor: Actor): unknown {
  const { random, world } = draw;
  const { body, method, path } = endpoint;
  if (body === undefined) return undefined;
  switch (`${method} ${path}`) {
    case "POST /order":
      return drawPlacement(draw, actor);
    case "POST /orders":
      return Array.from({ length: random.between(1, MAX_ORDERS) }, () => drawPlacement(draw, actor));
    case "POST /listings":
      return [JSON.parse(world.listing)];
    case "POST /diagnoses/request":
      return drawDiagnosis(draw, actor, port);
    // Any other mode would have all other requests refused.
    case "POST /mode":
      return { mode: "normal", reason: random.pick(world.pools.word) };
    // Other faults would keep answers from requests that are looked at.
    case "POST /sandbox/faults":
      return { faults: [{ kind: "latency", ms: 1, uses: 1 }] };
    // A snapshot that there is would undo what others were told.
    case "POST /sandbox/revert":
      return { name: "none" };
    case "POST /events":
    case "POST /markets":
      return { ...Object(drawValue(draw, body)), slug: random.pick(world.pools.newSlug) };
    default:
      return drawValue(draw, body);
  }
}

function drawDiagnosis(draw: Draw, actor: Actor, port: number) {
  const { random, world } = draw;
  const { apiKey, passphrase } = actor.credentials;
  const body = random.chance(30) ? JSON.stringify(drawPlacement(draw, actor)) : "{}";
  return {
    method: random.pick(["GET", "POST", "DELETE"]),
    url: `http://127.0.0.1:${port}${random.pick(["/order", "/orders", "/spec/trading/order", "/data/orders?x=1"])}`,
    headers: [
      ["SVC_ADDRESS", actor.address],
      ["SVC_API_KEY", apiKey],
      ["SVC_PASSPHRASE", passphrase],
      ["SVC_TIMESTAMP", String(Math.floor(world.now / 1000))],
      ["SVC_SIGNATURE", "A".repeat(43)],
    ],
    body: Buffer.from(body).toString("base64"),
  };
}

/** Placeholder for text that is not written as JSON. */
const HOLE = "@hole@";
const WRITTEN_HOLE = JSON.stringify(HOLE);

const hostileJson = (random: Random): string =>
  random.chance(50) ? random.pick(HOSTILE_JSON) : JSON.stringify(random.pick(HOSTILE_TEXTS));

/** Makes a body that differs from `value` in one place, or is no JSON. */
export function spoilBody(random: Random, value: unknown, limit: number): Body {
  if (value === undefined || random.chance(12)) return random.pick(HOSTILE_BODIES);
  const copy: unknown = structuredClone(value);
  const holders = holdersIn(copy);
  const text = JSON.stringify(copy);
  if (random.chance(12) || holders.length === 0) return spoilText(random, text, limit);
  const holder = random.pick(holders);
  const names = Object.keys(holder);
  const name = random.pick(names);
  switch (random.below(6)) {
    case 0:
      Reflect.deleteProperty(holder, name);
      return JSON.stringify(copy);
    case 1:
      Reflect.set(
        holder,
        random.pick(["colour", "__proto", "constructor", "", "id", name.toUpperCase()]),
        HOLE,
      );
      break;
    case 2:
      Reflect.set(holder, name, [Reflect.get(holder, name)]);
      return JSON.stringify(copy);
    case 3:
      return twice(JSON.stringify(copy), name, hostileJson(random));
    default:
      Reflect.set(holder, name, HOLE);
  }
  return JSON.stringify(copy).replace(WRITTEN_HOLE, () => hostileJson(random));
}

/** Repeats a field with another value. */
const twice = (text: string, name: string, value: string): string => {
  const toText = `${JSON.stringify(name)}:`;
  return text.replace(toText, () => `${toText}${value},${toText}`);
};

/** Lists the objects and lists in a value that are not empty, itself included. */
function holdersIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.values(value).slice(0, 20);
  return [...(parts.length === 0 ? [] : [value]), ...parts.flatMap(holdersIn)];
}

function spoilText(random: Random, text: string, limit: number): Body {
  const at = random.below(text.length + 1);
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) + random.pick(["\0", "\u0001", "}", "[", '"', ",", "\\", "\ud800"]) + text.slice(at)
      );
    case 2:
      return Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from([0xff]),
        Buffer.from(text.slice(at)),
      ]);
    case 3:
      return `\ufeff${text}`;
    case 4:
      return `${text}${text}`;
    case 5:
      return `${" ".repeat(random.below(500))}${text}\r\n`;
    case 6:
      return `[${text},${text}]`;
    default:
      // A body just above the limit. Other limits are larger than what is worth sending.
      return limit <= LARGE && random.chance(20) ? text.padEnd(limit + random.below(3)) : text.padEnd(2_000);
  }
}

const LARGE = 70_000;

/** The text of a body. */
export const toText = (value: unknown): Body => (value === undefined ? "" : JSON.stringify(value));
