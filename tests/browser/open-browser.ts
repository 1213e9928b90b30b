/** A real browser without a window, for tests of pages. It comes with the development dependencies: no download. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as launcher } from "playwright-core";
import type { Browser } from "playwright-core";

/** Why there is no browser here; false where there is one. */
export const NO_BROWSER =
  process.platform === "linux" && process.arch === "x64"
    ? false
    : "the browser of the development dependencies is built for Linux on x64 only";

export type OpenBrowser = { readonly browser: Browser; close(): Promise<void> };

/** As root it cannot sandbox itself, and it sees no pages but ours. */
const ARGUMENTS = ["--no-sandbox", "--no-zygote", "--disable-gpu"];

/** Unpacks the browser into a directory of its own: one that is shared might be half unpacked. Close it in `after`. */
export async function openBrowser(): Promise<OpenBrowser> {
  const directory = mkdtempSync(join(tmpdir(), "presage-browser-"));
  const removeDirectory = (): void => rmSync(directory, { recursive: true });
  try {
    const executablePath = await unpackInto(directory);
    const browser = await launcher.launch({ executablePath, args: ARGUMENTS });
    const close = async (): Promise<void> => {
      await browser.close();
      removeDirectory();
    };
    return { browser, close };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}

/** The package unpacks into the directory for temporary files. */
async function unpackInto(directory: string): Promise<string> {
  const { TMPDIR: before } = process.env;
  process.env["TMPDIR"] = directory;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
