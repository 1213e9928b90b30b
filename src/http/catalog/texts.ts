/** Texts and optional fields of catalog records in the dialects. */
import { Type } from "typebox";
import type { TProperties } from "typebox";
import { collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";

// Amounts as the JSON numbers of Polymarket's figures.

/** The number nearest to the exact decimal. */
export const collateralNumber = (amount: Micros): number => Number(collateralText(amount));

// Lists as the catalog has them in its records: JSON inside text.

/** A JSON array of texts as text, a comma and a blank between two: `["Yes", "No"]`. */
export const listedText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

// Fields that records leave out when they are blank, or not, by the dialect.

export const OptionalText = Type.Optional(Type.String());
export const OptionalInstant = Type.Optional(Type.String({ description: "ISO 8601, UTC" }));

/** The same fields where texts without a value are sent blank. */
export const withBlanks = (properties: TProperties): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, field === OptionalText ? Type.String() : field]),
  );

// Fields without a value in answers of the catalog; a blank text counts as none.

type Texts<Name extends string> = { readonly [N in Name]: string | undefined };

/** The texts that are neither absent nor blank, under their names. */
export function present<Name extends string>(texts: Texts<Name>): { [N in Name]?: string };
export function present(texts: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}

/** Writes texts under their names; those without a value are blank or left out, as the dialect has it. */
export function textsIn<Name extends string>(dialect: Dialect, texts: Texts<Name>): { [N in Name]?: string };
export function textsIn(dialect: Dialect, texts: Readonly<Record<string, string | undefined>>): object {
  if (DIFFERENCES.blankTexts.does[dialect] === "left-out") return present(texts);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ""]));
}
