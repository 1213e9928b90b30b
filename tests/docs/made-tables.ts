/** Pages of docs that have tables made from the code between their own words. */
import { readFileSync } from "node:fs";

const MADE = /(<!-- made from the table: (\w+) -->\n)[^]*?(<!-- made until here -->)/g;

export type Page = { readonly url: URL; readonly text: string };

/** The page with its tables made anew; `table` makes the table of a name. */
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
