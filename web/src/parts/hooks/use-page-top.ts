/**
 * Scrolls a new page to its top, and moves the focus there if the followed link has disappeared. Back and Forward restore
 * the previous position.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

export function usePageTop(): void {
  const [path] = useLocation();
  const last = useRef(path);
  const isReturn = useRef(false);
  useEffect(() => {
    const note = (): void => {
      isReturn.current = true;
    };
    // Captured, so that this listener runs before the page's own listeners.
    addEventListener("popstate", note, true);
    return () => removeEventListener("popstate", note, true);
  }, []);
  useEffect(() => {
    const isNew = last.current !== path;
    last.current = path;
    // A page whose address names a part scrolls to that part itself.
    if (isNew && !isReturn.current && location.hash === "") scrollTo(0, 0);
    if (isNew && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
    isReturn.current = false;
  }, [path]);
}
