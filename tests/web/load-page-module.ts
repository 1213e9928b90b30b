/**
 * Loads modules of the page that name things of a browser in what the tests do not call. The types of these are not
 * known here: whoever loads one declares what it uses of it.
 */

/** `path` is within web/src. */
export const loadPageModule = async (path: string) =>
  import(new URL(`../../web/src/${path}`, import.meta.url).href);
