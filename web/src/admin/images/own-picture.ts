/** True for a picture of this origin; the page's content security policy blocks all others. */
export const isOwnPicture = (path: string): boolean => /^\/(?!\/)/.test(path);
