/** Texts and optional fields of catalog records, by dialect. */
import { Type } from "typebox";
import { collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Fields } from "../operation/record.ts";

// Amounts as JSON numbers, for Polymarket's statistics.

/** Converts an amount to the nearest number. */
export const collateralNumber = (amount: Micros): number => Number(collateralText(amount));

/** Makes the field of an amount. */
export const amountField = <Source>(amount: (source: Source) => Micros, description?: string) =>
  [
    Type.Number(description === undefined ? {} : { description }),
    (source: Source) => collateralNumber(amount(source)),
  ] as const;

// Lists in catalog records: JSON inside text.

/** Formats texts as a JSON array inside text, separated by a comma and a blank: `["Yes", "No"]`. */
export const listedText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

// Fields that records leave out or send blank, by dialect.

export const OptionalText = Type.Optional(Type.String());
export const OptionalInstant = Type.Optional(Type.String({ description: "ISO 8601, UTC" }));

type Content<Name extends string> = {
  readonly content: { readonly [N in Name]?: string | undefined };
};

/** Makes the field of a text of the source's content; a blank one counts as none. */
export const textField = <Name extends string>(name: Name) =>
  [OptionalText, ({ content }: Content<Name>) => content[name] || undefined] as const;

/** Makes the field of a time of the source's content. */
export const instantField = <Name extends string>(name: Name) =>
  [OptionalInstant, textField(name)[1]] as const;

/** Sends texts without a value as blanks, in the dialect that does so. */
export const textsIn = <Source>(dialect: Dialect, fields: Fields<Source>): Fields<Source> =>
  DIFFERENCES.blankTexts.does[dialect] === "left-out"
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([name, [schema, value]]) => [
          name,
          schema === OptionalText
            ? [Type.String(), (source: Source) => value(source) ?? ""]
            : [schema, value],
        ]),
      );

// Fields without a value in catalog answers; a blank text counts as none.

type Texts<Name extends string> = { readonly [N in Name]: string | undefined };

/** Returns the texts that are neither absent nor blank. */
export function present<Name extends string>(texts: Texts<Name>): { [N in Name]?: string };
export function present(texts: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}
