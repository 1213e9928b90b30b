/** The name of a site: a host name in its one normal form, which is what is stored, compared and answered. */
import { domainToASCII } from "node:url";

/** Characters of a name in the domain name system. */
const MAX_LENGTH = 253;
const SCHEME = /^https?:\/\//i;
/** The part of a URL behind the host. */
const REST = /[/?#].*$/s;
/**
 * Characters that a host may be written with. Other ASCII is refused, since the conversion below would resolve escapes
 * and drop blanks.
 */
const WRITTEN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The lower-case ASCII form (punycode) of a host name in any case or script, alone or within an http or https URL.
 * `undefined` for what names no host: an IP address, a port, a wildcard, a user name.
 */
export function parseHost(text: string): string | undefined {
  const host = text.trim().replace(SCHEME, "").replace(REST, "");
  if (host.length > MAX_LENGTH || !WRITTEN.test(host)) return undefined;
  // A point at the end says no more than that the name is complete.
  const name = domainToASCII(host).replace(/\.$/, "");
  const labels = name.split(".");
  const isNumber = /^\d+$/.test(labels.at(-1) ?? "");
  return name.length <= MAX_LENGTH && !isNumber && labels.every((label) => LABEL.test(label))
    ? name
    : undefined;
}
