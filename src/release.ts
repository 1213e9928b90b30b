/** The running release, as stated in package.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Release = { readonly version: string; readonly license: string };

/** Folder of the package; sources and bundle are in its subfolders. */
export const PACKAGE_ROOT: string = join(import.meta.dirname, "..");

export const RELEASE: Release = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
