/** Base addresses that the operator publishes: clients elsewhere get these instead of the ports of this machine. */

type InterfaceUrls = Readonly<Record<"trading" | "data" | "catalog", string | undefined>>;

export const NO_INTERFACE_URLS: InterfaceUrls = { trading: undefined, data: undefined, catalog: undefined };

/** Masks all before the last @ of an address: an unescaped password may hold any character. */
export const concealUser = (url: string): string => url.replace(/\/\/.*@/s, "//hidden@");

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
  throw new Error(`expected a base address like https://presage.example, got "${concealUser(text)}"`);
}

/** Parses base addresses of the trading, data and catalog interfaces, separated by commas. */
export function parseInterfaceUrls(text: string): InterfaceUrls {
  const urls = text.split(",").map((one) => parseBaseUrl(one.trim()));
  const [trading, data, catalog] = urls;
  if (urls.length === 3) return { trading, data, catalog };
  throw new Error(`expected three base addresses "trading,data,catalog", got ${urls.length}: "${text}"`);
}
