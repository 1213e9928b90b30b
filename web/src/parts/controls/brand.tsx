/** Name and logo of the exchange. The server writes both into the head of the page, so that they are available at once. */
import { useEffect } from "react";

const findElement = <E extends Element>(selector: string): E | null => document.querySelector<E>(selector);

export const getBrandName = (): string =>
  findElement<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "Presage";

const getLogo = (): string =>
  findElement<HTMLLinkElement>('link[rel="icon"]')?.getAttribute("href") ?? "/favicon.svg";

/** The logo with the name beside it. */
export const BrandMark = () => (
  <>
    <img src={getLogo()} alt="" width="28" height="28" />
    <span className="brand-name">{getBrandName()}</span>
  </>
);

// Sets the title of the document while a page is shown.

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? getBrandName() : `${title} · ${getBrandName()}`;
  }, [title]);
}
