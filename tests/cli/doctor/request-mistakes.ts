/** Mistakes with the headers and the signature of an API key (L2), made as clients make them. */
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { hmac, now, ordered, placement, secretOf, signed, signedBy, withSecret } from "./world.ts";
import type { Played, World } from "./world.ts";
import { renamed } from "./renamed.ts";

export type PlayedMistake = readonly [
  mistake: string,
  how: string,
  play: (world: World) => Played | Promise<Played>,
  hint?: RegExp,
];

const seconds = (offset: number): string => String(Math.floor(Date.now() / 1000) + offset);

const set =
  (name: string, value: string) =>
  (headers: Record<string, string>): Record<string, string> => ({ ...headers, [name]: value });

const good = (world: World) => ({ tokenId: world.ordinary.yes, side: "BUY", price: "0.3" }) as const;

export const REQUEST_MISTAKES: readonly PlayedMistake[] = [
  [
    "headers_hyphenated",
    "names with hyphens",
    ({ ann }) => signed(ann, {}, { changeHeaders: renamed((name) => name.replaceAll("_", "-")) }),
  ],
  ["headers_missing", "no headers at all", ({ ann }) => signed(ann, {}, { changeHeaders: () => ({}) })],
  [
    "headers_missing",
    "without a passphrase",
    ({ ann }) => signed(ann, {}, { changeHeaders: ({ SVC_PASSPHRASE: _one, ...rest }) => rest }),
  ],
  [
    "headers_missing",
    "an unknown prefix",
    ({ ann }) => signed(ann, {}, { changeHeaders: renamed((name) => name.replace("SVC_", "CLOB_")) }),
  ],
  [
    "headers_mixed",
    "two prefixes",
    ({ ann }) => signed(ann, {}, { changeHeaders: set("POLY_ADDRESS", ann.address) }),
  ],
  [
    "address_malformed",
    "a mistyped letter",
    ({ ann }) =>
      signed(ann, {}, { changeHeaders: set("SVC_ADDRESS", `0x${ann.address.slice(2, 41).toUpperCase()}a`) }),
  ],
  [
    "address_not_owner",
    "a key of another wallet",
    ({ ann, ben }) => signed(ann, {}, { changeHeaders: set("SVC_ADDRESS", ben.address) }),
  ],
  [
    "address_is_contract_wallet",
    "the address of the proxy wallet",
    ({ ann }) => {
      const [derived] = deriveWallets(1, ann.address);
      return signed(ann, {}, { changeHeaders: set("SVC_ADDRESS", derived!.wallet) });
    },
  ],
  ["timestamp_unit", "with a fraction", ({ ann }) => signed(ann, {}, { timestamp: `${now()}.25` })],
  ["timestamp_unit", "microseconds", ({ ann }) => signed(ann, {}, { timestamp: `${now()}000000` })],
  [
    "timestamp_unit",
    "signed in milliseconds, sent in seconds",
    ({ ann }) =>
      signedBy(ann, {}, ({ timestamp, method, path }, key) => hmac(key, `${timestamp}417${method}${path}`)),
  ],
  ["timestamp_malformed", "a date", ({ ann }) => signed(ann, {}, { timestamp: new Date().toISOString() })],
  [
    "timestamp_signed",
    "the time taken twice",
    ({ ann }) => signed(ann, {}, { timestamp: seconds(0), changeHeaders: set("SVC_TIMESTAMP", seconds(-2)) }),
  ],
  ["clock_behind", "two minutes behind", ({ ann }) => signed(ann, {}, { timestamp: seconds(-120) })],
  ["clock_ahead", "two minutes ahead", ({ ann }) => signed(ann, {}, { timestamp: seconds(120) })],
  [
    "clock_ahead",
    "an hour ahead in milliseconds",
    ({ ann }) => signed(ann, {}, { timestamp: `${seconds(3_600)}000` }),
  ],
  [
    "key_unknown",
    "a key of another exchange",
    ({ ann }) =>
      signed(ann, {}, { changeHeaders: set("SVC_API_KEY", "6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01") }),
  ],
  ["key_revoked", "a revoked key", ({ revoked }) => signed(revoked, {})],
  [
    "passphrase_wrong",
    "the passphrase of another key",
    ({ ann, second }) =>
      signed(ann, {}, { changeHeaders: set("SVC_PASSPHRASE", second.credentials.passphrase) }),
  ],
  [
    "signature_encoding",
    "hex with 0x",
    ({ ann }) =>
      signed(
        ann,
        {},
        { encoding: "hex", changeHeaders: (all) => ({ ...all, SVC_SIGNATURE: `0x${all["SVC_SIGNATURE"]}` }) },
      ),
  ],
  [
    "secret_as_text",
    "not decoded",
    ({ ann }) => signed(withSecret(ann, Buffer.from(ann.credentials.secret)), {}),
  ],
  [
    "secret_as_text",
    "decoded to a string",
    ({ ann }) => signed(withSecret(ann, Buffer.from(secretOf(ann).toString("utf8"))), {}),
  ],
  [
    "secret_as_hex",
    "hex of it",
    ({ ann }) => signed(withSecret(ann, Buffer.from(secretOf(ann).toString("hex"))), {}),
  ],
  [
    "secret_decoded_twice",
    "encoded again",
    ({ ann }) =>
      signed(withSecret(ann, Buffer.from(Buffer.from(ann.credentials.secret).toString("base64"))), {}),
  ],
  [
    "secret_alphabet",
    "decoded as plain base64",
    ({ ann }) =>
      signed(withSecret(ann, Buffer.from(ann.credentials.secret.replaceAll(/[-_]/g, ""), "base64")), {}),
  ],
  [
    "secret_swapped",
    "the passphrase instead",
    ({ ann }) => signed(withSecret(ann, Buffer.from(ann.credentials.passphrase)), {}),
  ],
  [
    "secret_of_another_key",
    "the secret of another key",
    ({ ann, second }) => signed(withSecret(ann, secretOf(second)), {}),
  ],
  [
    "hash_function",
    "SHA-512",
    ({ ann }) =>
      signedBy(ann, {}, ({ timestamp, method, path }, key) => hmac(key, timestamp + method + path, "sha512")),
  ],
  [
    "query_signed",
    "path with query",
    ({ ann }) =>
      signed(ann, { path: "/data/trades?market=0x1&id=7" }, { signedPath: "/data/trades?market=0x1&id=7" }),
  ],
  ["path_signed", "a slash at the end", ({ ann }) => signed(ann, {}, { signedPath: "/balances/" })],
  [
    "path_signed",
    "the whole URL",
    (world) => signed(world.ann, {}, { signedPath: `${world.exchange.addresses.spec.trading}/balances` }),
  ],
  [
    "query_signed",
    "and the body with Python's blanks",
    async (world) => {
      const { body } = await ordered(world.ann, good(world));
      const path = "/order?dry_run=true";
      const signedBody = body.replaceAll('":', '": ').replaceAll(',"', ', "');
      return signed(world.ann, { method: "POST", path, body }, { signedPath: path, signedBody });
    },
  ],
  [
    "secret_as_text",
    "and the method in lower case",
    ({ ann }) => signed(withSecret(ann, Buffer.from(ann.credentials.secret)), {}, { signedMethod: "get" }),
  ],
  ["secret_swapped", "nothing instead", ({ ann }) => signed(withSecret(ann, Buffer.alloc(0)), {})],
  [
    "key_unknown",
    "the secret instead of the key",
    ({ ann }) => signed(ann, {}, { changeHeaders: set("SVC_API_KEY", ann.credentials.secret) }),
  ],
  [
    "timestamp_malformed",
    "the passphrase instead of the time",
    ({ ann }) => signed(ann, {}, { changeHeaders: set("SVC_TIMESTAMP", ann.credentials.passphrase) }),
  ],
  ["method_signed", "in lower case", ({ ann }) => signed(ann, {}, { signedMethod: "get" })],
  [
    "body_serialised_again",
    "with blanks, as Python does",
    async (world) => {
      const { order } = await world.ann.sign(good(world));
      const body = { order, owner: world.ann.credentials.apiKey, orderType: "GTC" };
      return placement(world.ann, order, { signedBody: spaced(body) });
    },
  ],
  [
    "body_serialised_again",
    "indented",
    async (world) => {
      const { order } = await world.ann.sign(good(world));
      const body = { order, owner: world.ann.credentials.apiKey, orderType: "GTC" };
      return placement(world.ann, order, { signedBody: JSON.stringify(body, undefined, 2) });
    },
  ],
  ["body_not_signed", "without it", (world) => ordered(world.ann, good(world), { signedBody: "" })],
  [
    "body_not_signed",
    "only the order in it",
    async (world) => {
      const played = await ordered(world.ann, good(world));
      const signedBody = JSON.stringify(JSON.parse(played.body).order);
      return signed(world.ann, played, { signedBody });
    },
  ],
  [
    "body_not_signed",
    "an empty object where nothing is sent",
    ({ ann }) => signed(ann, {}, { signedBody: "{}" }),
  ],
  [
    "parts_order",
    "the method first",
    ({ ann }) =>
      signedBy(ann, {}, ({ timestamp, method, path }, key) => hmac(key, method + path + timestamp)),
  ],
  [
    "parts_order",
    "with line breaks",
    ({ ann }) =>
      signedBy(ann, {}, ({ timestamp, method, path }, key) =>
        hmac(key, `${timestamp}\n${method}\n${path}\n`),
      ),
  ],
  ["signature_unexplained", "random bytes", ({ ann }) => signedBy(ann, {}, () => hmac("nothing", "at all"))],
  ["route_unknown", "another path", ({ ann }) => signed(ann, { path: "/data/trade" })],
  [
    "secret_as_text",
    "and the query signed as well",
    ({ ann }) =>
      signed(
        withSecret(ann, Buffer.from(ann.credentials.secret)),
        { path: "/data/trades?id=7" },
        { signedPath: "/data/trades?id=7" },
      ),
  ],
];

/** Writes JSON as json.dumps of Python does. */
const spaced = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/("(?:[^"\\]|\\.)*")|([,:])/g, (_all, text, mark) => text ?? `${mark} `);
