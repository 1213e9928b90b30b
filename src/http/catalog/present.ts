/** Fields without a value in answers of the catalog; a blank text counts as none. */
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";

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
