/** Pages of docs whose own words have tables between them that are made from the code. */
import { readFileSync } from "node:fs";

const MADE = /(<!-- made from the table: (\w+) -->\n)[^]*?(<!-- made until here -->)/g;

export type Page = { readonly url: URL; readonly text: string };

/** What a page should be, by its path from docs: each of its tables as `table` gives the one of that name. */
export function pageOf(file: string, table: (name: string) => string): Page {
  const url = new URL(`../../docs/${file}`, import.meta.url);
  const text = readFileSync(url, "utf8");
  return {
    url,
    text: text.replace(
      MADE,
      (_, start: string, name: string, end: string) => `${start}\n${table(name)}\n\n${end}`,
    ),
  };
}
