/** `presage event ...`: creates events, and changes the status of all markets of an event together. */
import type { Static } from "typebox";
import type { EventWithMarkets, SteppedEvent } from "../../http/admin/markets/event-answer.ts";
import type { Rehearsal } from "../../http/admin/rehearsals.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { columnsText, countText, printable, rowsText, tableText } from "../terminal/table.ts";
import { clarifiedText, describeEdit, LISTING_TEXTS } from "./market.ts";
import { describeFamily, describeSubcommand, callRoute } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";

const EVENT_HELP = `Usage: presage event create TITLE --reason TEXT [flags]
       presage event edit EVENT --reason TEXT [flags]
       presage event clarify EVENT TEXT --reason TEXT
       presage event show EVENT
       presage event open|pause|resume|archive EVENT --reason TEXT
       presage event rehearse EVENT WINNER [--limit ACCOUNTS] [--offset ACCOUNTS]
       presage event propose EVENT WINNER --reason TEXT [--evidence TEXT] [--link URL]
       presage event resolve EVENT WINNER --reason TEXT [--yes]
       presage event undo EVENT --reason TEXT

create makes an event, which groups markets; presage market create puts markets into it. The exchange must run. With
--negative-risk exactly one of its markets resolves to its first outcome, and its holders can convert. All other
commands are about all markets of an event: each happens to all of them, or to none. EVENT is an id or a slug, WINNER a
market of it by condition id or slug, and all others lose. rehearse tells who would get what, and changes nothing.
resolve and archive are asked about once more at a terminal; --yes answers that. Traders see each edit with the value
before it; markets with the same text or date change with the event. Rules and source stay once there are orders,
shares or trades; clarify adds a text to the rules then. undo takes back the resolution of all, until somebody redeems.

Flags of create: --slug TEXT, --description TEXT, --tag LABEL (once for each), --starts and --ends TIME, --source URL
(what decides it), --image URL, --icon URL, --negative-risk. Flags of edit: --title TEXT, --no-tags, and those of create
but --slug and --negative-risk; the --tag labels are all that the event has then. --unchanged-since NUMBER, the last edit as show tells it, has the edit
refused where somebody edited meanwhile.

  presage event create "Rain in May" --tag Weather --ends 2027-06-01T00:00:00Z --reason "asked for by the club"
  presage event create "Who wins the cup?" --negative-risk --reason "season 2027" --json
  presage event edit rain-in-may --tag Weather --tag Bern --reason "asked for by the club"
  presage event clarify rain-in-may "All times are local." --reason "somebody asked"
  presage event open who-wins-the-cup --reason "rules checked"
  presage event rehearse who-wins-the-cup will-the-north-win
  presage event resolve who-wins-the-cup will-the-north-win --reason "the final is over" --yes
`;

type ShownEvent = Static<typeof EventWithMarkets>;
type Stepped = Static<typeof SteppedEvent>;
type CreatedEvent = Pick<ShownEvent, "id" | "slug" | "title">;

type Step = Parameters<typeof describeSubcommand<Stepped>>[0];

/** Describes a subcommand that changes the status of all markets of an event. */
const describeStep = (route: Step["route"], further: Partial<Step> = {}): OperatorSubcommand =>
  describeSubcommand({ operands: { EVENT: "event" }, ...further, route, text: steppedText });

const WINNER = { EVENT: "event", WINNER: "winner" };

const REHEARSE = describeSubcommand({
  route: "GET /events/:event/rehearsal",
  operands: WINNER,
  texts: { "--limit": "limit", "--offset": "offset" },
  text: rehearsalText,
});

