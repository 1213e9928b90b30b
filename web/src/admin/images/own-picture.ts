/** Tells whether a picture has this page's origin. The page's content security policy blocks all other pictures. */
export const isOwnPicture = (path: string): boolean => /^\/(?!\/)/.test(path);
