/** True for a picture of this address: the policy of the page refuses all others. */
export const isOwnPicture = (path: string): boolean => /^\/(?!\/)/.test(path);
