/** `presage rotate-master-key`: replaces the master key, while no exchange runs. */
import type { Config } from "../../settings/config.ts";
import { openWriterSession } from "../../store/journal/writer-session.ts";
import { describeMasterKeyLocation, rotateMasterKey as rotate } from "../../store/keys/master-key.ts";
import type { Rotation } from "../../store/keys/master-key.ts";
import { updateSchema } from "../../store/sql/schema/update-schema.ts";
import { confirm } from "../terminal/ask.ts";
import { withProgress } from "../terminal/progress.ts";
import { readCommandLine, assertNoOperands } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { printResult } from "../terminal/table.ts";
import { openExclusively, withDatabase } from "./open-database.ts";
import { getReason, assertAnswerable } from "../operator/operation.ts";

const ROTATE_MASTER_KEY_HELP = `Usage: presage rotate-master-key --reason TEXT [--yes] [settings]

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
  return withDatabase(openExclusively(config), async (url) => {
    const rotation = await withProgress({ url, sessions: "presage (migration|writer)" }, () =>
      rotateAlone(url, config, reason),
    );
    printResult(config, formatRotation(rotation), formatRotationText(rotation, config));
    return 0;
  });
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

export const SUBCOMMANDS: Subcommands = {
  "rotate-master-key": { help: ROTATE_MASTER_KEY_HELP, run: rotateMasterKey },
};
