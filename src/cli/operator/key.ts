/** `presage key list|revoke`: lists and revokes the keys of a wallet. Their secrets are never shown. */
import type { Static } from "typebox";
import type { KeyAnswer, RevokedKey } from "../../http/admin/people/keys.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "../table.ts";

export const KEY_HELP = `Usage: presage key list WALLET
       presage key revoke KEY --reason TEXT [--yes]

Lists a wallet's keys, of each kind newest first: those that trade, those that read its orders and trades, and those of
builders. Takes one away: the next request with it is refused. What other keys of its wallet can still be used is said
then. Open orders stay; to cancel them and to refuse new ones of any key, use presage ban. The exchange must run.

  presage key list 0x00000000000000000000000000000000000000a1
  presage key revoke 6e7c7a55-7d0c-5a9e-8f2e-4b1f3f1f6a01 --reason "its owner lost it" --yes
`;

type Key = Static<typeof KeyAnswer>;
type Revoked = Static<typeof RevokedKey>;

const KEYS: OperationFamily = {
  list: describeSubcommand<readonly Key[]>({
    route: "GET /keys",
    operands: { WALLET: "address" },
    text: (keys, { operands: [address] }) => keysText(keys, `${address} has no key.`),
  }),
  revoke: describeSubcommand<Revoked>({
    route: "POST /keys/:key/revoke",
    operands: { KEY: "key" },
    warning: async ({ operands: [key] }) => `The key ${key} will be revoked for ever.`,
    text: (revoked) => `${keysText([revoked], "")}${othersText(revoked)}`,
  }),
};

export const key = (args: readonly string[]): Promise<number> => runOperationGroup("key", KEYS, args);

function keysText(keys: readonly Key[], whenEmpty: string): string {
  const rows = keys.map(({ apiKey, kind, address, nonce, createdAt, revokedAt }) => [
    apiKey,
    kind,
    address,
    nonce ?? "",
    createdAt,
    revokedAt ?? "",
  ]);
  return tableText(["KEY", "KIND", "WALLET", "NONCE", "MADE", "REVOKED"], rows, whenEmpty);
}

const othersText = ({ address, others }: Revoked): string =>
  others.length === 0
    ? `${address} has no other key that can be used.\n`
    : `Other keys of ${address} can still be used:\n${keysText(others, "")}`;
