/** Opens a real headless browser. It comes with the development dependencies, without a download. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as launcher } from "playwright-core";
import type { Browser } from "playwright-core";

/** Reason to skip browser tests on this machine; false if a browser is available. */
export const NO_BROWSER =
  process.platform === "linux" && process.arch === "x64"
    ? false
    : "the browser of the development dependencies is built for Linux on x64 only";

/** Arguments of the browser. Its sandbox does not work as root, and it opens only our pages. */
const ARGUMENTS = ["--no-sandbox", "--no-zygote", "--disable-gpu"];

let unpacked: Promise<string> | undefined;

/** Opens the browser, which each process unpacks once. The caller closes it in `after`. */
export async function openBrowser(): Promise<Browser> {
  unpacked ??= unpack();
  return launcher.launch({ executablePath: await unpacked, args: ARGUMENTS });
}

/**
 * Unpacks the browser into a directory that is removed with this process. Processes that shared one might find it half
 * unpacked. The package unpacks into the directory for temporary files.
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
