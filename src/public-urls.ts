/** Base addresses that the operator publishes: clients elsewhere are told these instead of the ports of this machine. */

type InterfaceUrls = Readonly<Record<"trading" | "data" | "catalog", string | undefined>>;

export const NO_INTERFACE_URLS: InterfaceUrls = { trading: undefined, data: undefined, catalog: undefined };

/** Hides all before the last @ of an address: a password that is not escaped may hold any character. */
export const concealUser = (url: string): string => url.replace(/\/\/.*@/s, "//hidden@");

/** Gives the base address without a slash at its end. Throws an Error with the form that was expected, without a password. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  const isBase =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === "";
  if (isBase) return url.href.replace(/\/$/, "");
  throw new Error(`expected a base address like https://presage.example, got "${concealUser(text)}"`);
}

/** Reads base addresses of the trading, data and catalog interfaces, with commas between them. */
export function parseInterfaceUrls(text: string): InterfaceUrls {
  const urls = text.split(",").map((one) => parseBaseUrl(one.trim()));
  const [trading, data, catalog] = urls;
  if (urls.length === 3) return { trading, data, catalog };
  throw new Error(`expected three base addresses "trading,data,catalog", got ${urls.length}: "${text}"`);
}
