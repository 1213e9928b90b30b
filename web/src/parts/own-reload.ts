/** Reloads that the page makes by itself: one for each address, until a page loads, so that none repeats for ever. */
const NAME = "presage.reloaded";

/** Tells whether the page may reload by itself, and notes that it does. */
export function takeOwnReload(): boolean {
  if (sessionStorage.getItem(NAME) === location.href) return false;
  sessionStorage.setItem(NAME, location.href);
  return true;
}

/** Forgets the last one, once a page has loaded. */
export const endOwnReload = (): void => sessionStorage.removeItem(NAME);
