/** Addresses in listings: of pictures, and of the source that decides a market. Only those that a browser opens as a page or picture. */

const STORABLE = "[^\\u0000\\ud800-\\udfff]";
const HTTP = "[hH][tT][tT][pP][sS]?://";

/** An address of the web, the path of a picture that is kept here, or nothing. */
export const PICTURE_PATTERN = `^(?:|${HTTP}[^\\p{Cc}\\ud800-\\udfff]+|/images/[0-9a-f]{64})$`;
export const PICTURE_WORDS =
  'an address with http:// or https://, the path /images/ of a picture here, or ""';

/** An address of the web, or words. A browser skips blanks before a scheme, and line breaks and tabs in it. */
export const SOURCE_PATTERN = `^(?![\\s\\p{Cc}\\p{Cf}]*(?!${HTTP})[a-zA-Z][-a-zA-Z0-9+.\\t\\n\\r]*:)${STORABLE}*$`;
export const SOURCE_WORDS =
  "an address with http:// or https://, or text that does not begin like another scheme, such as javascript: or Source:";

const PICTURE = new RegExp(PICTURE_PATTERN, "u");
const SOURCE = new RegExp(SOURCE_PATTERN, "u");

/** Gives the reason why an address of a picture is refused; `undefined` when it is not. */
export const pictureProblem = (text: string): string | undefined =>
  PICTURE.test(text) ? undefined : `is not ${PICTURE_WORDS}`;

/** Gives the reason why a source is refused; `undefined` when it is not. */
export const sourceProblem = (text: string): string | undefined =>
  SOURCE.test(text) ? undefined : `is not ${SOURCE_WORDS}`;
