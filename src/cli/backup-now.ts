/** `presage backups now`: a whole backup by the running exchange, which the command waits for. */
import { setTimeout } from "node:timers/promises";
import type { Static } from "typebox";
import type { BegunBackup } from "../http/admin/backups.ts";
import { bytesText } from "./bytes-text.ts";
import { countText } from "./count-text.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";
import type { BackupsStanding } from "./standing-text.ts";

const LOOK_MS = 500;

export const BACKUP_NOW: OperatorSubcommand = {
  operands: [],
  changes: true,
  perform: async ({ call, reason }) => {
    const begun: Static<typeof BegunBackup> = JSON.parse(
      await call({ method: "POST", path: "/backups", body: { reason } }),
    );
    const { place, last } = await waitForEnd(call, begun);
    const { file, bytes, sequence } = last;
    const size = `${bytesText(bytes)}, ${countText(sequence, "batch", "batches")}`;
    return { json: { place, ...last }, text: `${file} is written to ${place} and read back: ${size}.\n` };
  },
};

type WrittenBackup = { readonly place: string; readonly last: NonNullable<BackupsStanding["last"]> };

/** Looks until the backup is written; throws with the reason where it was not. */
async function waitForEnd(
  call: OperationInput["call"],
  { previous }: Static<typeof BegunBackup>,
): Promise<WrittenBackup> {
  for (;;) {
    const { place, last, underway, failing }: BackupsStanding = JSON.parse(
      await call({ method: "GET", path: "/backups" }),
    );
    if (last !== null && last.verified && last.file !== previous) return { place, last };
    if (underway === null) throw new Error(`the backup was not written: ${failing?.why ?? "it ended"}`);
    await setTimeout(LOOK_MS);
  }
}
