/** Measures all that can be touched on a page: links, buttons and fields. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Least width and height of a target on a phone. */
const MIN_PX = 40;

/**
 * Lists the targets that are smaller. A label belongs to its box. The area of a link or button that spreads over its
 * row or card is that of the row or card. Links inside a text are excepted, as is what only a screen reader has.
 */
const SMALL_TARGETS = `(() => {
  const kinds = "a[href], button, input, select, textarea, summary, [role=tab], [role=option]";
  const isInText = (element) =>
    element.matches("a") && getComputedStyle(element).display === "inline" &&
    [...element.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const placeOf = (element) =>
    getComputedStyle(element).position === "static" ? placeOf(element.parentElement) : element;
  const areaOf = (element) => {
    if (element.matches("[type=checkbox], [type=radio]")) return element.closest("label") ?? element;
    const spread = getComputedStyle(element, "::after");
    return spread.content !== "none" && spread.position === "absolute" ? placeOf(element) : element;
  };
  const isForReaders = (element) => {
    for (let one = element; one !== null; one = one.parentElement)
      if (getComputedStyle(one).clipPath !== "none") return true;
    return false;
  };
  return [...document.querySelectorAll(kinds)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || isInText(element) || isForReaders(element))
      return [];
    const { width, height } = areaOf(element).getBoundingClientRect();
    const isSmall = Math.round(width) < ${MIN_PX} || Math.round(height) < ${MIN_PX};
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    const kind = element.localName + (element.className && typeof element.className === "string" ? "." + element.className : "");
    return isSmall ? [kind + " " + JSON.stringify(name) + ": " + width.toFixed(1) + " x " + height.toFixed(1)] : [];
  });
})()`;

/** Asserts that a thumb hits every target of the page. */
export async function assertTouchable(page: Page, what: string): Promise<void> {
  const small: readonly string[] = await page.evaluate(SMALL_TARGETS);
  assert.deepEqual([...new Set(small)], [], what);
}
