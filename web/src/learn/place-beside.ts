/** Positions a box of the top layer below or above an element, within the width of the window. */
const MARGIN = 8;

/** Sets the box's position in page coordinates, so that it scrolls with the page. */
export function placeBeside(box: HTMLElement, target: Element): void {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const middle = (left + right - width) / 2;
  const x = Math.max(MARGIN, Math.min(middle, clientWidth - width - MARGIN));
  const hasRoomBelow = bottom + height + MARGIN <= clientHeight;
  const y = hasRoomBelow || top < height + MARGIN ? bottom : top - height;
  box.style.left = `${x + scrollX}px`;
  box.style.top = `${y + scrollY}px`;
}
