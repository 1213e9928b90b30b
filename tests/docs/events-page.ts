/** docs/reference/events.md with its tables of types and fields, and their JSON Schema, made from the descriptions in the code. */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { writeStandardSchema } from "../../src/http/openapi/parts.ts";
import {
  BALANCE_EVENTS,
  EXCHANGE_EVENTS,
  MARKET_EVENTS,
  ORDER_EVENTS,
  CONCERNED,
  ENVELOPE,
  EVENT_DATA,
  EVENT_TYPES,
  EVENTS_VERSION,
} from "../../src/operate/changes/public-event.ts";
import { foldedJson } from "./folded-json.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Cells } from "./markdown-table.ts";

type Described = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described | readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly description?: string;
};

const described = (schema: TSchema): Described => JSON.parse(JSON.stringify(schema));

function kindOf(schema: Described): string {
  const { anyOf, enum: values, items, type = "anything" } = schema;
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (anyOf !== undefined) return anyOf.map(kindOf).join(" or ");
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (items === undefined) return type;
  if (Array.isArray(items)) return `list of ${items.length}`;
  return `list of ${kindOf(items as Described)}s`;
}

/** Rows of fields, with those of objects in them by their path. */
function fieldRows(properties: Readonly<Record<string, Described>>, prefix = ""): Cells[] {
  return Object.entries(properties).flatMap(([name, schema]): Cells[] => {
    const path = `${prefix}${name}`;
    const listed =
      schema.items === undefined || Array.isArray(schema.items) ? undefined : (schema.items as Described);
    const object = [schema, listed, ...(schema.anyOf ?? [])].find((one) => one?.properties !== undefined);
    const text = schema.description ?? schema.anyOf?.find(({ description }) => description)?.description;
    const row: Cells = [`\`${path}\``, kindOf(schema), text ?? listed?.description ?? ""];
    // Movements stand once, with all events.
    if (object?.properties === undefined || name === "movements") return [row];
    return [row, ...fieldRows(object.properties, `${path}${listed === undefined ? "." : "[]."}`)];
  });
}

const HEAD = ["field", "kind", "meaning"];

function sectionsOf(events: Readonly<Record<string, TObject>>): string {
  return Object.entries(events)
    .map(([type, schema]) => {
      const { properties = {}, description } = described(schema);
      return `### \`${type}\`\n\n${description}.\n\n${markdownTable(HEAD, fieldRows(properties))}`;
    })
    .join("\n\n");
}

function tableOf(name: string): string {
  switch (name) {
    case "envelope": {
      const own = described(
        Type.Object({ ...ENVELOPE, type: Type.String({ description: "See below" }), ...CONCERNED }),
      );
      return markdownTable(HEAD, fieldRows(own.properties ?? {}));
    }
    case "movement": {
      const { properties } = described(ORDER_EVENTS["trade.matched"].properties.movements.items);
      return markdownTable(HEAD, fieldRows(properties ?? {}));
    }
    case "orders":
      return sectionsOf(ORDER_EVENTS);
    case "balances":
      return sectionsOf(BALANCE_EVENTS);
    case "markets":
      return sectionsOf(MARKET_EVENTS);
    case "exchange":
      return sectionsOf(EXCHANGE_EVENTS);
    default:
      throw new Error(`no events are of ${name}`);
  }
}

export const eventsPage = () => pageOf("reference/events.md", tableOf);

/** The schema of an event of any type. Fields that it does not have may come within the version. */
export const eventSchema = Type.Union(
  EVENT_TYPES.map((type) =>
    Type.Object(
      { ...ENVELOPE, type: Type.Literal(type), ...CONCERNED, data: EVENT_DATA[type] },
      { title: type, description: described(EVENT_DATA[type]).description ?? type },
    ),
  ),
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Public events of Presage, version ${EVENTS_VERSION}`,
  },
);

export const EVENTS_SCHEMA_FILE = {
  url: new URL("../../docs/events.schema.json", import.meta.url),
  text: `${foldedJson(writeStandardSchema(eventSchema))}\n`,
};
