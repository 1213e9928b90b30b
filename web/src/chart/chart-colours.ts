/** The colours of charts, read from the page's CSS theme. */
import { useEffect, useState } from "react";
import { COLOURS } from "./line-colours.ts";

export type ChartColours = {
  readonly text: string;
  readonly grid: string;
  readonly crosshair: string;
  readonly lines: readonly string[];
};

const DARK = "(prefers-color-scheme: dark)";

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: colour("ink-soft"),
    grid: colour("line"),
    crosshair: colour("ink-soft"),
    lines: Array.from({ length: COLOURS }, (_, place) => colour(`line-${place + 1}`)),
  };
}

export function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const update = (): void => setColours(readColours());
    const preference = matchMedia(DARK);
    const choice = new MutationObserver(update);
    preference.addEventListener("change", update);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      preference.removeEventListener("change", update);
      choice.disconnect();
    };
  }, []);
  return colours;
}
