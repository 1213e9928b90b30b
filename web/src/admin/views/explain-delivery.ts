/** Explains why a webhook's delivery failed, and what is wrong with a webhook, from the texts of the exchange. */
import type { Formats } from "../../text/formats.ts";
import type { ConsoleText } from "../parts/console-text.ts";

type Words = ConsoleText["webhooks"]["whyFailed"];
type Explain = (words: Words, found: string) => string;

/** Errors with their explanations; the first that matches applies. */
const EXPLANATIONS: readonly (readonly [error: RegExp, explain: Explain])[] = [
  [/answered (3\d\d)/, (words, status) => words.redirected(status)],
  [/answered (401|403)/, (words, status) => words.forbidden(status)],
  [/answered (404|410)/, (words, status) => words.notFound(status)],
  [/answered (5\d\d)/, (words, status) => words.broken(status)],
  [/answered (\d+)/, (words, status) => words.answered(status)],
  [/no answer within (\d+) s/, (words, seconds) => words.timeout(seconds)],
  [/ECONNREFUSED/, (words) => words.refused],
  [/ENOTFOUND|EAI_AGAIN/, (words) => words.unknownHost],
  [/ECONNRESET|EPIPE|socket hang up/, (words) => words.cut],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, (words) => words.unreachable],
  [/certificate|altnames/i, (words) => words.certificate],
  [/SSL|TLS|EPROTO/, (words) => words.noTls],
  [/no public network/, (words) => words.notPublic],
];

/** Explains the error in a sentence, with the error itself behind it; unknown errors stay as they are. */
export function explainDelivery(error: string, { whyFailed }: ConsoleText["webhooks"]): string {
  for (const [pattern, explain] of EXPLANATIONS) {
    const match = pattern.exec(error);
    if (match !== null) return `${explain(whyFailed, match[1] ?? "")} (${error})`;
  }
  return error;
}

type TroubleWords = ConsoleText["webhooks"]["troubles"];
type ExplainTrouble = (words: TroubleWords, found: string, formats: Formats) => string;

const TROUBLES: readonly (readonly [trouble: RegExp, explain: ExplainTrouble])[] = [
  [/^stopped: (\d+) messages/, (words, count, formats) => words.stopped(formats.count(Number(count)))],
  [/^it is paused$/, (words) => words.paused],
  [/^it is disabled: (.+)$/s, (words, why) => words.disabled(why)],
  [/^events did not arrive for ([^:]+)/, (words, time) => words.late(time)],
  [/^one delivery was given up$/, (words, _, formats) => words.dead(formats.count(1))],
  [/^(\d+) deliveries were given up$/, (words, count, formats) => words.dead(formats.count(Number(count)))],
];

function explainTrouble(trouble: string, troubles: TroubleWords, formats: Formats): string {
  for (const [pattern, explain] of TROUBLES) {
    const match = pattern.exec(trouble);
    if (match !== null) return explain(troubles, match[1] ?? "", formats);
  }
  return trouble;
}

/** Explains what is wrong with a webhook; "stopped" says what to do. Unknown texts stay as they are. */
export const explainTroubles = (
  trouble: string | readonly string[],
  { troubles }: ConsoleText["webhooks"],
  formats: Formats,
): string =>
  listTroubles(trouble)
    .map((one) => explainTrouble(one, troubles, formats))
    .join(" ");

/** Lists the texts that the exchange joined by "; ", as in the work that waits. */
const listTroubles = (trouble: string | readonly string[]): readonly string[] =>
  typeof trouble !== "string" ? trouble : trouble.startsWith("stopped: ") ? [trouble] : trouble.split("; ");
