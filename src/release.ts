/** The release that runs, as package.json has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Release = { readonly version: string; readonly license: string };

/** Folder of the package: sources and bundle lie in folders of it. */
export const PACKAGE_ROOT: string = join(import.meta.dirname, "..");

export const RELEASE: Release = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
