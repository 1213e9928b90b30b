/** A button beside a term, which explains the term in a small box. Escape, the button or a click outside the box closes it. */
import "../../styles/pages/term-hint.css";
import { useId, useRef, useState } from "react";
import type { ToggleEvent } from "react";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { useText } from "../../text/language.tsx";
import type { Term } from "./terms.ts";

/** Positions a box of the top layer below or above an element, within the width of the window. */
const MARGIN = 8;

/** Sets the box's position in page coordinates, so that it scrolls with the page. */
function placeBeside(box: HTMLElement, target: Element): void {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const middle = (left + right - width) / 2;
  const x = Math.max(MARGIN, Math.min(middle, clientWidth - width - MARGIN));
  const hasRoomBelow = bottom + height + MARGIN <= clientHeight;
  const y = hasRoomBelow || top < height + MARGIN ? bottom : top - height;
  box.style.left = `${x + scrollX}px`;
  box.style.top = `${y + scrollY}px`;
}

const TermText = loadOnDemand(async () => (await import("./term-text.tsx")).TermText, { rows: 2 });

export function TermHint({ of }: { readonly of: Term }) {
  const { terms } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const move = (): void => {
    if (place.current !== null && box.current !== null) placeBeside(box.current, place.current);
  };
  const close = (): void => box.current?.hidePopover();
  return (
    <span className="term-hint" ref={place}>
      <button type="button" popoverTarget={id} aria-expanded={isOpen} aria-label={terms.explain(terms[of])}>
        <span aria-hidden="true">?</span>
      </button>
      {/* The text is added to a box that is already shown, so that screen readers announce it. */}
      <div
        ref={box}
        id={id}
        popover="auto"
        className="term-box"
        aria-live="polite"
        onToggle={({ newState }: ToggleEvent) => setOpen(newState === "open")}
      >
        {isOpen && <TermText term={of} onShown={move} close={close} />}
      </div>
    </span>
  );
}
