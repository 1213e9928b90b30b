/** The colour theme of the page, which follows the system or the user's choice. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "presage.theme";

export const readTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? "system";

export function applyTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
