/**
 * A button that shares the address of the page: with another program on phones, else by the clipboard. If that is missing
 * or refused, a field shows the address to copy by hand.
 */
import { useState } from "react";
import { useCopy } from "../parts/use-copy.ts";
import { useText } from "../text/language.tsx";

export function ShareButton({ title }: { readonly title: string }) {
  const { event: text } = useText().markets;
  const copying = useCopy(location.href);
  const [isShown, setShown] = useState(false);
  const share = (): void => {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
      // Rejects if the visitor closes the list of programs, which is no error.
      navigator.share({ title, url: location.href }).catch(() => undefined);
    else if (copying !== undefined && !copying.isRefused) copying.copy();
    else setShown(!isShown);
  };
  return (
    <div className="share">
      <button type="button" onClick={share}>
        <span aria-live="polite">{copying?.done === true ? text.shared : text.share}</span>
      </button>
      {(isShown || copying?.isRefused === true) && (
        <input
          readOnly
          autoFocus
          aria-label={text.shareLink}
          value={location.href}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  );
}
