/** Leaves out fields without a value from answers of the catalog; a blank text counts as none. */

type Texts<Name extends string> = { readonly [N in Name]: string | undefined };

/** The texts that are neither absent nor blank, under their names. */
export function present<Name extends string>(texts: Texts<Name>): { [N in Name]?: string };
export function present(texts: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}
