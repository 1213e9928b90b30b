/**
 * The links between the libraries of the bundled PostgreSQL, such as libicuuc.so.60 to libicuuc.so.60.2. npm packages
 * contain no links: an install script makes them, if npm runs it. Otherwise the first start makes them.
 */
import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Paths within the package. */
type Link = { readonly source: string; readonly target: string };

/** Makes the links that the package in `directory` lacks. Throws one clear sentence if it lacks permission. */
export function linkLibraries(directory: string): void {
  for (const { source, target } of listLinks(join(directory, "native", "pg-symlinks.json"))) {
    const link = join(directory, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined)
      makeLink(relative(dirname(target), source), link);
  }
}

const listLinks = (file: string): readonly Link[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another process may make them at the same time.
    if (existsSync(link)) return;
    throw new Error(
      `npm did not run the install script that links PostgreSQL's libraries, and this account may not write ` +
        `${dirname(link)}: start Presage once as the owner of that folder, or allow the script and run npm rebuild`,
      { cause: error },
    );
  }
}
