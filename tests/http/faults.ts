/** Requests that are wrong in one way, made from the description of an operation: for tests that walk all of them. */
import type { TObject, TSchema } from "typebox";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { hashOf } from "../support/exchange.ts";

export type Fault = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  /** The statuses that it may have: that, and no other one. */
  readonly statuses: readonly number[];
  /** Text that the trading form's hint must have, beyond those of every hint. */
  readonly hint?: RegExp;
};

const BAD = [400];
/** A value that only free text can have. */
const ODD = "!?";

/** The path with something that its parameters can be. */
const pathOf = ({ path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === "condition_id" ? hashOf("none") : "1"));

const fill = (schema: TSchema): string => ("pattern" in schema || "format" in schema ? "1" : "x");

/** The query with all that it needs, but for what is given; `undefined` leaves one out. */
function queryOf(query: TObject, given: Readonly<Record<string, string | undefined>>): string {
  const needed = query.required ?? [];
  const values = {
    ...Object.fromEntries(needed.map((name) => [name, fill(query.properties[name]!)])),
    ...given,
  };
  const parts = Object.entries(values).filter(([, value]) => value !== undefined);
  return parts.map(([name, value]) => `${name}=${value}`).join("&");
}

const isText = (schema: TSchema): boolean =>
  "type" in schema && schema.type === "string" && !("pattern" in schema) && !("format" in schema);

function queryFaults(endpoint: Endpoint, query: TObject): Fault[] {
  const { method } = endpoint;
  const at = pathOf(endpoint);
  const ask = (name: string, text: string, hint: RegExp): Fault => ({
    name,
    method,
    path: `${at}?${text}`,
    statuses: BAD,
    hint,
  });
  return Object.entries(query.properties).flatMap(([name, schema]) => {
    const said = new RegExp(`${name}: expected .*, got `);
    return [
      ask(`${name} with NUL`, queryOf(query, { [name]: "%00" }), /: expected .*, got /),
      ...(isText(schema)
        ? []
        : [
            ask(
              `${name} is ${ODD}`,
              queryOf(query, { [name]: encodeURIComponent(ODD) }),
              /: expected .*, got /,
            ),
          ]),
      ...(query.required?.includes(name) === true && !("default" in schema)
        ? [ask(`${name} is missing`, queryOf(query, { [name]: undefined }), said)]
        : []),
      ...("type" in schema && schema.type === "array"
        ? []
        : [
            ask(
              `${name} comes twice`,
              `${queryOf(query, { [name]: undefined })}&${name}=1&${name}=1`,
              /: expected .*, got /,
            ),
          ]),
    ];
  });
}

function bodyFaults(endpoint: Endpoint, body: TSchema): Fault[] {
  const { method } = endpoint;
  const path = pathOf(endpoint);
  const send = (name: string, text: string, hint?: RegExp): Fault => ({
    name,
    method,
    path,
    body: text,
    statuses: BAD,
    ...(hint && { hint }),
  });
  const properties: object =
    "properties" in body && typeof body.properties === "object" ? body.properties! : {};
  return [
    ...wholeFaults(endpoint),
    send("a body that is a number", "7", /expected .*, got 7/),
    ...Object.keys(properties).map((name) =>
      send(`${name} is a list of lists`, JSON.stringify({ [name]: [[[]]] }), /: expected .*, got /),
    ),
  ];
}

/** Faults of a body before its fields are looked at, also where none is asked for. */
function wholeFaults(endpoint: Endpoint): Fault[] {
  const { method, bodyLimit } = endpoint;
  const sent = { method, path: pathOf(endpoint), statuses: BAD };
  return [
    { ...sent, name: "malformed JSON", body: "{", hint: /^expected JSON, got / },
    {
      ...sent,
      name: "too large",
      body: `"${"x".repeat(bodyLimit)}"`,
      statuses: [413],
      hint: /^expected a body of at most \d+ bytes, got \d+$/,
    },
    {
      ...sent,
      name: "a strange content type",
      body: "{}",
      contentType: "nonsense",
      hint: /^content-type: expected application\/json, got "nonsense"$/,
    },
  ];
}

/** Every fault that the description of an operation can tell of, but those of a body of a GET, which `fetch` cannot send. */
export function faultsOf(endpoint: Endpoint): Fault[] {
  const { method, path, query, params, body } = endpoint;
  const at = pathOf(endpoint);
  const inPath: Fault[] =
    params === undefined
      ? []
      : [
          {
            name: "NUL in the path",
            method,
            path: path.replaceAll(/:\w+/g, "%00"),
            statuses: BAD,
            hint: /: expected /,
          },
        ];
  const wrongMethod = {
    name: "another method",
    method: "PATCH",
    path: at,
    statuses: [405],
    hint: /^expected .*, got PATCH$/,
  };
  return [
    wrongMethod,
    ...inPath,
    ...(query === undefined ? [] : queryFaults(endpoint, query)),
    ...(method === "GET" ? [] : body === undefined ? wholeFaults(endpoint) : bodyFaults(endpoint, body)),
  ];
}
