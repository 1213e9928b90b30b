/** Walks through a page with the Tab key, and looks at each part that gets the focus. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Presses at most. There may be more than parts at the start: some come on the way, and areas that scroll are stops. */
const MAX_PRESSES = 1_000;

/** Takes the focus to the start of the document. Without it, the browser goes on where the focus was last. */
const TO_START = `(() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  window.scrollTo(0, 0);
})()`;

/** Remembers all that can get the focus, with its look before. */
const BEGIN = `(() => {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
  const isThere = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true });
  const nameOf = (one) => one.localName + " " + JSON.stringify(
    (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? "").trim().slice(0, 40));
  const lookOf = (one) => {
    const { borderBottomWidth, boxShadow, backgroundColor } = getComputedStyle(one);
    return [borderBottomWidth, boxShadow, backgroundColor].join(" ");
  };
  const left = new Map([...document.querySelectorAll(kinds)].filter(isThere).map((one) => [one, lookOf(one)]));
  window.walk = { left, isThere, nameOf, lookOf };
  return left.size;
})()`;

/** Says what is wrong with the part that has the focus; null where nothing has it. */
const LOOK = `(() => {
  const { left, nameOf, lookOf } = window.walk;
  const one = document.activeElement;
  if (one === null || one === document.body) return null;
  const before = left.get(one);
  left.delete(one);
  // A link that spreads over its card is outlined as the card.
  const isOutlined = [null, "::after"].some((part) => {
    const { outlineStyle, outlineWidth, content } = getComputedStyle(one, part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && (part === null || content !== "none");
  });
  const isMarked = isOutlined || (before !== undefined && lookOf(one) !== before);
  const { left: x, top: y, width, height } = one.getBoundingClientRect();
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const isOnScreen = middleX >= 0 && middleX <= innerWidth && middleY >= 0 && middleY <= innerHeight;
  const top = isOnScreen ? document.elementFromPoint(middleX, middleY) : null;
  const isLarge = height > innerHeight || width > innerWidth;
  const isInSight = isLarge || (top !== null && (one.contains(top) || top.contains(one)));
  return [...(isMarked ? [] : [nameOf(one) + " does not show the focus"]),
    ...(isInSight ? [] : [nameOf(one) + " has the focus out of sight"])];
})()`;

const REST = `[...window.walk.left.keys()].filter((one) => one.isConnected && window.walk.isThere(one))
  .map((one) => window.walk.nameOf(one) + " is not reached")`;

/** Asserts that Tab reaches all that can be used on the page, in sight and with a mark of the focus. */
export async function assertWalkable(page: Page, what: string): Promise<void> {
  await page.evaluate(TO_START);
  const parts: number = await page.evaluate(BEGIN);
  assert.ok(parts > 5, `${what}: ${parts} parts`);
  const faults: string[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press("Tab");
    const found: readonly string[] | null = await page.evaluate(LOOK);
    if (found === null) break;
    faults.push(...found);
  }
  faults.push(...(await page.evaluate<readonly string[]>(REST)));
  assert.deepEqual([...new Set(faults)], [], what);
}

const MAX_TABS = 80;

/** Presses Tab until the focused element has this name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press("Tab");
    const focused: string = await page.evaluate(
      `(() => {
        const element = document.activeElement;
        const label = element.labels?.[0]?.textContent ?? "";
        return element.getAttribute("aria-label") ?? (label || element.textContent || "");
      })()`,
    );
    // The button of the ticket has the order's cost behind its name.
    if (focused.trim() === name || focused.startsWith(`${name} · `)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}
