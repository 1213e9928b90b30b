/** Requests that are wrong in one way, made from the description of an operation: for tests that walk all of them. */
import type { TObject, TSchema } from "typebox";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import { PAGE_LIMIT_KEYWORD } from "../../src/http/operation/page-limit.ts";
import { checksumAddress } from "../../src/signing/address.ts";
import { hashOf, walletOf } from "../support/exchange.ts";

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
  /** The parameter of a query that is wrong, and how. */
  readonly parameter?: { readonly kind: "missing" | "invalid" | "unknown"; readonly name: string };
};

const BAD = [400];
/** A value that only free text can have. */
const ODD = "!?";
const WALLET = walletOf("nobody");
/** The wallet with one letter in the other case, so that its checksum is wrong. */
const MISTYPED = checksumAddress(WALLET).replace(/[a-f]/, (letter) => letter.toUpperCase());

/** The path with something that its parameters can be. */
const pathOf = ({ path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === "condition_id" ? hashOf("none") : "1"));

/** The parts of a schema that bound a value of a query. */
type Bounded = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Bounded;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
};

/** A value that the schema takes. */
function fill({ items, enum: names, format, pattern, minimum = 1, type }: Bounded): string {
  if (items !== undefined) return fill(items);
  if (names !== undefined) return names[0]!;
  if (format !== undefined) return WALLET;
  const values = pattern === undefined ? [] : ["1", hashOf("none"), "x"];
  const fitting = values.find((value) => new RegExp(pattern!).test(value));
  return fitting ?? (type === "integer" || type === "number" ? String(minimum) : "x");
}

/** Texts that no cursor of the trading interface has: Base64 without its padding, and encoded numbers in another form than a cursor's. */
const NO_CURSORS = [
  "MA",
  "LTE",
  "1.2.3",
  "-1",
  ...["-2", "01", " 1", "null", "\0", "1".padEnd(20, "0"), "1.2.x", "-1.2.3", "01.2.3", "1..3"].map(btoa),
];

/** Values that the schema does not take, beside those of another kind. A page's limit has no greatest: it is clamped. */
function beyond(schema: Bounded): string[] {
  const { type, minimum, maxLength, format, enum: names } = schema;
  const maximum = PAGE_LIMIT_KEYWORD in schema ? undefined : schema.maximum;
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(names === undefined ? [] : ["__proto__", "constructor"]),
    ...(format === undefined ? [] : ["0x12", `${WALLET}0`, WALLET.slice(2), MISTYPED, `${WALLET},${WALLET}`]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
    ...(type === "integer" ? ["1.5", "0x1", "99999999999999999999x", "-99999999999999999999"] : []),
    ...(type === "number" ? ["NaN", "1e400", "0x10"] : []),
  ];
}

/** The query with all that it needs, but for what is given; `undefined` leaves one out. */
function queryOf(query: TObject, given: Readonly<Record<string, string | undefined>>): string {
  const needed = (query.required ?? []).filter((name) => !("default" in query.properties[name]!));
  const values = {
    ...Object.fromEntries(needed.map((name) => [name, fill(query.properties[name]!)])),
    ...given,
  };
  const parts = Object.entries(values).filter(([, value]) => value !== undefined);
  return parts.map(([name, value]) => `${name}=${value}`).join("&");
}

/** Tells if the schema takes `ODD`, as free text and lists of it do. */
function isText({ items, type, format, pattern }: Bounded): boolean {
  if (items !== undefined) return isText(items);
  return (
    type === "string" && format === undefined && (pattern === undefined || new RegExp(pattern).test(ODD))
  );
}

function queryFaults(endpoint: Endpoint, query: TObject): Fault[] {
  const { method } = endpoint;
  const at = pathOf(endpoint);
  return Object.entries(query.properties).flatMap(([name, schema]) => {
    const ask = (
      what: string,
      text: string,
      kind: "missing" | "invalid" = "invalid",
      hint = /: expected .*, got /,
    ): Fault => ({
      name: `${name} ${what}`,
      method,
      path: `${at}?${text}`,
      statuses: BAD,
      hint,
      ...(method === "GET" && { parameter: { kind, name } }),
    });
    const said = new RegExp(`${name}: expected .*, got `);
    const given = (value: string): string => queryOf(query, { [name]: encodeURIComponent(value) });
    return [
      ask("with NUL", queryOf(query, { [name]: "%00" })),
      ...[
        ...(isText(schema as Bounded) ? [] : [ODD]),
        ...beyond(schema as Bounded),
        ...(name === "next_cursor" && endpoint.params === undefined ? NO_CURSORS : []),
      ].map((value) => ask(`is ${value.slice(0, 30)}`, given(value))),
      ...(query.required?.includes(name) === true && !("default" in schema)
        ? [
            ask("is missing", queryOf(query, { [name]: undefined }), "missing", said),
            ask("is empty", queryOf(query, { [name]: "" }), "missing", said),
          ]
        : []),
      ...("type" in schema && schema.type === "array"
        ? []
        : [ask("comes twice", `${queryOf(query, { [name]: undefined })}&${name}=1&${name}=1`)]),
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
          ...Object.entries(params.properties)
            .filter(([, schema]) => !isText(schema as Bounded))
            .map(([name]) => ({
              name: `${name} of the path is ${ODD}`,
              method,
              path: path.replace(`:${name}`, encodeURIComponent(ODD)).replaceAll(/:\w+/g, "1"),
              statuses: BAD,
              hint: /: expected /,
            })),
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
