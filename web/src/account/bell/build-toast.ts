/** Short messages about new notifications. */
import type { QueryClient } from "@tanstack/react-query";
import type { ToastMessage } from "../../parts/toasts.tsx";
import type { Text } from "../../text/en.ts";
import type { Formats } from "../../text/formats.ts";
import { describeProfit } from "../mine/describe-profit.ts";
import { profitQuery } from "../portfolio/trader-queries.ts";
import type { Trader } from "../wallet/session.tsx";
import { describeEntry } from "./describe-notification.ts";
import { listResolved } from "./notifications.ts";
import type { BellEntry } from "./notifications.ts";

type Words = { readonly text: Text; readonly formats: Formats };

/** Builds the message about an entry of the bell. That of a result tells the trader's own profit or loss, too. */
export async function buildToast(
  entry: BellEntry,
  trader: Trader,
  queries: QueryClient,
  words: Words,
): Promise<ToastMessage> {
  const { line } = describeEntry(entry, undefined, words);
  const conditionIds = listResolved(entry);
  // A result is told even if the profit cannot be read.
  const profit =
    conditionIds.length === 0
      ? null
      : await queries.fetchQuery(profitQuery(trader, conditionIds)).catch(() => null);
  return {
    title: entry[0].payload.question,
    lines: profit === null ? [line] : [line, describeProfit(profit, words.text, words.formats)],
  };
}
