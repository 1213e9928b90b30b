/** Base addresses that the operator publishes: remote clients get these instead of this machine's ports. */

type InterfaceUrls = Readonly<Record<"trading" | "data" | "catalog", string | undefined>>;

export const NO_INTERFACE_URLS: InterfaceUrls = { trading: undefined, data: undefined, catalog: undefined };

/** Masks all before the last @ of an address: an unescaped password may hold any character. */
export const maskUser = (url: string): string => url.replace(/\/\/.*@/s, "//hidden@");

/**
 * Returns the base address without a trailing slash. Throws an Error that states the expected form and contains no
 * password.
 */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  const isBase =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === "";
  if (isBase) return url.href.replace(/\/$/, "");
  throw new Error(`expected a base address like https://presage.example, got "${maskUser(text)}"`);
}

/** Parses base addresses of the trading, data and catalog interfaces, separated by commas. */
export function parseInterfaceUrls(text: string): InterfaceUrls {
  const urls = text.split(",").map((one) => parseBaseUrl(one.trim()));
  const [trading, data, catalog] = urls;
  if (urls.length === 3) return { trading, data, catalog };
  throw new Error(`expected three base addresses "trading,data,catalog", got ${urls.length}: "${text}"`);
}

// Web origins whose pages may use more than public reads, as a setting names them.

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
