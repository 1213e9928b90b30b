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

/** As root it cannot sandbox itself, and it sees no pages but ours. */
const ARGUMENTS = ["--no-sandbox", "--no-zygote", "--disable-gpu"];

let unpacked: Promise<string> | undefined;

/** Opens the browser, which a process unpacks once. Close it in `after`. */
export async function openBrowser(): Promise<Browser> {
  unpacked ??= unpack();
  return launcher.launch({ executablePath: await unpacked, args: ARGUMENTS });
}

/**
 * Unpacks the browser into a directory of this process, which goes with it: one of several processes might be half
 * unpacked. The package takes the directory for temporary files.
 */
async function unpack(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "presage-browser-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const { TMPDIR: before } = process.env;
  process.env["TMPDIR"] = directory;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
