/** Explains why a webhook's delivery failed, from the error that the exchange recorded. */
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
