/** Credentials of an operation's callers in the words of OpenAPI: one scheme per header. */
import type { Access, Endpoint } from "../endpoint.ts";
import type { JsonObject } from "./schemas.ts";

export type CredentialSettings = {
  /** Accepted prefixes of the authentication headers; the document names the first. */
  readonly headerPrefixes: readonly string[];
  /** True if orders and trades are read without credentials too. */
  readonly publicRecords: boolean;
};

const HEADERS = {
  ADDRESS: "Address of the wallet that asks",
  API_KEY: "The API key, a UUID or the ULID of the same bits",
  PASSPHRASE: "The API key's passphrase",
  TIMESTAMP: "When the request was signed, in unix seconds",
  SIGNATURE:
    "With an API key (L2): HMAC-SHA256 of timestamp, method, path and body under the secret, as base64url. With a " +
    "wallet alone (L1): the wallet's EIP-712 signature over address, timestamp and nonce",
  NONCE: "Which of the wallet's keys is meant; absent is 0",
  READONLY_API_KEY: "A read-only key of the wallet, which signs nothing",
  BUILDER_API_KEY:
    "The builder's key, a UUID. Its code is given to orders of version 1 only: those of version 2 sign the code in " +
    "`builder`, which counts as it is, and where it is zero nothing is attributed",
  BUILDER_PASSPHRASE: "Its passphrase",
  BUILDER_TIMESTAMP: "When the builder signed the request, in unix seconds",
  BUILDER_SIGNATURE: "As that of an API key, under the secret of the builder's",
} as const;
type Header = keyof typeof HEADERS;

const KEY: readonly Header[] = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"];
const READER: readonly Header[] = ["ADDRESS", "READONLY_API_KEY"];
const BUILDER: readonly Header[] = [
  "BUILDER_API_KEY",
  "BUILDER_PASSPHRASE",
  "BUILDER_TIMESTAMP",
  "BUILDER_SIGNATURE",
];
const WALLET: readonly Header[] = ["ADDRESS", "TIMESTAMP", "SIGNATURE"];
const OPERATOR = "operatorToken";

type Requirement = { readonly [scheme: string]: readonly [] };

/** The alternatives that an operation accepts; none when it asks for nothing. */
export function securityOf(access: Access, credentials: CredentialSettings): readonly Requirement[] {
  const all = (headers: readonly Header[]): Requirement =>
    Object.fromEntries(headers.map((header) => [schemeName(header, credentials), []]));
  switch (access) {
    case "public":
      return [];
    case "wallet":
      return [all(WALLET), all([...WALLET, "NONCE"])];
    case "key":
      return [all(KEY)];
    case "key-and-builder":
      return [all(KEY), all([...KEY, ...BUILDER])];
    case "key-or-builder":
      return [all(KEY), all(BUILDER)];
    case "key-or-reader":
      return [all(KEY), all(READER)];
    case "key-or-public":
      return [all(KEY), all(READER), ...(credentials.publicRecords ? [{}] : [])];
    case "key-or-code":
      return [all(KEY), all(BUILDER), {}];
    case "operator":
      return [{ [OPERATOR]: [] }];
  }
}

const schemeName = (header: Header, { headerPrefixes }: CredentialSettings): string =>
  `${headerPrefixes[0] ?? ""}${header}`;

/** The schemes that the operations refer to. */
export function securitySchemes(endpoints: readonly Endpoint[], credentials: CredentialSettings): JsonObject {
  const used = new Set(
    endpoints.flatMap(({ access }) => securityOf(access, credentials).flatMap(Object.keys)),
  );
  const others = credentials.headerPrefixes.slice(1);
  const note =
    others.length === 0 ? "" : `; also with the prefix ${others.join(" or ")}, the same on all headers`;
  const headers = Object.entries(HEADERS).map(([header, description]) => {
    const name = `${credentials.headerPrefixes[0] ?? ""}${header}`;
    return [name, { type: "apiKey", in: "header", name, description: `${description}${note}` }] as const;
  });
  const operator = { type: "http", scheme: "bearer", description: "The operator's token" };
  return Object.fromEntries([...headers, [OPERATOR, operator] as const].filter(([name]) => used.has(name)));
}
