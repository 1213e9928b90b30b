/** Sets the title of the document while a page is shown. */
import { useEffect } from "react";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Presage" : `${title} · Presage`;
  }, [title]);
}
