/** Ids of requests in answers: the caller's own, where it names one that may stand, or one that the exchange made. */
const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAY_STAND = /^[\w.-]{1,40}$/;
const NAMED = /\r\nx-request-id:[ \t]*([^\r]*)/gi;

/** True for the id that answers these bytes of one request. */
export function isIdOf(id: string | undefined, bytes: Buffer): boolean {
  const [head = ""] = bytes.toString("latin1").split("\r\n\r\n", 1);
  const named = [...head.matchAll(NAMED)].map(([, value = ""]) => value.trimEnd());
  const [own = ""] = named;
  return named.length === 1 && MAY_STAND.test(own) ? id === own : MADE.test(id ?? "");
}

/** The same of bytes that may be no request, or several. */
export const isIdAmong = (id: string | undefined, bytes: Buffer): boolean =>
  MADE.test(id ?? "") ||
  [...bytes.toString("latin1").matchAll(NAMED)].some(([, own = ""]) => MAY_STAND.test(own) && own === id);
