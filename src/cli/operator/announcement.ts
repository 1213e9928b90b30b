/** `presage announcement make|list|withdraw`: shows announcements to all traders on the web page. */
import type { Static } from "typebox";
import { ANNOUNCEMENT_KINDS } from "../../core/events/audit-actions.ts";
import type { AnnouncementAnswer } from "../../http/admin/exchange/announcements.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { getTextFlag } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";
import { tableText } from "../table.ts";

export const ANNOUNCEMENT_HELP = `Usage: presage announcement make TEXT --reason TEXT [--kind info|warning] [--link URL] [--from TIME] [--until TIME]
       presage announcement list
       presage announcement withdraw ID --reason TEXT

Shows a text above every page to all traders: at once and until it is withdrawn, or from and until a time in UTC. The
link is to an address with https. A trader who dismisses it does not see it again. At most five can wait or be shown.
The exchange must run.

  presage announcement make "Maintenance on Sunday, 2:00 to 3:00 UTC" --kind warning --until 2027-05-02T03:00:00Z --reason "an upgrade"
  presage announcement list
  presage announcement withdraw 6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01 --reason "it is over"
`;

type Announcement = Static<typeof AnnouncementAnswer>;

const ANNOUNCEMENTS: OperationFamily = {
  make: describeSubcommand<Announcement>({
    route: "POST /announcements",
    operands: { TEXT: "text" },
    texts: { "--kind": "kind", "--link": "link", "--from": "from", "--until": "until" },
    check: checkKind,
    text: (made) => announcementsText([made]),
  }),
  list: describeSubcommand({ route: "GET /announcements", text: announcementsText }),
  withdraw: describeSubcommand<Announcement>({
    route: "DELETE /announcements/:id",
    operands: { ID: "id" },
    text: ({ id }) => `${id} is withdrawn.\n`,
  }),
};

export const announcement = (args: readonly string[]): Promise<number> =>
  runOperationGroup("announcement", ANNOUNCEMENTS, args);

function checkKind(line: CommandLine): void {
  const kind = getTextFlag(line, "--kind");
  if (kind === undefined || ANNOUNCEMENT_KINDS.some((one) => one === kind)) return;
  throw new Error(
    `--kind: expected one of ${ANNOUNCEMENT_KINDS.join(", ")}, got "${kind}"${didYouMean(kind, ANNOUNCEMENT_KINDS)}`,
  );
}

function announcementsText(all: readonly Announcement[]): string {
  return tableText(
    ["ID", "KIND", "SHOWN", "FROM", "UNTIL", "TEXT", "LINK"],
    all.map(({ id, kind, shown, from, until, text, link }) => [
      id,
      kind,
      shown ? "yes" : "later",
      from,
      until ?? "withdrawn",
      text,
      link ?? "",
    ]),
    "Nothing is announced. To announce something: presage announcement make TEXT",
  );
}
