/** Open or closed state of the ticket's options, stored in the browser. */
import { useState } from "react";

const NAME = "presage.ticket-options";

export function useOptionsOpen() {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(NAME) === "open");
  const remember = (on: boolean): void => {
    localStorage.setItem(NAME, on ? "open" : "closed");
    setOpen(on);
  };
  return {
    isOpen,
    remember,
    /** Opens them for this visit, because one of the options was set. */
    show: () => setOpen(true),
  };
}

export type OptionsOpen = ReturnType<typeof useOptionsOpen>;
