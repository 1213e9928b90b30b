/** The release that runs, as package.json has it. */
import { readFileSync } from "node:fs";

type Release = { readonly version: string; readonly license: string };

export const RELEASE: Release = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
