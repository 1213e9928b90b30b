/** How answers of the catalog leave out what says nothing: a blank text is as good as none. */

type Texts<Name extends string> = { readonly [N in Name]: string | undefined };

/** The texts that are neither absent nor blank, under their names. */
export function present<Name extends string>(texts: Texts<Name>): { [N in Name]?: string };
export function present(texts: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
}
