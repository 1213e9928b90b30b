/** Web origins whose pages may use more than public reads, as a setting names them. */

export type Origins = {
  /** True if every origin is allowed. */
  readonly all: boolean;
  has(origin: string): boolean;
};

/**
 * Parses `*`, `none`, or origins like https://app.example separated by commas. Throws an Error that names the first
 * text that is not an origin.
 */
export function parseOrigins(text: string): Origins {
  if (text === "*") return { all: true, has: () => true };
  const named = text === "none" ? [] : text.split(",").map((one) => one.trim());
  const wrong = named.find((one) => !isOrigin(one));
  if (wrong !== undefined)
    throw new Error(
      `expected *, none, or origins like https://app.example separated by commas, got "${wrong}"`,
    );
  const listed = new Set(named);
  return { all: false, has: (origin) => listed.has(origin) };
}

/** True if a text is an origin as browsers send it: lower case, without a standard port and a trailing slash. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
