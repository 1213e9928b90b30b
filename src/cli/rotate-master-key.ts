/** `presage rotate-master-key`: replaces the master key, while no exchange runs. */
import type { Config } from "../settings/config.ts";
import { openWriterSession } from "../store/journal/writer-session.ts";
import { describeMasterKeyLocation, rotateMasterKey as rotate } from "../store/keys/master-key.ts";
import type { Rotation } from "../store/keys/master-key.ts";
import { updateSchema } from "../store/sql/update-schema.ts";
import { confirm } from "./ask.ts";
import { withBlockerReport } from "./progress.ts";
import { readCommandLine, assertNoOperands } from "./command-line.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openExclusively } from "./open-database.ts";
import { getReason, assertAnswerable } from "./operator/operation.ts";

export const ROTATE_MASTER_KEY_HELP = `Usage: presage rotate-master-key --reason TEXT [--yes] [settings]

Puts a new master key into the data directory, and ends all keys that were made with the one before: those that trade
and those of builders. Their wallets make new ones with their wallet's signature, with the same nonce or another. Keys
that only read go on, and open orders stay. With PRESAGE_MASTER_KEY set, set it to the new key first. Stop the exchange
before.

  presage rotate-master-key --reason "a backup was lost" --yes
  PRESAGE_MASTER_KEY=$NEW_KEY presage rotate-master-key --reason "every year" --data-dir ./data
`;

const NAME = "rotate-master-key";
const WARNING = "All API keys and builders' keys end for ever, and their wallets must make new ones.";

export async function rotateMasterKey(args: readonly string[]): Promise<number> {
  const line = readCommandLine(NAME, args, { "--yes": "switch", "--reason": "text" });
  const { config, operands, flags } = line;
  assertNoOperands(NAME, operands);
  assertAnswerable(NAME, { changes: true, warns: true }, line);
  const reason = await getReason(line);
  if (!flags.has("--yes")) await confirm(WARNING);
  const database = await openExclusively(config);
  closeOnInterrupt(database.close);
  try {
    const { url } = database;
    const rotation = await withBlockerReport({ url, sessions: "presage (migration|writer)" }, () =>
      rotateAlone(url, config, reason),
    );
    process.stdout.write(
      config.json ? `${JSON.stringify(formatRotation(rotation))}\n` : formatRotationText(rotation, config),
    );
    return 0;
  } finally {
    await database.close();
  }
}

async function rotateAlone(url: string, config: Config, reason: string): Promise<Rotation> {
  await updateSchema(url);
  const writer = await openWriterSession(url);
  try {
    return await rotate(writer, config, reason);
  } finally {
    await writer.close();
  }
}

const NONE = { apiKeys: 0, builderKeys: 0 };

const formatRotation = ({ fingerprint, ended }: Rotation): object => ({
  fingerprint,
  rotated: ended !== undefined,
  ended: ended ?? NONE,
});

function formatRotationText({ fingerprint, ended }: Rotation, config: Config): string {
  const place = describeMasterKeyLocation(config);
  if (ended === undefined)
    return `Nothing to do: the exchange's keys were made with the key of ${place} (fingerprint ${fingerprint}) already.\n`;
  const { apiKeys, builderKeys } = ended;
  return (
    `The master key is that of ${place} (fingerprint ${fingerprint}). Keys that ended: ${apiKeys} that trade, ${builderKeys} of builders.\n` +
    "Their wallets make new ones with their wallet's signature. Keys that only read go on, and open orders stay.\n"
  );
}
