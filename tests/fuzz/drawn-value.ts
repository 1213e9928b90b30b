/** Values that a schema accepts, taken from existing ids where a field's name tells the kind. */
import type { TObject, TSchema } from "typebox";
import type { Random } from "../support/random.ts";
import type { PoolName, World } from "./world.ts";

export type Draw = {
  readonly random: Random;
  readonly world: World;
  /** Pools for names that have another meaning in this operation. */
  readonly named?: Readonly<Record<string, readonly PoolName[]>> | undefined;
};

/** Pools by the name of a parameter or field. */
const POOLS: Readonly<Record<string, readonly PoolName[]>> = {
  token_id: ["token"],
  token_ids: ["token"],
  tokenId: ["token"],
  tokenIds: ["token"],
  asset_id: ["token"],
  assetId: ["token"],
  clob_token_ids: ["token"],
  markets: ["token"],
  market: ["condition"],
  condition_id: ["condition"],
  condition_ids: ["condition"],
  conditionId: ["condition"],
  conditionIds: ["condition"],
  order_id: ["order"],
  orderId: ["order"],
  orderID: ["order"],
  id: ["order", "trade", "eventId", "marketId", "tagId", "seriesId"],
  maker_address: ["wallet"],
  maker: ["wallet"],
  taker: ["wallet"],
  address: ["wallet"],
  owner: ["wallet"],
  user: ["wallet"],
  creator: ["wallet", "site"],
  wallets: ["wallet"],
  wallet: ["marketCreator"],
  apiKey: ["apiKey", "victimKey"],
  key: ["readonlyKey", "apiKey"],
  code: ["builderCode"],
  builder: ["builderCode"],
  builder_code: ["builderCode"],
  eventId: ["eventId"],
  event_id: ["eventId"],
  event: ["eventId", "eventSlug"],
  event_slug: ["eventSlug"],
  eventSlug: ["eventSlug"],
  slug: ["eventSlug", "marketSlug", "tagSlug", "seriesSlug"],
  tag_id: ["tagId"],
  exclude_tag_id: ["tagId"],
  tag_slug: ["tagSlug"],
  tag: ["tagSlug"],
  series_slug: ["seriesSlug"],
  host: ["site"],
  next_cursor: ["cursor"],
  after_cursor: ["cursor"],
  before: ["seconds"],
  after: ["seconds"],
  start_ts: ["seconds"],
  end_ts: ["seconds"],
  startTs: ["seconds"],
  endTs: ["seconds"],
  start: ["seconds"],
  end: ["seconds"],
  date: ["day"],
  startDate: ["instant"],
  endDate: ["instant"],
  gameStartTime: ["instant"],
  amount: ["amount"],
  csv: ["fundings"],
  list: ["invite"],
  subject: ["condition", "wallet"],
};

/** Draws text that fits the name, or any word. */
export function drawText({ random, world, named: here = {} }: Draw, name: string): string {
  const named = here[name] ?? (Object.hasOwn(POOLS, name) ? POOLS[name]! : []);
  if (name === "side") return random.pick(["BUY", "SELL"]);
  return random.pick(world.pools[named.length === 0 ? "word" : random.pick(named)]);
}

const TRIES = 4;
const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const known = patterns.get(text) ?? new RegExp(text);
  patterns.set(text, known);
  return known;
}

function drawString(draw: Draw, schema: Described, name: string): string {
  if (schema.format === "date") return draw.random.pick(draw.world.pools.day);
  if (schema.format === "wallet") return draw.random.pick(draw.world.pools.wallet);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const text = drawText(draw, name);
    if (schema.pattern === undefined || patternOf(schema.pattern).test(text)) return text;
  }
  return draw.random.pick(["1", "1.5", "100", "rain"]);
}

/** Parts of a schema that are read here. */
type Described = TSchema & {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described | readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
};

/** Draws a value that the schema accepts, as far as its described parts tell. */
export function drawValue(draw: Draw, schema: TSchema, name = ""): unknown {
  const described: Described = schema;
  const { random } = draw;
  if (described.enum !== undefined) return random.pick(described.enum);
  if ("const" in described) return described.const;
  if (described.anyOf !== undefined) return drawValue(draw, random.pick(described.anyOf), name);
  switch (described.type) {
    case "boolean":
      return random.chance(50);
    case "integer":
      return drawInteger(draw, described, name);
    case "number":
      return Number(random.pick(draw.world.pools.amount));
    case "string":
      return drawString(draw, described, name);
    case "array":
      return drawItems(draw, described, name);
    case "object":
      return drawObject(draw, described);
    default:
      return null;
  }
}

function drawInteger(
  { random, world }: Draw,
  { minimum = 0, maximum = 1_000 }: Described,
  name: string,
): number {
  if (/^ts$|_ts$|Ts$|^(start|end)$/.test(name)) return Number(random.pick(world.pools.seconds));
  if (/id$/i.test(name)) return Number(random.pick(world.pools.eventId));
  if (random.chance(10)) return maximum;
  return Math.min(maximum, minimum + random.below(4));
}

function drawItems(draw: Draw, { items, maxItems = 10 }: Described, name: string): unknown[] {
  if (items === undefined) return [];
  if (Array.isArray(items)) return items.map((item) => drawValue(draw, item, name));
  const count = Math.min(maxItems, draw.random.below(4));
  return Array.from({ length: count }, () => drawValue(draw, items as Described, name));
}

function drawObject(draw: Draw, { properties = {}, required = [] }: Described): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties))
    if (required.includes(name) || draw.random.chance(OPTIONAL_PERCENT))
      object[name] = drawValue(draw, schema, name);
  return object;
}

/** Percentage of cases in which an optional field is present. */
export const OPTIONAL_PERCENT = 25;

/** Draws the parameters of a valid query, as text. */
export function drawParameters(draw: Draw, schema: TObject): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const must = schema.required?.includes(name) === true && !("default" in property);
    if (!must && !draw.random.chance(OPTIONAL_PERCENT)) continue;
    const value = drawValue(draw, property, name);
    if (value !== null) parameters.set(name, Array.isArray(value) ? value.join() : String(value));
  }
  return parameters;
}
