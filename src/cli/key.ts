/** `presage key list|revoke`: the API keys that wallets made. Their secrets are never shown. */
import type { Static } from "typebox";
import type { KeyAnswer } from "../http/admin/key-answer.ts";
import { runFamily } from "./operation.ts";
import type { Family } from "./operation.ts";
import { tableText } from "./table.ts";

export const KEY_HELP = `Usage: presage key list WALLET
       presage key revoke KEY --reason TEXT [--yes]

Lists a wallet's API keys, newest first, and takes one away: the next request that it signs is refused. Open orders
stay; to cancel them and to refuse new ones of any key, use presage ban. The exchange must run.

  presage key list 0x00000000000000000000000000000000000000a1
  presage key revoke 6e7c7a55-7d0c-5a9e-8f2e-4b1f3f1f6a01 --reason "its owner lost it" --yes
`;

type Key = Static<typeof KeyAnswer>;

const KEYS: Family = {
  list: {
    operands: ["WALLET"],
    changes: false,
    perform: async ({ operands: [address], call }) => {
      const path = `/keys?${new URLSearchParams({ address }).toString()}`;
      const keys: readonly Key[] = JSON.parse(await call({ method: "GET", path }));
      return { json: keys, text: keysText(keys, `${address} has no API key.`) };
    },
  },
  revoke: {
    operands: ["KEY"],
    changes: true,
    warning: async ({ operands: [key] }) => `The API key ${key} will be revoked for ever.`,
    perform: async ({ operands: [key], reason, call }) => {
      const path = `/keys/${encodeURIComponent(key)}/revoke`;
      const revoked: Key = JSON.parse(await call({ method: "POST", path, body: { reason } }));
      return { json: revoked, text: keysText([revoked], "") };
    },
  },
};

export const key = (args: readonly string[]): Promise<number> => runFamily("key", KEYS, args);

function keysText(keys: readonly Key[], whenEmpty: string): string {
  const rows = keys.map(({ apiKey, address, nonce, createdAt, revokedAt }) => [
    apiKey,
    address,
    nonce,
    createdAt,
    revokedAt ?? "",
  ]);
  return tableText(["KEY", "WALLET", "NONCE", "MADE", "REVOKED"], rows, whenEmpty);
}
