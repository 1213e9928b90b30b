/** Timestamps of authentication headers: unix seconds, or milliseconds when there are 13 digits. */

const CANONICAL = /^(?:0|[1-9][0-9]{0,12})$/;

/** Returns unix milliseconds; `undefined` if `text` is no canonical integer of at most 13 digits. */
export function readTimestamp(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined;
  return text.length === 13 ? Number(text) : Number(text) * 1000;
}
