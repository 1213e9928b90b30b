/** Mistakes with the parts of an API key: the arguments of `presage doctor key`. */
import type { World } from "./world.ts";

export type KeyMistake = readonly [
  mistake: string,
  how: string,
  args: (world: World) => string[] | Promise<string[]>,
  hint?: RegExp,
];

export const KEY_MISTAKES: readonly KeyMistake[] = [
  ["key_unknown", "no such key", () => ["6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01"]],
  ["key_unknown", "no key at all", () => ["hello"]],
  ["key_unknown", "in quotes", ({ ann }) => [`"${ann.credentials.apiKey}"`], /without quotes/],
  [
    "key_unknown",
    "without hyphens",
    ({ ann }) => [ann.credentials.apiKey.replaceAll("-", "")],
    /hyphens are missing/,
  ],
  ["key_revoked", "a revoked one", ({ revoked }) => [revoked.credentials.apiKey]],
  [
    "address_not_owner",
    "another wallet",
    ({ ann, ben }) => [ann.credentials.apiKey, "--address", ben.address],
  ],
  [
    "passphrase_wrong",
    "that of another key",
    ({ ann, second }) => [ann.credentials.apiKey, "--passphrase", second.credentials.passphrase],
  ],
  [
    "secret_wrong",
    "any text",
    ({ ann }) => [ann.credentials.apiKey, "--secret", "a secret that nobody has, and long enough"],
  ],
  [
    "secret_of_another_key",
    "that of another key",
    ({ ann, second }) => [ann.credentials.apiKey, `--secret=${second.credentials.secret}`],
  ],
  [
    "secret_as_hex",
    "hex of it",
    ({ ann }) => [
      ann.credentials.apiKey,
      "--secret",
      Buffer.from(ann.credentials.secret, "base64").toString("hex"),
    ],
  ],
  [
    "secret_decoded_twice",
    "encoded once more",
    ({ ann }) => [
      ann.credentials.apiKey,
      `--secret=${Buffer.from(ann.credentials.secret).toString("base64")}`,
    ],
  ],
  [
    "secret_swapped",
    "the passphrase",
    ({ ann }) => [ann.credentials.apiKey, "--secret", ann.credentials.passphrase],
  ],
  [
    "key_of_another_kind",
    "a read-only key",
    async ({ ann }) => [(await ann.request("POST", "/auth/readonly-api-key")).body.apiKey],
  ],
];
