/**
 * Shows a page from its top when a link leads to it, and goes on there with the keyboard where the link itself is gone.
 * Back and Forward find a page as it was left.
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
    // Before the page hears of it.
    addEventListener("popstate", note, true);
    return () => removeEventListener("popstate", note, true);
  }, []);
  useEffect(() => {
    const isNew = last.current !== path;
    last.current = path;
    // A part that the address names is shown by the page that has it.
    if (isNew && !isReturn.current && location.hash === "") scrollTo(0, 0);
    if (isNew && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
    isReturn.current = false;
  }, [path]);
}
