/** Webhooks as text for a terminal. */
import type { Static } from "typebox";
import type { WebhookAnswer } from "../http/admin/webhook-answer.ts";
import type { FailureList } from "../http/admin/webhook-failures.ts";
import { rowsText, tableText } from "./table.ts";

export type ShownWebhook = Static<typeof WebhookAnswer>;
export type Failures = Static<typeof FailureList>;

export const webhooksTable = (all: readonly ShownWebhook[]): string =>
  tableText(
    ["ID", "STATE", "LAG", "WAITING", "DEAD", "EVENTS", "URL", "DESCRIPTION"],
    all.map(({ id, state, lag, waiting, dead, events, url, description }) => [
      id,
      state,
      String(lag),
      String(waiting),
      String(dead),
      events.join(","),
      url,
      description,
    ]),
    "There are no webhooks. To make one: presage webhooks add URL --event TYPE",
  );

/** All about one. */
export function webhookText(webhook: ShownWebhook): string {
  const { replay, error, disabledFor } = webhook;
  const rows = [
    ["id", webhook.id],
    ["url", webhook.url],
    ["description", webhook.description],
    ["events", webhook.events.join(", ")],
    ["wallets", webhook.wallets.join(", ") || "all"],
    ["markets", webhook.markets.join(", ") || "all"],
    ["in the order of", webhook.orderedBy === "owner" ? "each owner" : "each market"],
    ["state", disabledFor === "" ? webhook.state : `${webhook.state}: ${disabledFor}`],
    ["next batch", `${webhook.next}, ${webhook.lag} behind`],
    ["waiting", String(webhook.waiting)],
    ["given up", String(webhook.dead)],
    ["last success", webhook.succeeded ?? "none"],
    ["last failure", webhook.failed === null ? "none" : `${webhook.failed}: ${error}`],
    ["replay", replay === null ? "none" : `at batch ${replay.next} of ${replay.until}`],
    ["secret", `version ${webhook.secretVersion}${overlapText(webhook)}`],
  ];
  return rowsText(rows);
}

const overlapText = ({ overlapUntil }: ShownWebhook): string =>
  overlapUntil === null ? "" : `, with the one before until ${overlapUntil}`;

export function failuresTable({ data, next }: Failures): string {
  const table = tableText(
    ["EVENT", "TYPE", "ATTEMPTS", "NEXT", "DEAD SINCE", "REPLAY", "ERROR"],
    data.map((failure) => [
      failure.event,
      failure.type,
      String(failure.attempts),
      failure.next ?? "",
      failure.dead ?? "",
      failure.replay ? "yes" : "",
      failure.error === "" ? "waits behind another" : failure.error,
    ]),
    "There are none.",
  );
  return next === null ? table : `${table}For more: --after ${next}\n`;
}
