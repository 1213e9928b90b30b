/** Drops the form of a new event in progress. The module is small, since the console loads it at sign-in. */

/** Key of the form in the tab's storage. */
export const DRAFT_KEY = "presage.new-event";

export const dropDraft = (): void => sessionStorage.removeItem(DRAFT_KEY);
