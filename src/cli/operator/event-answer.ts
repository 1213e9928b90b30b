/** The operator API's answers about an event, as text for the command line. */
import type { Static } from "typebox";
import type { EventWithMarkets, SteppedEvent as Stepped } from "../../http/admin/markets/event-answer.ts";
import type { Rehearsal as Rehearsed } from "../../http/admin/rehearsals.ts";
import type { OperationInput } from "./operation.ts";
import { printable, rowsText, tableText } from "../table.ts";

export type ShownEvent = Static<typeof EventWithMarkets>;
export type SteppedEvent = Static<typeof Stepped>;
export type Rehearsal = Static<typeof Rehearsed>;

/** Returns the path of an event's operations; `event` is an id or a slug. */
export const eventPath = (event: string): string => `/events/${encodeURIComponent(event)}`;

export const getEvent = async ({ call }: OperationInput, event: string): Promise<ShownEvent> =>
  JSON.parse(await call({ method: "GET", path: eventPath(event) }));

/** Writes counts like `2 active, 1 resolved`. */
function statusesText(statuses: SteppedEvent["statuses"]): string {
  const counted = Object.entries(statuses).filter(([, count]) => count > 0);
  return counted.map(([status, count]) => `${count} ${status}`).join(", ") || "no markets";
}

/** Writes the event after a step, in one line. */
export const steppedText = ({ slug, changed, statuses }: SteppedEvent): string =>
  `${printable(slug)}: ${changed === 1 ? "1 market" : `${changed} markets`} changed, now ${statusesText(statuses)}.\n`;

export function eventText(event: ShownEvent): string {
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
  const rows = markets.map(({ slug: name, question, status, payout, proposed }) => [
    name,
    status,
    payout === null ? proposalText(proposed) : `pays ${payout.join(":")}`,
    question,
  ]);
  return markets.length === 0
    ? fields
    : `${fields}\n${tableText(["MARKET", "STATUS", "DECISION", "QUESTION"], rows, "")}`;
}

function proposalText(proposed: ShownEvent["markets"][number]["proposed"]): string {
  if (proposed === null) return "";
  return `${proposed.payout.join(":")} is proposed${proposed.disputed ? " and disputed" : ""}`;
}

/** Writes the payouts of each account if this market wins. */
export function rehearsalText(rehearsed: Rehearsal): string {
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
