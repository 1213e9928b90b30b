/** Reads the fields of a form by name. */

/** Reads the trimmed text of a field; empty if the form has no such field. */
export type Given = (name: string) => string;

export const NOTHING_GIVEN: Given = () => "";

export function readForm(form: HTMLFormElement): Given {
  const data = new FormData(form);
  return (name) => {
    const value = data.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
}

type Filled<Name extends string> = { readonly [N in Name]?: string };

/** Picks the fields that are not empty, for a request whose other parameters are left out. */
export const filled = <Name extends string>(given: Given, names: readonly Name[]): Filled<Name> =>
  filledAs(given, names, (text) => text);

/** Converts a local date and time to the interfaces' format, UTC in seconds. */
export const instantOf = (local: string): string => new Date(local).toISOString().replace(/\.\d+Z$/, "Z");

/** Picks the dates that are not empty, converted by `instantOf`. */
export const filledInstants = <Name extends string>(given: Given, names: readonly Name[]): Filled<Name> =>
  filledAs(given, names, instantOf);

function filledAs<Name extends string>(
  given: Given,
  names: readonly Name[],
  write: (text: string) => string,
): Filled<Name> {
  const written = names
    .filter((name) => given(name) !== "")
    .map((name) => [name, write(given(name))] as const);
  // `Object.fromEntries` loses the names from the type.
  return Object.fromEntries(written) as Filled<Name>;
}
