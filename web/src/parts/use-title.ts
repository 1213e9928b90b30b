/** Sets the title of the document while a page is shown. */
import { useEffect } from "react";
import { brandName } from "./brand.tsx";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? brandName() : `${title} · ${brandName()}`;
  }, [title]);
}
