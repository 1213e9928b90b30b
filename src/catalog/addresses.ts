/**
 * URLs in listings: of pictures, and of a market's resolution source. Only URLs that a browser opens as a page or
 * picture are allowed.
 */

const STORABLE = "[^\\u0000\\ud800-\\udfff]";
const HTTP = "[hH][tT][tT][pP][sS]?://";

/** Pattern of a picture: a web URL, the path of a picture stored here, or an empty text. */
export const PICTURE_PATTERN = `^(?:|${HTTP}[^\\p{Cc}\\ud800-\\udfff]+|/images/[0-9a-f]{64})$`;
export const PICTURE_WORDS =
  'an address with http:// or https://, the path /images/ of a picture here, or ""';

/**
 * Pattern of a resolution source: a web URL, or words. Browsers skip blanks before a scheme, and line breaks and tabs
 * in it.
 */
export const SOURCE_PATTERN = `^(?![\\s\\p{Cc}\\p{Cf}]*(?!${HTTP})[a-zA-Z][-a-zA-Z0-9+.\\t\\n\\r]*:)${STORABLE}*$`;
export const SOURCE_WORDS =
  "an address with http:// or https://, or text that does not begin like another scheme, such as javascript: or Source:";

const PICTURE = new RegExp(PICTURE_PATTERN, "u");
const SOURCE = new RegExp(SOURCE_PATTERN, "u");

/** Returns the reason why a picture's URL is rejected; `undefined` if it is valid. */
export const pictureProblem = (text: string): string | undefined =>
  PICTURE.test(text) ? undefined : `is not ${PICTURE_WORDS}`;

/** Returns the reason why a resolution source is rejected; `undefined` if it is valid. */
export const sourceProblem = (text: string): string | undefined =>
  SOURCE.test(text) ? undefined : `is not ${SOURCE_WORDS}`;
