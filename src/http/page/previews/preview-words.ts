/** Texts of a preview: chances, volume, and a description in one line. */
import { collateralNumber } from "../../catalog/texts.ts";
import type { EventPreview } from "./event-preview.ts";

const VOLUME = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** Formats a price as a whole percentage: 0 or 100 only for prices of exactly 0 or 1. */
export function chanceWords(price: number | undefined): string {
  if (price === undefined) return "–";
  const percent = price * 100;
  if (percent > 0 && percent < 1) return "<1%";
  if (percent > 99 && percent < 100) return ">99%";
  return `${Math.round(percent)}%`;
}

export const volumeWords = ({ volume }: Pick<EventPreview, "volume">): string =>
  `${VOLUME.format(collateralNumber(volume))} traded`;

const NAMED = 3;
const MAX_LETTERS = 200;

/**
 * Describes an event in at most 200 characters: the likeliest outcomes, the volume, and the start of the event's
 * description.
 */
export function buildPreviewDescription(preview: EventPreview): string {
  const { outcomes, description, closed } = preview;
  const chances = outcomes.slice(0, NAMED).map(({ name, price }) => `${name} ${chanceWords(price)}`);
  const figures = [...(closed ? ["Closed"] : []), chances.join(", "), volumeWords(preview)].join(" · ");
  return shorten(`${figures}. ${description}`.replace(/\s+/g, " ").trim(), MAX_LETTERS);
}

/** Cuts a text between words, and appends an ellipsis. */
export function shorten(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const cut = letters.slice(0, most - 1).join("");
  return `${cut.replace(/\s+\S*$/, "") || cut}…`;
}
