/** Rows of terminal text about the status of backups and webhooks. */
import type { Static } from "typebox";
import { durationText } from "../base/duration-text.ts";
import type { BackupsAnswer } from "../http/admin/exchange/backups.ts";
import type { WebhookAnswer } from "../http/admin/webhook-answer.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import { bytesText, countText } from "./table.ts";

export type BackupsStatus = Static<typeof BackupsAnswer>;
export type WebhookStatus = Pick<
  Static<typeof WebhookAnswer>,
  "id" | "description" | "state" | "lagSeconds" | "waiting" | "dead" | "trouble"
>;

/** Rows about scheduled backups; `null` if no backup location is set. */
export function backupRows(backups: BackupsStatus | null): string[][] {
  if (backups === null) return [["backups", `none are made: ${SETTINGS.backup.place.name} names no place`]];
  const { place, last, lagSeconds, underway, failing, trouble } = backups;
  return [
    ["backups", `in ${place}${underway === null ? "" : `; one is being written since ${underway}`}`],
    ["last backup", last === null && failing !== null ? "none known" : lastText(last)],
    ["archive", lagSeconds === null ? "not known how far it is" : `${durationText(lagSeconds)} behind`],
    ...trouble.map((why) => ["backups", why]),
  ];
}

function lastText(last: BackupsStatus["last"]): string {
  if (last === null) return "none yet";
  const { file, ageSeconds, bytes, verified } = last;
  const check = verified ? "read back" : "from before the start";
  return `${file}, ${durationText(ageSeconds)} ago, ${bytesText(bytes)}, ${check}`;
}

/** Rows about webhooks: their number, and each that needs an operator; `null` if unknown. */
export function webhookRows(webhooks: readonly WebhookStatus[] | null): string[][] {
  if (webhooks === null) return [["webhooks", "not known: the database does not tell now"]];
  const troubled = webhooks.filter(({ trouble }) => trouble.length > 0);
  const wells = webhooks.length - troubled.length;
  const count = webhooks.length === 0 ? "none" : `${countText(webhooks.length, "webhook")}, ${wells} well`;
  return [
    ["webhooks", count],
    ...troubled.map(({ id, description, trouble }) => [
      id,
      `${description === "" ? "" : `${description}: `}${trouble.join("; ")}`,
    ]),
  ];
}
