/** What was written into a form, by the names of its fields. */

/** The text of a field without blanks around it; empty where there is none. */
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

/** Fields that were filled in, for a request that leaves the others out. */
export const filled = <Name extends string>(given: Given, names: readonly Name[]): Filled<Name> =>
  filledAs(given, names, (text) => text);

/** The moment that a field for a local date and time names, as the interfaces write it. */
export const instantOf = (local: string): string => new Date(local).toISOString().replace(/\.\d+Z$/, "Z");

/** As `filled`, for dates. */
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
  // The names are not lost: no other way says so.
  return Object.fromEntries(written) as Filled<Name>;
}