const EVENTS = describeFamily(EVENT_HELP, {
  create: describeSubcommand<CreatedEvent>({
    route: "POST /events",
    operands: { TITLE: "title" },
    texts: { "--slug": "slug", ...LISTING_TEXTS },
    lists: { "--tag": "tags" },
    flags: { "--negative-risk": "switch" },
    read: ({ flags }) => ({ negativeRisk: flags.has("--negative-risk") }),
    text: ({ id, slug, title }) =>
      `${printable(`Event ${id} is made: ${title} (${slug})`)}\nNext: presage market create ${id} QUESTION\n`,
  }),
  edit: describeEdit("event", {
    texts: { "--title": "title", ...LISTING_TEXTS },
    flags: { "--tag": "list", "--no-tags": "switch" },
    read: ({ flags }) => {
      const tags = flags.get("--tag");
      const none = flags.has("--no-tags");
      if (none && tags !== undefined) throw new Error("--no-tags: expected it without --tag, got both");
      return { tags: none ? [] : tags };
    },
  }),
  clarify: describeSubcommand({
    route: "POST /events/:event/clarify",
    operands: { EVENT: "event", TEXT: "text" },
    text: clarifiedText,
  }),
  show: describeSubcommand({ route: "GET /events/:event", operands: { EVENT: "event" }, text: eventText }),
  open: describeStep("POST /events/:event/open"),
  pause: describeStep("POST /events/:event/pause"),
  resume: describeStep("POST /events/:event/resume"),
  archive: describeStep("POST /events/:event/archive", {
    warning: async (input: OperationInput) => {
      const [named] = input.operands;
      const { title, slug, markets } = await callRoute<ShownEvent>(input, "GET /events/:event", {
        event: named,
      });
      return `${printable(`"${title}" (${slug})`)} and its ${markets.length} markets will be archived, which tells clients to hide them, and never trade again.`;
    },
  }),
  rehearse: REHEARSE,
  propose: describeStep("POST /events/:event/propose", {
    operands: WINNER,
    texts: { "--evidence": "evidence", "--link": "link" },
  }),
  undo: describeStep("POST /events/:event/undo"),
  resolve: describeStep("POST /events/:event/resolve", {
    operands: WINNER,
    warning: async (input) => {
      const { text } = await REHEARSE.perform(input);
      return `${text}All of this will be done at once. It can be undone only until somebody redeems.`;
    },
  }),
});

// The operator API's answers about an event, as text.

/** Formats counts like `2 active, 1 resolved`. */
function statusesText(statuses: Stepped["statuses"]): string {
  const counted = Object.entries(statuses).filter(([, count]) => count > 0);
  return counted.map(([status, count]) => `${count} ${status}`).join(", ") || "no markets";
}

/** Formats an event after a change of status, in one line. */
function steppedText({ slug, changed, statuses }: Stepped): string {
  return `${printable(slug)}: ${countText(changed, "market")} changed, now ${statusesText(statuses)}.\n`;
}

function eventText(event: ShownEvent): string {
  const { id, slug, title, tags, endDate, exclusive, statuses, markets } = event;
  const fields = rowsText([
    ["event", `${id} ${title}`],
    ["slug", slug],
    ["tags", tags.join(", ") || "none"],
    ["ends", endDate ?? "not said"],
    ["winners", exclusive ? "exactly one" : "any number"],
    ["last edit", String(event.lastEdit)],
    ["markets", statusesText(statuses)],
  ]);
  const table = columnsText(markets, {
    MARKET: "slug",
    STATUS: "status",
    DECISION: ({ payout, proposed }) =>
      payout === null ? proposalText(proposed) : `pays ${payout.join(":")}`,
    QUESTION: "question",
  });
  return markets.length === 0 ? fields : `${fields}\n${table}`;
}

function proposalText(proposed: ShownEvent["markets"][number]["proposed"]): string {
  if (proposed === null) return "";
  return `${proposed.payout.join(":")} is proposed${proposed.disputed ? " and disputed" : ""}`;
}

/** Formats each account's payouts if this market wins. */
function rehearsalText(rehearsed: Static<typeof Rehearsal>): string {
  const { title, winner, markets, orders, holders, paid, due, remains, accounts } = rehearsed;
  const won = markets.find(({ conditionId }) => conditionId === winner);
  const disputed = markets.filter((market) => market.disputed).length;
  const fields = rowsText([
    ["event", title],
    ["winner", won === undefined ? `${winner}, resolved already` : won.question],
    [
      "markets",
      `${markets.length} resolve${disputed > 0 ? `, of which ${disputed} with a disputed proposal` : ""}`,
    ],
    ["orders", `${orders} are cancelled`],
    ["holders", String(holders)],
    ["paid at once", paid],
    ["paid later", `${due}, as holders redeem`],
    ["remains", remains],
  ]);
  const slugs = new Map(markets.map(({ conditionId, slug }) => [conditionId, slug]));
  const rows = accounts.flatMap(({ address, total, payouts }) =>
    payouts.map(({ conditionId, shares, amount }, index) => [
      index === 0 ? address : "",
      index === 0 ? total : "",
      slugs.get(conditionId) ?? conditionId,
      shares.join(" + "),
      amount,
    ]),
  );
  const more =
    holders > accounts.length ? `${holders - accounts.length} more accounts: --limit, --offset\n` : "";
  return `${fields}\n${tableText(["ACCOUNT", "TOTAL", "MARKET", "SHARES", "PAYS"], rows, "Nobody has shares.")}${more}`;
}

export const SUBCOMMANDS: Subcommands = { event: EVENTS };
