/** Texts and optional fields of catalog records, by dialect. */
import { Type } from "typebox";
import type { TProperties } from "typebox";
import { collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";

// Amounts as JSON numbers, for Polymarket's statistics.

/** Converts an amount to the nearest number. */
export const collateralNumber = (amount: Micros): number => Number(collateralText(amount));

// Lists in catalog records: JSON inside text.

/** Formats texts as a JSON array inside text, separated by a comma and a blank: `["Yes", "No"]`. */
export const listedText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

// Fields that records leave out or send blank, by dialect.

export const OptionalText = Type.Optional(Type.String());
export const OptionalInstant = Type.Optional(Type.String({ description: "ISO 8601, UTC" }));

/** Returns the fields for a dialect that sends texts without a value as blanks. */
export const withBlanks = (properties: TProperties): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, field === OptionalText ? Type.String() : field]),
  );

// Fields without a value in catalog answers; a blank text counts as none.

type Texts<Name extends string> = { readonly [N in Name]: string | undefined };

/** Returns the texts that are neither absent nor blank. */
export function present<Name extends string>(texts: Texts<Name>): { [N in Name]?: string };
export function present(texts: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}

/** Returns the texts; those without a value are blank or left out, by dialect. */
export function textsIn<Name extends string>(dialect: Dialect, texts: Texts<Name>): { [N in Name]?: string };
export function textsIn(dialect: Dialect, texts: Readonly<Record<string, string | undefined>>): object {
  if (DIFFERENCES.blankTexts.does[dialect] === "left-out") return present(texts);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ""]));
}
