/** Pages of the reference that are made of the API documents at the site's build, and have no file in docs/. */
import { httpPages } from "./http-pages.ts";
import { channelPages } from "./channel-pages.ts";
import type { MadePage } from "./made-page.ts";

let made: ReadonlyMap<string, MadePage> | undefined;

/** The pages by their paths. */
export const madePages = (): ReadonlyMap<string, MadePage> =>
  (made ??= new Map([...httpPages(), ...channelPages()].map((page) => [page.path, page])));
