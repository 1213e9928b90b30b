/** Automatic reloads of the page: one for each address until a page loads, so that none repeats forever. */
const NAME = "presage.reloaded";

/** Tells whether the page may reload automatically, and records that it does. */
export function takeOwnReload(): boolean {
  if (sessionStorage.getItem(NAME) === location.href) return false;
  sessionStorage.setItem(NAME, location.href);
  return true;
}

/** Forgets the last automatic reload, once a page has loaded. */
export const endOwnReload = (): void => sessionStorage.removeItem(NAME);
