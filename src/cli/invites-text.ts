/** Invites as a table for a terminal, and as CSV for a spreadsheet. */
import type { Static } from "typebox";
import type { InviteAnswer } from "../http/admin/invite-fields.ts";
import { tableText } from "./table.ts";

type Invite = Static<typeof InviteAnswer>;

export const invitesTable = (all: readonly Invite[]): string =>
  tableText(
    ["ID", "NAME", "AMOUNT", "USED", "GIVEN", "STATE", "UNTIL", "LINK"],
    all.map(({ id, name, amount, used, uses, given, state, until, link }) => [
      id,
      name,
      amount,
      `${used} of ${uses}`,
      given,
      state,
      until ?? "",
      link ?? "",
    ]),
    "There are no such invites. To make one: presage invites make AMOUNT",
  );

const COLUMNS = ["name", "link", "amount", "uses", "used", "given", "state", "until", "id", "list"] as const;

const SPECIAL = /[",\r\n]/;

/** Names begin with a letter or digit, and so nothing here is a formula to a spreadsheet. */
export const invitesCsv = (all: readonly Invite[]): string =>
  [COLUMNS, ...all.map((invite) => COLUMNS.map((column) => String(invite[column] ?? "")))]
    .map((cells) => `${cells.map(fieldText).join(",")}\n`)
    .join("");

const fieldText = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
