/** Web origins, as a setting names them: whose pages may use what is not public. */

export type Origins = {
  /** Whether every origin may. */
  readonly all: boolean;
  has(origin: string): boolean;
};

/**
 * Reads `*`, `none`, or origins like https://app.example with commas between them. Throws an Error that says which is
 * none.
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

/** Browsers send an origin in one form: lower case, without a standard port and a slash at the end. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
